import { SKEW_CORRECTED_UP_TO_MS } from '../../preload/contract/limits.ts';

/** Up to this skew, in ms, the till signs with its own time: a `Date` header counts whole seconds only. */
export const CORRECT_FROM_MS = 2_000;

/** Returns `now` in the service's clock: corrected for a skew from 2 s to 15 minutes. All in ms. */
export function corrected(now: number, skewMs: number): number {
  const isCorrected = Math.abs(skewMs) > CORRECT_FROM_MS && Math.abs(skewMs) <= SKEW_CORRECTED_UP_TO_MS;
  return now + (isCorrected ? skewMs : 0);
}

/** ms. The true skew is within `tookMs` plus the second that `Date` cuts off. An estimate in that range stays. */
export function skewAfter(estimate: number, date: string | undefined, now: number, tookMs: number): number {
  const stamped = httpDate(date);
  if (stamped === undefined) return estimate;
  const least = stamped - now;
  const most = stamped + 1_000 - (now - tookMs);
  if (least <= estimate && estimate <= most) return estimate;
  return least <= 0 && most >= 0 ? 0 : Math.round((least + most) / 2);
}

/** RFC 9110, IMF-fixdate, as ms since the epoch; undefined for other texts that JavaScript can parse. */
export function httpDate(text: string | undefined): number | undefined {
  if (text === undefined || !/^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/.test(text)) return;
  const ms = Date.parse(text);
  return Number.isNaN(ms) ? undefined : ms;
}
