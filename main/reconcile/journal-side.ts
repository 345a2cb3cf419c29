import type { TransactionKind } from '../../preload/contract/payouts.ts';
import { DAY_MS, listDaysOf, listedFrom, utcStartOf } from '../base/days.ts';
import type { Transaction } from '../domain/payment-service.ts';
import { begunAt, isOtherTills, isOwn, type RefundRecord } from '../domain/refund-record.ts';
import { RefundTimeFold, type RefundTimes } from '../domain/refund-times.ts';
import type { KnownSale, SaleRecord } from '../domain/sale-record.ts';
import type { Journal } from '../journal/journal.ts';
import { ownerOf } from '../reports/counted-as.ts';
import type { Days } from './fetch-plan.ts';

export type JournalToMatch = Pick<
  Journal,
  'saleOfPayment' | 'salesOfReference' | 'refundsOf' | 'salesBetween' | 'refundsBetween' | 'eventsOf'
>;

/** Returns the sale of a listed payment, by reference if the sale was abandoned: its payment id is unknown. */
export function saleOf(journal: JournalToMatch, listed: Transaction): SaleRecord | undefined {
  const sale = journal.saleOfPayment(listed.paymentId);
  if (sale !== undefined || listed.reference === undefined) return sale;
  return journal.salesOfReference(listed.reference).find((each) => each.ownReference && each.paymentId === undefined);
}

/** Payment or refund that is complete in the journal; `at`: its time in the service's lists, as far as known. */
export interface Done {
  readonly kind: TransactionKind;
  readonly id: string;
  readonly paymentId: string;
  readonly cents: number;
  readonly date: number;
  readonly reference?: string;
  readonly at: number;
  /** Days outside the range under which the service may list the transaction: the other side of a midnight. */
  readonly otherDays: readonly string[];
  /** Before this time the service may not list the transaction yet. */
  readonly listedFrom: number;
  /** Time at which the till learned the end; decides the shift. */
  readonly endedAt: number | undefined;
}

export function timesOf(journal: JournalToMatch, { saleId, refundKey }: RefundRecord): RefundTimes {
  const fold = new RefundTimeFold();
  for (const event of journal.eventsOf(saleId)) fold.add(event);
  return fold.of(refundKey);
}

/** Margin for clock differences, ms: the till refuses to sign beyond 15 minutes (docs/service.md). */
const CLOCKS_APART_MS = DAY_MS;

/** Yields the journal's transactions of these days, payments first; undefined for sales and refunds to skip. */
export function* doneHere(journal: JournalToMatch, days: Days): Generator<Done | undefined> {
  const span = [utcStartOf(days.from) - CLOCKS_APART_MS, endOf(days) + CLOCKS_APART_MS] as const;
  for (const sale of journal.salesBetween(...span)) yield isPaidHere(sale) ? paid(sale, days) : undefined;
  for (const refund of journal.refundsBetween(...span))
    yield isOtherTills(refund) || refund.stage !== 'refunded'
      ? undefined
      : refunded(refund, timesOf(journal, refund), days);
}

/** Uses the times of creation and success: the service may list the payment by either. */
function paid({ paymentId, amount, createdAt, succeededAt = createdAt, reference, endedAt }: KnownSale, days: Days) {
  const transaction = { kind: 'payment', id: paymentId, paymentId, cents: amount, date: createdAt, reference } as const;
  return doneIn(days, [createdAt, succeededAt], { ...transaction, at: succeededAt, endedAt });
}

/** Error of a known clock difference, ms (the service's time has whole seconds), and of an unknown difference. */
const SKEW_OFF_MS = 2_000;
const SKEW_UNKNOWN_MS = 15 * 60 * 1000;

/** The service made a refund between its beginning and its first response. */
function refunded(refund: RefundRecord, times: RefundTimes, days: Days): Done | undefined {
  const { refundId: id, paymentId, amount: cents } = refund;
  if (id === undefined) return undefined;
  const at = begunAt(refund);
  const transaction = { kind: 'refund', id, paymentId, cents, date: at } as const;
  return doneIn(days, madeBetween(refund, times), { ...transaction, at, endedAt: times.endedAt });
}

function doneIn(
  { from, to }: Days,
  times: readonly number[],
  done: Omit<Done, 'otherDays' | 'listedFrom'>,
): Done | undefined {
  const possible = new Set(times.flatMap(listDaysOf));
  const otherDays = [...possible].filter((day) => day < from || day > to);
  if (otherDays.length === possible.size) return undefined;
  return { ...done, otherDays, listedFrom: listedFrom(Math.max(...times)) };
}

function madeBetween(refund: RefundRecord, { knownAt = refund.at }: RefundTimes): readonly number[] {
  // The time comes from the service's list.
  if (!isOwn(refund)) return [refund.at];
  const off = refund.skewMs === undefined ? SKEW_UNKNOWN_MS : SKEW_OFF_MS;
  return [begunAt(refund) - off, knownAt + (refund.skewMs ?? 0) + off];
}

function endOf({ to }: Days): number {
  return utcStartOf(to) + DAY_MS;
}

function isPaidHere(sale: SaleRecord): sale is KnownSale {
  return sale.creation === 'known' && sale.stage === 'paid' && ownerOf(sale) !== 'other-till';
}
