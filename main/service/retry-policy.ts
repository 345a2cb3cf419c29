import type { Random } from '../base/clock.ts';
import { TillError } from '../base/till-error.ts';
import { type CallOptions, isBackground } from '../domain/payment-service.ts';
import { httpDate } from './clock-skew.ts';

/** The longest wait that a `Retry-After` can ask for: a day. A longer wait is cut. */
const RETRY_AFTER_CAP_MS = 24 * 60 * 60 * 1_000;

/** Seconds or an HTTP date (RFC 9110, 10.2.3), as ms; invalid text is ignored. `serviceNow`: the date's clock. */
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
const BUSY_MS = 1_000;

/** Repeats a read, or a write with an idempotency key, unless the caller repeats the call itself. */
export function mayRepeat(
  call: { readonly read: boolean; readonly idempotencyKey: string | undefined },
  { retry }: CallOptions,
): boolean {
  return retry !== 'never' && (call.read || call.idempotencyKey !== undefined);
}

/** ms before attempt `attempt + 1` (from 1), or undefined to give up. `auth.clock` is retried with corrected time. */
export function waitAfter(
  error: TillError,
  attempt: number,
  { urgency }: CallOptions,
  random: Random,
): number | undefined {
  if (!error.retryable || error.code === 'aborted' || error.code === 'answer.mismatch') return undefined;
  const isPaced = error.code === 'service.busy' && isBackground(urgency);
  const askedMs = error.retryAfterMs ?? (isPaced ? BUSY_MS : 0);
  if (attempt >= MAX_ATTEMPTS || askedMs > LONGEST_OWN_WAIT_MS) return undefined;
  // Longer than asked by a random time, so that the tills do not all return in the same instant.
  return askedMs + 250 * 2 ** (attempt - 1) * (0.5 + random.next());
}

/** A refusal of the last attempt says nothing about an earlier attempt. */
export function afterMaybe(error: TillError): TillError {
  if (error.acted === 'maybe') return error;
  return new TillError(error.code, error.message, { ...error, acted: 'maybe', cause: error });
}
