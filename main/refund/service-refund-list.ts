import { DAY_MS, utcDayOf } from '../base/days.ts';
import type { CallOptions, PaymentService, Transaction } from '../domain/payment-service.ts';

export type ListedRefund = Transaction & { readonly refundId: string };

/** One request may ask for days that are at most so far apart (docs/service.md, Limits). */
const MAX_DAYS_APART = 30;

/**
 * Of the UTC days from `from` to `to` (ms since the epoch), in several requests. Rejects with the service's TillError.
 */
export async function* listedRefunds(
  service: PaymentService,
  from: number,
  to: number,
  options?: CallOptions,
): AsyncGenerator<ListedRefund> {
  const last = startOfDay(to);
  const told = new Set<string>();
  for (let start = startOfDay(from); start <= last; start += (MAX_DAYS_APART + 1) * DAY_MS) {
    const end = Math.min(start + MAX_DAYS_APART * DAY_MS, last);
    for await (const one of service.payoutRefunds({ startDate: utcDayOf(start), endDate: utcDayOf(end) }, options))
      if (one.refundId !== undefined && !told.has(one.refundId)) {
        told.add(one.refundId);
        yield { ...one, refundId: one.refundId };
      }
  }
}

function startOfDay(at: number): number {
  return Math.floor(at / DAY_MS) * DAY_MS;
}
