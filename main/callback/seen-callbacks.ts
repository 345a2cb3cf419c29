import { LRUCache } from 'lru-cache';
import { DAY_MS } from '../base/days.ts';
import { rememberedJtis } from '../service/replayed-responses.ts';

/** A `jti` is kept this long past its time: longer than any jump of the clock that nobody notices. */
const SEEN_GRACE_MS = DAY_MS;

/** Remembers the `jti` of each callback that has been handled, over restarts: the journal. */
export interface SeenJtis {
  isSeen(jti: string): boolean;
  /** Remembers it until that time; true where it was remembered before. */
  seenJti(jti: string, untilMs: number): boolean;
}

/**
 * Handles each callback once, by its `jti`: the service repeats the same message until it is answered with 200. A
 * callback that was refused, that failed, or that is about another till's payment is handled again when it is repeated.
 */
export function createDeduplicator<Outcome extends { readonly known: boolean }>(seen: SeenJtis) {
  /** Callbacks that this run has handled, which saves the look into the journal. */
  const handled = new LRUCache<string, true>(rememberedJtis);
  const underWay = new Map<string, Promise<Outcome>>();

  return {
    /**
     * Calls `handle`; resolves with `done` where the callback was handled before. A copy that comes while the first is
     * being handled gets the outcome of the first, or its failure. The `jti` counts once its outcome is in the journal.
     */
    async run(jti: string, untilMs: number, handle: () => Promise<Outcome>): Promise<Outcome | 'done'> {
      const atTheSameMoment = underWay.get(jti);
      if (atTheSameMoment !== undefined) return atTheSameMoment;
      if (handled.get(jti) === true || seen.isSeen(jti)) return 'done';
      const handling = handle();
      underWay.set(jti, handling);
      try {
        const outcome = await handling;
        if (outcome.known) {
          seen.seenJti(jti, untilMs + SEEN_GRACE_MS);
          handled.set(jti, true);
        }
        return outcome;
      } finally {
        underWay.delete(jti);
      }
    },
  };
}
