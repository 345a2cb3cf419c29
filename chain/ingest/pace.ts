import { LRUCache } from 'lru-cache';
import { tooMany } from './key-check.ts';

/** A till needs half a minute to catch up on a week, 28,000 events. */
const BYTES_PER_MS = 300;
/** Cost of a call in addition to its body. */
const CALL_BYTES = 2_000;
/** A till may exceed its rate by this time before being slowed. */
const AHEAD_MS = 1_000;
/** A till waits as long for a response. */
const LONGEST_MS = 30_000;

/** A till that sends faster than its share must not delay other tills. */
export class Pace {
  /** Time until which a till has used its share, ms of `now`. */
  readonly #until = new LRUCache<number, number>({ max: 100_000, ttl: 60_000 });

  /** ms, before a body is processed. `now`: ms of a monotonic clock. Throws Refusal `tries.too-many`. */
  waitOf(till: number, bytes: number, now: number): number {
    const begins = Math.max(now, this.#until.get(till) ?? 0);
    const wait = Math.max(0, begins - now - AHEAD_MS);
    if (wait > LONGEST_MS) throw tooMany(LONGEST_MS / 1_000);
    this.#until.set(till, begins + (bytes + CALL_BYTES) / BYTES_PER_MS);
    return wait;
  }
}
