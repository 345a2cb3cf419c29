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

/** Money for a sale which the till gave up is found by its reference: the till knows no payment id then. */
export function saleOf(journal: JournalToMatch, listed: Transaction): SaleRecord | undefined {
  const sale = journal.saleOfPayment(listed.paymentId);
  if (sale !== undefined || listed.reference === undefined) return sale;
  return journal.salesOfReference(listed.reference).find((each) => each.ownReference && each.paymentId === undefined);
}

/** A payment or a refund that the journal has as done; `at` is its time in the service's lists, as far as known. */
export interface Done {
  readonly kind: TransactionKind;
  readonly id: string;
  readonly paymentId: string;
  readonly cents: number;
  readonly date: number;
  readonly reference?: string;
  readonly at: number;
  /** Other days than the wanted ones that the service may list it under: one side of a midnight. */
  readonly otherDays: readonly string[];
  /** The service may list it only from this moment. */
  readonly listedFrom: number;
  /** When the till learned its end: by that the shifts count it. */
  readonly endedAt: number | undefined;
}

export function timesOf(journal: JournalToMatch, { saleId, refundKey }: RefundRecord): RefundTimes {
  const fold = new RefundTimeFold();
  for (const event of journal.eventsOf(saleId)) fold.add(event);
  return fold.of(refundKey);
}

/** Clocks may differ by so much from the service's before the till refuses to sign (docs/service.md), and more before. */
const CLOCKS_APART_MS = DAY_MS;

/** The journal's records of these days, payments first; undefined for one that is not of them after all. */
export function* doneHere(journal: JournalToMatch, days: Days): Generator<Done | undefined> {
  const span = [utcStartOf(days.from) - CLOCKS_APART_MS, endOf(days) + CLOCKS_APART_MS] as const;
  for (const sale of journal.salesBetween(...span)) yield isPaidHere(sale) ? paid(sale, days) : undefined;
  for (const refund of journal.refundsBetween(...span))
    yield isOtherTills(refund) || refund.stage !== 'refunded'
      ? undefined
      : refunded(refund, timesOf(journal, refund), days);
}

/** By when it was made or succeeded, for either may be listed. */
function paid({ paymentId, amount, createdAt, succeededAt = createdAt, reference, endedAt }: KnownSale, days: Days) {
  const told = { kind: 'payment', id: paymentId, paymentId, cents: amount, date: createdAt, reference } as const;
  return doneIn(days, [createdAt, succeededAt], { ...told, at: succeededAt, endedAt });
}

/** The service tells its time in whole seconds; and nothing of it, where no answer had come when a refund was begun. */
const SKEW_OFF_MS = 2_000;
const SKEW_UNKNOWN_MS = 15 * 60 * 1000;

/** The service made a refund between its beginning and the first answer about it. */
function refunded(refund: RefundRecord, times: RefundTimes, days: Days): Done | undefined {
  const { refundId: id, paymentId, amount: cents } = refund;
  if (id === undefined) return undefined;
  const at = begunAt(refund);
  const told = { kind: 'refund', id, paymentId, cents, date: at } as const;
  return doneIn(days, madeBetween(refund, times), { ...told, at, endedAt: times.endedAt });
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
  // The list that it was found in told its time.
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
