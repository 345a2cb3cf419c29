import { httpDate } from './http-date.ts';

/** Up to this skew, in ms, the till signs with its own time: a `Date` header counts whole seconds only. */
const CORRECT_FROM_MS = 2_000;

/** `now` in the service's clock: corrected where the skew is past 2 s. All in ms. */
export function corrected(now: number, skewMs: number): number {
  return now + (Math.abs(skewMs) > CORRECT_FROM_MS ? skewMs : 0);
}

/**
 * The skew (the service's clock minus this machine's, ms) after a response with that `Date` header, which took
 * `tookMs`. A response shows the skew only within the time that it took and the second that `Date` cuts off. An
 * estimate within that range stays as it is: so a slow response does not move a good estimate, and a clock that agrees
 * stays at 0.
 */
export function skewAfter(estimate: number, date: string | undefined, now: number, tookMs: number): number {
  const stamped = httpDate(date);
  if (stamped === undefined) return estimate;
  const least = stamped - now;
  const most = stamped + 1_000 - (now - tookMs);
  if (least <= estimate && estimate <= most) return estimate;
  return least <= 0 && most >= 0 ? 0 : Math.round((least + most) / 2);
}
