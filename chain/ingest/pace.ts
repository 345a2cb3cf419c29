import { LRUCache } from 'lru-cache';
import { tooMany } from './key-check.ts';

/** A till that catches up with a week, 28,000 events, takes half a minute. */
const BYTES_PER_MS = 300;
/** What a call costs beside its body. */
const CALL_BYTES = 2_000;
/** A till is not slowed before it is so far ahead of its rate. */
const AHEAD_MS = 1_000;
/** A till waits as long for an answer. */
const LONGEST_MS = 30_000;

/** Holds back a till that sends faster than its share, so that it does not slow the others. */
export class Pace {
  /** When a till has used up what it sent, ms of `now`. */
  readonly #until = new LRUCache<number, number>({ max: 100_000, ttl: 60_000 });

  /** Ms until it is the turn of a body of so many bytes. `now`: ms of a clock that only rises. Throws Refusal `tries.too-many`. */
  waitOf(till: number, bytes: number, now: number): number {
    const begins = Math.max(now, this.#until.get(till) ?? 0);
    const wait = Math.max(0, begins - now - AHEAD_MS);
    if (wait > LONGEST_MS) throw tooMany(LONGEST_MS / 1_000);
    this.#until.set(till, begins + (bytes + CALL_BYTES) / BYTES_PER_MS);
    return wait;
  }
}
