import type { Random } from '../random.ts';
import { DAY_MS, startOfDay, utcDay } from './dates.ts';
import { iban } from './debtors.ts';
import type { PayoutRecord } from './records.ts';

/**
 * A large reconciliation set of one merchant, for trying out paging and memory. There is a payout for each day. Rows are
 * computed from the seed when they are listed, so that millions of them take no memory.
 */
export interface GeneratedTransactions {
  readonly merchantId: string;
  readonly profileId: string;
  payouts(day: string): readonly PayoutRecord[];
  payout(payoutId: string): PayoutRecord | undefined;
  count(kind: 'payment' | 'refund', range: Range): number;
  /** Rows `from` to `to` (exclusive) of a range, in order of their creation. */
  rows(kind: 'payment' | 'refund', range: Range, from: number, to: number): readonly GeneratedRow[];
}

/** Of one payout, or from one day to another, both included (`yyyy-MM-dd`). */
export type Range = { readonly payoutId: string } | { readonly startDate: string; readonly endDate: string };

/** A payment, or the refund of one. Amount in cents, date in ms since the epoch. */
export interface GeneratedRow {
  readonly paymentId: string;
  readonly refundId?: string;
  readonly payoutId: string;
  readonly paymentChannel: 'INSTORE';
  readonly amount: number;
  readonly reference: string;
  readonly transactionDate: number;
}

export interface GenerationOptions {
  readonly seed: number;
  /** Payments and refunds together. */
  readonly transactions: number;
  /** Last day, ms since the epoch. The transactions are spread evenly over it and the days before it. */
  readonly until: number;
  readonly days?: number;
  readonly merchantId: string;
  readonly profileId: string;
  readonly random: Random;
}

/** One payment in so many is refunded, by half. */
const REFUND_EVERY = 19;

export function generateTransactions(options: GenerationOptions): GeneratedTransactions {
  const days = options.days ?? 20;
  const payments = Math.ceil((options.transactions * REFUND_EVERY) / (REFUND_EVERY + 1));
  const perDay = Math.ceil(payments / days);
  const firstDay = (startOfDay(utcDay(options.until)) ?? 0) - (days - 1) * DAY_MS;
  const account = iban(options.random);

  const dayOf = (index: number) => Math.floor(index / perDay);
  const idOf = (kind: string, index: number) => generatedId(kind, options.seed, index);
  const payoutIdOf = (day: number) => idOf('c', day);
  const amountOf = (index: number) => 50 + (hashed(options.seed ^ 0x5eed, index) % 19_950);
  const span = (kind: 'payment' | 'refund', range: Range): readonly [number, number] => {
    const [first, last] =
      'payoutId' in range ? daysOfPayout(range.payoutId) : [daysSince(range.startDate), daysSince(range.endDate)];
    const from = Math.min(Math.max(first, 0) * perDay, payments);
    const to = Math.min(Math.max(last + 1, 0) * perDay, payments);
    if (kind === 'payment') return [from, Math.max(from, to)];
    return [Math.ceil(from / REFUND_EVERY), Math.max(Math.ceil(from / REFUND_EVERY), Math.ceil(to / REFUND_EVERY))];
  };
  const daysOfPayout = (payoutId: string): readonly [number, number] => {
    const day = Number.parseInt(payoutId.slice(9), 16);
    return payoutId === payoutIdOf(day) && day < days ? [day, day] : [0, -1];
  };
  const daysSince = (day: string) => ((startOfDay(day) ?? 0) - firstDay) / DAY_MS;
  const payment = (index: number): GeneratedRow => ({
    paymentId: idOf('a', index),
    payoutId: payoutIdOf(dayOf(index)),
    paymentChannel: 'INSTORE',
    amount: amountOf(index),
    reference: `SET-${index}`,
    transactionDate: firstDay + dayOf(index) * DAY_MS + Math.floor(((index % perDay) * DAY_MS) / perDay),
  });
  const refund = (index: number): GeneratedRow => {
    const of = payment(index * REFUND_EVERY);
    return { ...of, refundId: idOf('b', index), amount: Math.ceil(of.amount / 2), transactionDate: of.transactionDate };
  };

  const made = Array.from({ length: days }, (_, day) => {
    const range = { payoutId: payoutIdOf(day) };
    const total = (kind: 'payment' | 'refund') => {
      const [from, to] = span(kind, range);
      let sum = 0;
      for (let index = from; index < to; index += 1) {
        sum += kind === 'payment' ? amountOf(index) : Math.ceil(amountOf(index * REFUND_EVERY) / 2);
      }
      return [to - from, sum] as const;
    };
    const [totalPayments, totalPaymentAmount] = total('payment');
    const [totalRefunds, totalRefundAmount] = total('refund');
    return {
      payoutId: range.payoutId,
      merchantId: options.merchantId,
      bulkId: 'NONE',
      iban: account,
      createdAt: firstDay + day * DAY_MS + DAY_MS - 1,
      totalPayments,
      totalRefunds,
      totalPaymentAmount,
      totalRefundAmount,
      status: 'SUCCEEDED',
    } satisfies PayoutRecord;
  });

  return {
    merchantId: options.merchantId,
    profileId: options.profileId,
    payouts: (day) => made.filter((payout) => utcDay(payout.createdAt) === day),
    payout: (payoutId) => made.find((payout) => payout.payoutId === payoutId),
    count(kind, range) {
      const [from, to] = span(kind, range);
      return to - from;
    },
    rows(kind, range, from, to) {
      const [first, end] = span(kind, range);
      const rows: GeneratedRow[] = [];
      for (let index = first + from; index < Math.min(first + to, end); index += 1) {
        rows.push(kind === 'payment' ? payment(index) : refund(index));
      }
      return rows;
    },
  };
}

function generatedId(kind: string, seed: number, index: number): string {
  return kind + hashed(seed, index).toString(16).padStart(8, '0') + index.toString(16).padStart(15, '0');
}

/** A 32-bit hash of seed and index (the finaliser of MurmurHash3): the same row every time, although none is kept. */
function hashed(seed: number, index: number): number {
  let hash = (seed ^ Math.imul(index + 1, 0x9e3779b1)) >>> 0;
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}
