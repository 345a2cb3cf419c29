import type { Clock, Random } from '../base/clock.ts';
import { DAY_MS, daysToAsk } from '../base/days.ts';
import type { Log } from '../base/log.ts';
import type { RefundDoubt } from '../domain/events.ts';
import type { CallOptions, PaymentService, RefundId, Transaction } from '../domain/payment-service.ts';
import { begunAt, type RefundRecord } from '../domain/refund-record.ts';
import { sameText } from '../domain/same-text.ts';
import type { Journal } from '../journal/journal.ts';

export interface RefundParts {
  readonly service: PaymentService;
  readonly journal: Journal;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
  /** Service clock minus this machine's clock, ms; undefined before a response has shown the service's time. */
  skewMs(): number | undefined;
}

type LookUpResult = { readonly refundId: RefundId } | { readonly doubt: Exclude<RefundDoubt, 'refused'> };

/**
 * Looks a refund up in the service's list. Operation 12 shows no idempotency keys: a refund is found only if exactly
 * one unknown entry fits. `until`: a later entry is another refund. Rejects with the service's `TillError`.
 */
export async function lookUp(
  { service, journal, clock, skewMs }: Pick<RefundParts, 'service' | 'journal' | 'clock' | 'skewMs'>,
  refund: RefundRecord,
  options: CallOptions & { readonly until?: number | undefined },
): Promise<LookUpResult> {
  const begun = begunAt(refund);
  const now = clock.now() + (skewMs() ?? 0);
  // The clock may have been set back since the send: the search covers both times. With a known service time, no future
  // day is requested: the service may refuse a future day.
  const first = Math.min(begun, now) - DAY_MS;
  const last = Math.max(begun, now, refund.sentAgainAt ?? begun) + (skewMs() === undefined ? DAY_MS : 0);
  const listed: ListedRefund[] = [];
  for await (const one of listedRefunds(service, first, last, options))
    if (one.paymentId === refund.paymentId) listed.push(one);
  const others = journal.refundsOf(refund.saleId).filter(({ refundKey }) => refundKey !== refund.refundKey);
  return matchListed(refund, listed, {
    taken: new Set(others.map(({ refundId }) => refundId)),
    saleDescription: journal.sale(refund.saleId)?.description,
    until: options.until,
  });
}

/** Criteria to distinguish the refund from other entries of the list. */
export interface MatchCriteria {
  /** Ids of the payment's other refunds. */
  readonly taken: ReadonlySet<string | undefined>;
  readonly saleDescription: string | undefined;
  /** A later entry is another refund; ms since the epoch, by the service's clock. */
  readonly until?: number | undefined;
}

/** Time within which the service may still act on a request that was under way when a manager closed its refund, ms. */
export const ARRIVES_WITHIN_MS = 10 * 60_000;

/** Largest error of the service's clock relative to its last response, ms. */
const CLOCK_ERROR_MS = 60_000;

/** Older entries were made by another till. Before the first service time, the till's clock may be a day off. */
function earliestOf(refund: RefundRecord): number {
  return begunAt(refund) - (refund.skewMs === undefined ? DAY_MS : CLOCK_ERROR_MS);
}

/** Returns the id of the refund in the service's list, or the reason why it stayed undecided. Pure. */
export function matchListed(
  refund: RefundRecord,
  listed: readonly ListedRefund[],
  criteria: MatchCriteria,
): LookUpResult {
  const alike = listed.filter(
    ({ paymentId, amount, refundId, date }) =>
      paymentId === refund.paymentId &&
      amount === refund.amount &&
      !criteria.taken.has(refundId) &&
      date >= earliestOf(refund) &&
      date <= (criteria.until ?? Number.POSITIVE_INFINITY),
  );
  const fitting = alike.filter(
    // The list may show the payment's description in place of the refund's (docs/service.md, Reconciliation resources).
    ({ description }) =>
      description === undefined || [refund.reason, criteria.saleDescription].some((text) => isText(text, description)),
  );
  const described = fitting.filter(({ description }) => isText(refund.reason, description));
  const candidates = described.length > 0 ? described : fitting;
  const [only] = candidates;
  // A cut or changed description must not hide the refund: the entry may match, and a person has to look.
  if (only === undefined) return { doubt: alike.length > 0 ? 'several' : 'absent' };
  return candidates.length === 1 ? { refundId: only.refundId as RefundId } : { doubt: 'several' };
}

function isText(sent: string | undefined, listed: string | undefined): boolean {
  return sent !== undefined && listed !== undefined && sameText(sent, listed);
}

export type ListedRefund = Transaction & { readonly refundId: string };

/** Yields the refunds of UTC days `from` to `to` (ms since the epoch). Rejects with the service's `TillError`. */
export async function* listedRefunds(
  service: PaymentService,
  from: number,
  to: number,
  options?: CallOptions,
): AsyncGenerator<ListedRefund> {
  const seen = new Set<string>();
  for (const { from: startDate, to: endDate } of daysToAsk(from, to))
    for await (const one of service.payoutRefunds({ startDate, endDate }, options))
      if (one.refundId !== undefined && !seen.has(one.refundId)) {
        seen.add(one.refundId);
        yield { ...one, refundId: one.refundId };
      }
}
