import { LRUCache } from 'lru-cache';
import { DAY_MS } from '../base/days.ts';
import { rememberedJtis } from '../service/replayed-responses.ts';

/** A `jti` is kept this long past its time: longer than any jump of the clock that nobody notices. */
const SEEN_GRACE_MS = DAY_MS;

/**
 * Handles each callback once, by its `jti`. One that was accepted is not handled again. One that was refused or failed
 * is handled when it comes again: the till may know the payment by then. `seenJti` remembers a `jti` until that time,
 * over restarts, and says whether it was remembered before.
 */
export function createDeduplicator<Outcome extends { readonly known: boolean }>(
  seenJti: (jti: string, untilMs: number) => boolean,
) {
  /** True for a callback that this run has accepted. `seenJti` still knows one that is forgotten here. */
  const accepted = new LRUCache<string, boolean>(rememberedJtis);
  const underWay = new Map<string, Promise<Outcome>>();

  return {
    /**
     * Calls `handle`, unless this run of the till has accepted the callback already: then it answers `done`. A copy that
     * comes while the first is being handled gets the outcome of the first, or its failure.
     * `repeated`: an earlier run of the till had this callback. What it did then may be in the journal or not.
     */
    async run(
      jti: string,
      untilMs: number,
      handle: (repeated: boolean) => Promise<Outcome>,
    ): Promise<Outcome | 'done'> {
      const atTheSameMoment = underWay.get(jti);
      if (atTheSameMoment !== undefined) return atTheSameMoment;
      if (accepted.get(jti) === true) return 'done';
      const seenBefore = seenJti(jti, untilMs + SEEN_GRACE_MS);
      const handling = handle(seenBefore && !accepted.has(jti));
      accepted.set(jti, false);
      underWay.set(jti, handling);
      try {
        const outcome = await handling;
        accepted.set(jti, outcome.known);
        return outcome;
      } finally {
        underWay.delete(jti);
      }
    },
  };
}
