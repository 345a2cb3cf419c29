import { centralTime, closingTime, DAY_MS, dateTime, startOfDay, utcDay } from './dates.ts';
import type { EngineContext } from './engine-context.ts';
import type { Range } from './generated-transactions.ts';
import type { OperationResult } from './payments.ts';
import type { Caller, PaymentRecord, PayoutRecord, Profile, RefundRecord } from './records.ts';
import { Refusal } from './refusal.ts';

const PAGE_SIZE = 10_000;
const MOST_DAYS_APART = 30;
const NINE_HOURS_MS = 9 * 3_600_000;

export type TransactionsQuery = {
  readonly page: number;
  readonly 'payout-id'?: string;
  readonly 'start-date'?: string;
  readonly 'end-date'?: string;
};

/** Operation 10: the merchant's payouts of a day, by default today (UTC). */
export function listPayouts(
  context: EngineContext,
  caller: Caller,
  query: { readonly page: number; readonly date?: string },
): OperationResult {
  const day = query.date ?? utcDay(context.clock.now());
  dayStart('date', day);
  refuseFuture(context, 'date', day);
  const dayOf = (at: number) => utcDay(context.choices.payoutClosing === 'utc' ? at : centralTime(at));
  const payouts = [...context.store.payouts.values()].filter(
    ({ merchantId, createdAt }) =>
      // A payout is made at the midnight that ends its day.
      merchantId === caller.merchantId && dayOf(createdAt) === day && isThere(context, createdAt - 1),
  );
  if (context.generated?.merchantId === caller.merchantId) payouts.push(...context.generated.payouts(day));
  const items = payouts
    .slice(query.page * PAGE_SIZE, (query.page + 1) * PAGE_SIZE)
    .map((payout) => payoutView(context, payout));
  return page(context, query.page, payouts.length, { payouts: items }, items.length);
}

/** Operations 11 and 12: the payments or refunds of a payout, of a range of days, or of both. */
export function listTransactions(
  context: EngineContext,
  caller: Caller,
  kind: 'payment' | 'refund',
  query: TransactionsQuery,
): OperationResult {
  const ranges = rangesOf(context, caller, query);
  const live = liveRows(context, caller, kind, ranges);
  const generated = context.generated?.merchantId === caller.merchantId ? context.generated : undefined;
  // A generated payout lies within a single day. A range of days in the same query can only empty the list.
  const range = generatedRange(context, ranges);
  const generatedCount = generated && range ? generated.count(kind, range) : 0;

  const from = query.page * PAGE_SIZE;
  const items: object[] = live.slice(from, from + PAGE_SIZE);
  if (generated && range && items.length < PAGE_SIZE) {
    const start = Math.max(from - live.length, 0);
    const profile = context.store.profiles.get(generated.profileId);
    for (const row of generated.rows(kind, range, start, start + PAGE_SIZE - items.length)) {
      items.push(transactionView({ ...row, profileId: generated.profileId }, profile));
    }
  }
  const list = kind === 'payment' ? { payments: items } : { refunds: items };
  return page(context, query.page, live.length + generatedCount, list, items.length);
}

interface Ranges {
  readonly payoutId?: string | undefined;
  readonly days?: { readonly startDate: string; readonly endDate: string };
}

function rangesOf(context: EngineContext, caller: Caller, query: TransactionsQuery): Ranges {
  const { 'payout-id': payoutId, 'start-date': startDate, 'end-date': endDate } = query;
  if ((startDate === undefined) !== (endDate === undefined)) {
    throw new Refusal('BAD_REQUEST', 'start-date and end-date are given together or not at all');
  }
  if (payoutId !== undefined) checkOwnPayout(context, caller, payoutId);
  if (startDate !== undefined && endDate !== undefined) {
    const apart = (dayStart('end-date', endDate) - dayStart('start-date', startDate)) / DAY_MS;
    if (apart < 0) throw new Refusal('BAD_REQUEST', 'end-date is before start-date');
    if (apart > MOST_DAYS_APART) {
      throw new Refusal('BAD_REQUEST', `start-date and end-date are more than ${MOST_DAYS_APART} days apart`);
    }
    refuseFuture(context, 'end-date', endDate);
    return { payoutId, days: { startDate, endDate } };
  }
  if (payoutId !== undefined) return { payoutId };
  if (context.choices.neitherPayoutNorRange === 'refuse') {
    throw new Refusal('BAD_REQUEST', 'payout-id, or start-date and end-date, must be given');
  }
  const today = utcDay(context.clock.now());
  return { days: { startDate: today, endDate: today } };
}

function checkOwnPayout(context: EngineContext, caller: Caller, payoutId: string): void {
  const payout = context.store.payouts.get(payoutId) ?? context.generated?.payout(payoutId);
  if (payout?.merchantId !== caller.merchantId) throw new Refusal('PAYOUT_NOT_FOUND', `There is no payout ${payoutId}`);
}

