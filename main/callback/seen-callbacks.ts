import { LRUCache } from 'lru-cache';
import { DAY_MS } from '../base/days.ts';
import { rememberedJtis } from '../service/replayed-responses.ts';

/** A `jti` is stored for this time beyond its expiry: longer than any unnoticed jump of the clock. */
const SEEN_GRACE_MS = DAY_MS;

/** Persistent store of handled `jti` values: the journal. */
export interface SeenJtis {
  isSeen(jti: string): boolean;
  /** Stores the `jti` until `untilMs`; true for a `jti` that is already stored. */
  seenJti(jti: string, untilMs: number): boolean;
}

/**
 * Handles each callback once by its `jti`, because the service repeats a message until the till responds with 200. A
 * callback that was refused, failed, or belongs to another till is handled again when repeated.
 */
export function createDeduplicator<Outcome extends { readonly known: boolean }>(seen: SeenJtis) {
  /** Callbacks handled since the start; saves a look-up in the journal. */
  const handled = new LRUCache<string, true>(rememberedJtis);
  const underWay = new Map<string, Promise<Outcome>>();

  return {
    /**
     * Calls `handle`, or resolves with `done` for a callback that is already handled. A copy during handling shares the
     * outcome or failure of the first. The `jti` counts as handled once its outcome is in the journal.
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
