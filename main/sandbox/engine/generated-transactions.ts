import type { Random } from '../random.ts';
import { DAY_MS, startOfDay, utcDay } from './dates.ts';
import { iban } from './debtors.ts';
import type { PayoutRecord } from './records.ts';

export type GeneratedTransactions = ReturnType<typeof generateTransactions>;

/** A payout, or a range of days (`yyyy-MM-dd`), both inclusive. */
export type Range = { readonly payoutId: string } | { readonly startDate: string; readonly endDate: string };

/** A payment or a refund. Amount in cents, date in ms since the epoch. */
interface GeneratedRow {
  readonly paymentId: string;
  readonly refundId?: string;
  readonly payoutId: string;
  readonly paymentChannel: 'INSTORE';
  readonly amount: number;
  readonly reference: string;
  readonly transactionDate: number;
}

interface GenerationOptions {
  readonly seed: number;
  readonly transactions: number;
  /** Last day, ms since the epoch. The transactions are spread evenly over `DAYS` days. */
  readonly until: number;
  readonly merchantId: string;
  readonly profileId: string;
  readonly random: Random;
}

const DAYS = 20;

const REFUND_EVERY = 19;

/** For tests of paging and memory, with a payout per day. Rows are computed when listed and take no memory. */
export function generateTransactions({ seed, transactions, until, merchantId, profileId, random }: GenerationOptions) {
  const payments = Math.ceil((transactions * REFUND_EVERY) / (REFUND_EVERY + 1));
  const perDay = Math.ceil(payments / DAYS);
  const firstDay = (startOfDay(utcDay(until)) ?? 0) - (DAYS - 1) * DAY_MS;
  const account = iban(random);

  const payoutIdOf = (day: number) => generatedId('c', seed, day);
  const amountOf = (index: number) => 50 + (hashed(seed ^ 0x5eed, index) % 19_950);
  const refundOf = (amount: number) => Math.ceil(amount / 2);
  const daysSince = (day: string) => ((startOfDay(day) ?? 0) - firstDay) / DAY_MS;
  const daysOf = (range: Range): readonly [number, number] => {
    if (!('payoutId' in range)) return [daysSince(range.startDate), daysSince(range.endDate)];
    const day = Number.parseInt(range.payoutId.slice(9), 16);
    return range.payoutId === payoutIdOf(day) && day < DAYS ? [day, day] : [0, -1];
  };
  const span = (kind: 'payment' | 'refund', range: Range): readonly [number, number] => {
    const [first, last] = daysOf(range);
    const from = Math.min(Math.max(first, 0) * perDay, payments);
    const to = Math.max(from, Math.min(Math.max(last + 1, 0) * perDay, payments));
    return kind === 'payment' ? [from, to] : [Math.ceil(from / REFUND_EVERY), Math.ceil(to / REFUND_EVERY)];
  };
  const payment = (index: number): GeneratedRow => {
    const day = Math.floor(index / perDay);
    return {
      paymentId: generatedId('a', seed, index),
      payoutId: payoutIdOf(day),
      paymentChannel: 'INSTORE',
      amount: amountOf(index),
      reference: `SET-${index}`,
      transactionDate: firstDay + day * DAY_MS + Math.floor(((index % perDay) * DAY_MS) / perDay),
    };
  };
  const refund = (index: number): GeneratedRow => {
    const of = payment(index * REFUND_EVERY);
    return { ...of, refundId: generatedId('b', seed, index), amount: refundOf(of.amount) };
  };
  const payoutOf = (day: number): PayoutRecord => {
    const payoutId = payoutIdOf(day);
    const [firstPayment, paymentsEnd] = span('payment', { payoutId });
    const [firstRefund, refundsEnd] = span('refund', { payoutId });
    let totalPaymentAmount = 0;
    for (let index = firstPayment; index < paymentsEnd; index += 1) totalPaymentAmount += amountOf(index);
    let totalRefundAmount = 0;
    for (let index = firstRefund; index < refundsEnd; index += 1)
      totalRefundAmount += refundOf(amountOf(index * REFUND_EVERY));
    return {
      ...{ payoutId, merchantId, bulkId: 'NONE', iban: account, status: 'SUCCEEDED' },
      createdAt: firstDay + day * DAY_MS + DAY_MS - 1,
      totalPayments: paymentsEnd - firstPayment,
      totalRefunds: refundsEnd - firstRefund,
      ...{ totalPaymentAmount, totalRefundAmount },
    };
  };
  const payouts = Array.from({ length: DAYS }, (_, day) => payoutOf(day));

  return {
    merchantId,
    profileId,
    payouts: (day: string) => payouts.filter((payout) => utcDay(payout.createdAt) === day),
    payout: (payoutId: string) => payouts.find((payout) => payout.payoutId === payoutId),
    count(kind: 'payment' | 'refund', range: Range): number {
      const [from, to] = span(kind, range);
      return to - from;
    },
    /** Returns rows `from` to `to` (exclusive) of a range, in order of creation. */
    rows(kind: 'payment' | 'refund', range: Range, from: number, to: number): readonly GeneratedRow[] {
      const [first, end] = span(kind, range);
      const length = Math.max(0, Math.min(first + to, end) - first - from);
      return Array.from({ length }, (_, index) => (kind === 'payment' ? payment : refund)(first + from + index));
    },
  };
}

function generatedId(kind: string, seed: number, index: number): string {
  return kind + hashed(seed, index).toString(16).padStart(8, '0') + index.toString(16).padStart(15, '0');
}

/** Returns a 32-bit hash of seed and index (the finaliser of MurmurHash3): equal rows each time without storage. */
function hashed(seed: number, index: number): number {
  let hash = (seed ^ Math.imul(index + 1, 0x9e3779b1)) >>> 0;
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}
