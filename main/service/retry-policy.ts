import type { Random } from '../base/clock.ts';
import { httpDate } from './clock-skew.ts';

/** The longest wait that a `Retry-After` can ask for: a day. A longer wait is cut. */
export const RETRY_AFTER_CAP_MS = 24 * 60 * 60 * 1_000;

/**
 * Parses `Retry-After`, seconds or an HTTP date (RFC 9110, 10.2.3), into ms; invalid text is ignored. `serviceNow` is
 * in the clock of the date.
 */
export function retryAfterMs(header: string | undefined, serviceNow: number): number | undefined {
  const text = header?.trim() ?? '';
  if (/^\d+$/.test(text)) return Math.min(Number(text) * 1_000, RETRY_AFTER_CAP_MS);
  const date = httpDate(text);
  if (date === undefined) return undefined;
  return Math.min(Math.max(date - serviceNow, 0), RETRY_AFTER_CAP_MS);
}

/** Attempts for a call that may be repeated: a read, or a write with an idempotency key. */
const MAX_ATTEMPTS = 3;

/** A longer wait is left to the caller, who can show the cashier the reason. */
const LONGEST_OWN_WAIT_MS = 10_000;

/** The wait after a 429 without `Retry-After`: the service limits requests per second. Background requests only. */
export const BUSY_MS = 1_000;

/** Returns the ms before attempt `attempt + 1` (attempts count from 1), or undefined to give up. */
export function waitBeforeNext(attempt: number, askedMs: number | undefined, random: Random): number | undefined {
  if (attempt >= MAX_ATTEMPTS) return undefined;
  const ownMs = 250 * 2 ** (attempt - 1) * (0.5 + random.next());
  if (askedMs === undefined) return ownMs;
  if (askedMs > LONGEST_OWN_WAIT_MS) return undefined;
  // Longer than asked by a random time, so that the tills do not all return in the same instant.
  return askedMs + ownMs;
}