function generatedRange(context: EngineContext, { payoutId, days }: Ranges): Range | undefined {
  if (payoutId === undefined) return days;
  const payout = context.generated?.payout(payoutId);
  if (!payout) return undefined;
  const day = utcDay(payout.createdAt);
  return days && (day < days.startDate || day > days.endDate) ? undefined : { payoutId };
}

/** The generated set is always listed. */
function isThere({ choices, clock }: EngineContext, at: number): boolean {
  return choices.reconciliationFrom === 'at-once' || clock.now() >= closingTime('cet', at) + NINE_HOURS_MS;
}

function liveRows(
  context: EngineContext,
  caller: Caller,
  kind: 'payment' | 'refund',
  { payoutId, days }: Ranges,
): object[] {
  const { store, choices } = context;
  const madeAt = ({ createdAt, succeededAt = createdAt }: { createdAt: number; succeededAt?: number }) =>
    choices.listedUnder === 'payment' ? createdAt : succeededAt;
  const fits = (item: PaymentRecord | RefundRecord) => {
    if (item.merchantId !== caller.merchantId) return false;
    if (payoutId !== undefined && item.payoutId !== payoutId) return false;
    if (item.payoutId === undefined && choices.notYetPaidOut === 'left-out') return false;
    const day = utcDay(madeAt(item));
    if (!isThere(context, madeAt(item))) return false;
    return !days || (day >= days.startDate && day <= days.endDate);
  };
  if (kind === 'payment') {
    return [...store.payments.values()]
      .filter((payment) => payment.status === 'SUCCEEDED' && fits(payment))
      .map((payment) => {
        const row = { ...payment, paymentChannel: payment.channel, transactionDate: madeAt(payment) };
        return transactionView(row, store.profiles.get(payment.profileId));
      });
  }
  const isEveryListed = choices.listedRefunds === 'every-status' && payoutId === undefined;
  return [...store.refunds.values()].flatMap((refund) => {
    const payment = store.payments.get(refund.paymentId);
    if (!payment || !(refund.status === 'REFUNDED' || isEveryListed) || !fits(refund)) return [];
    const { channel: paymentChannel, reference } = payment;
    const row = { ...refund, paymentChannel, transactionDate: refund.createdAt, reference };
    return [transactionView(row, store.profiles.get(refund.profileId))];
  });
}

interface Row {
  readonly paymentId: string;
  readonly refundId?: string;
  readonly payoutId?: string;
  readonly profileId: string;
  readonly paymentChannel: string;
  readonly amount: number;
  readonly reference?: string | undefined;
  readonly description?: string | undefined;
  readonly transactionDate: number;
}

/** docs/service.md, Reconciliation resources. Leaves out empty texts: at least a character is required. */
function transactionView(row: Row, profile: Profile | undefined): object {
  const { paymentId, payoutId, profileId: paymentProfileId, paymentChannel, amount, refundId } = row;
  return {
    ...{ paymentId, payoutId, paymentProfileId, merchantName: profile?.name, paymentChannel, currency: 'EUR', amount },
    reference: row.reference || undefined,
    description: row.description || undefined,
    transactionDate: dateTime(row.transactionDate),
    refundId,
  };
}

function payoutView({ choices }: EngineContext, payout: PayoutRecord): object {
  const isWithoutId = payout.status === 'FAILED' && choices.failedPayoutId === 'absent';
  return {
    payoutId: isWithoutId ? undefined : payout.payoutId,
    merchantId: payout.merchantId,
    bulkId: payout.bulkId,
    iban: payout.iban,
    payoutStatus: payout.status,
    payoutDate: dateTime(payout.createdAt),
    payoutCurrency: 'EUR',
    totalPayments: payout.totalPayments,
    totalRefunds: payout.totalRefunds,
    totalPaymentAmount: payout.totalPaymentAmount,
    totalRefundAmount: payout.totalRefundAmount,
    payoutAmount: payout.totalPaymentAmount - payout.totalRefundAmount,
  };
}

function page(
  context: EngineContext,
  number: number,
  totalElements: number,
  list: object,
  size: number,
): OperationResult {
  const totalPages = Math.max(Math.ceil(totalElements / PAGE_SIZE), Number(context.choices.emptyTotalPages));
  return { status: 200, body: { size, totalPages, totalElements, number, ...list } };
}

function refuseFuture({ choices, clock }: EngineContext, name: string, day: string): void {
  if (choices.reconciliationEnd === 'taken' || day <= utcDay(clock.now())) return;
  throw new Refusal('BAD_REQUEST', `${name} is in the future`);
}

function dayStart(name: string, day: string): number {
  const start = startOfDay(day);
  if (start === undefined) throw new Refusal('BAD_REQUEST', `${name} is not a day of the calendar`);
  return start;
}
