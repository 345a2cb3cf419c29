import type { Random } from '../base/clock.ts';
import { httpDate } from './clock-skew.ts';

/** The longest wait that a `Retry-After` can ask for: a day. A longer one is cut to it. */
export const RETRY_AFTER_CAP_MS = 24 * 60 * 60 * 1_000;

/** Seconds or an HTTP date (RFC 9110, 10.2.3), in ms; nonsense is ignored. `serviceNow`: by the date's own clock. */
export function retryAfterMs(header: string | undefined, serviceNow: number): number | undefined {
  const text = header?.trim() ?? '';
  if (/^\d+$/.test(text)) return Math.min(Number(text) * 1_000, RETRY_AFTER_CAP_MS);
  const date = httpDate(text);
  if (date === undefined) return undefined;
  return Math.min(Math.max(date - serviceNow, 0), RETRY_AFTER_CAP_MS);
}

/** A call that may be repeated is sent so often: reads, and writes that carry an idempotency key. */
const MAX_ATTEMPTS = 3;

/** A longer wait than this is left to the caller, who can show the person at the till why it waits. */
const LONGEST_OWN_WAIT_MS = 10_000;

/** The wait after a 429 without `Retry-After`: limits are counted by the second. Only the background waits so long. */
export const BUSY_MS = 1_000;

/** The wait before attempt `attempt + 1` (attempts count from 1), or undefined to give up. */
export function waitBeforeNext(attempt: number, askedMs: number | undefined, random: Random): number | undefined {
  if (attempt >= MAX_ATTEMPTS) return undefined;
  const ownMs = 250 * 2 ** (attempt - 1) * (0.5 + random.next());
  if (askedMs === undefined) return ownMs;
  if (askedMs > LONGEST_OWN_WAIT_MS) return undefined;
  // A little longer than asked, and different at each till: else all tills come back in the same instant.
  return askedMs + ownMs;
}
