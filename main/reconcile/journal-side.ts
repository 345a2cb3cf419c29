import type { Journal } from '../journal/journal.ts';
import { begunAt, isOwn, type RefundRecord } from '../journal/refund-record.ts';
import type { KnownSale, SaleRecord } from '../journal/sale-record.ts';
import { ownerOf } from '../reports/shift-standing.ts';
import type { Transaction } from '../service/payment-service.ts';
import { DAY_MS, type Days, isWithin, startOf } from './days.ts';

/** What of the journal the matching needs. */
export type JournalToMatch = Pick<
  Journal,
  'saleOfPayment' | 'salesOfReference' | 'refundsOf' | 'salesBetween' | 'refundsBetween'
>;

/**
 * The journal's sale of a listed payment. Money that came for a sale which the till gave up, or never heard of again, is
 * found by its reference: the till knows no payment id then.
 */
export function saleOf(journal: JournalToMatch, listed: Transaction): SaleRecord | undefined {
  const sale = journal.saleOfPayment(listed.paymentId);
  if (sale !== undefined || listed.reference === undefined) return sale;
  return journal.salesOfReference(listed.reference).find((each) => each.ownReference && each.paymentId === undefined);
}

/** A payment or refund that the journal has as done. `at` is its time in the service's lists, as far as known. */
export interface Done<Record> {
  readonly record: Record;
  readonly at: number;
}

/** Clocks may differ by so much from the service's before the till refuses to sign (docs/service.md), and more before. */
const CLOCKS_APART_MS = DAY_MS;

/**
 * This till's payments of these days, the oldest first. One that began in them and succeeded outside is left out: nobody
 * can tell under which of the two days the service lists it, and a range with both days has it.
 */
export function* paidSales(journal: JournalToMatch, days: Days): Generator<Done<KnownSale> | undefined> {
  for (const sale of journal.salesBetween(startOf(days.from) - CLOCKS_APART_MS, endOf(days) + CLOCKS_APART_MS))
    yield isPaidHere(sale) && isOfDays(sale, days) ? { record: sale, at: paidAt(sale) } : undefined;
}

/** This till's refunds of these days that moved money, the oldest first. */
export function* refunded(journal: JournalToMatch, days: Days): Generator<Done<RefundRecord> | undefined> {
  for (const refund of journal.refundsBetween(startOf(days.from) - CLOCKS_APART_MS, endOf(days) + CLOCKS_APART_MS)) {
    const isDone = isOwn(refund) && refund.stage === 'refunded' && isWithin(begunAt(refund), days);
    yield isDone ? { record: refund, at: begunAt(refund) } : undefined;
  }
}

function endOf({ to }: Days): number {
  return startOf(to) + DAY_MS;
}

function isPaidHere(sale: SaleRecord): sale is KnownSale {
  return sale.creation === 'known' && sale.stage === 'paid' && ownerOf(sale) !== 'other-till';
}

function isOfDays(sale: KnownSale, days: Days): boolean {
  return isWithin(sale.createdAt, days) && isWithin(paidAt(sale), days);
}

function paidAt({ succeededAt, createdAt }: KnownSale): number {
  return succeededAt ?? createdAt;
}
