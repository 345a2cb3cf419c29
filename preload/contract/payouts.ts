import { z } from 'zod';
import { call, managers, nothing } from './call.ts';
import type { FieldErrorCode } from './field-error-codes.ts';
import { dayField, id24Field } from './fields.ts';
import { errorView } from './views.ts';

/** The Payouts view: what the service paid out, held against this till's journal. Days are the provider's. */

const matchState = z.enum([
  /** In both, with the same amount. */
  'matched',
  'amount-differs',
  /** The service has it as paid, or as paid back; the journal has it as something else. */
  'outcome-differs',
  /** Paid, or paid back, by the journal, and in no list of the service that should have it. */
  'missing-at-service',
  /** Charged at this till by its reference, and not in its journal. */
  'missing-in-journal',
  /** A refund of a payment that the service does not have in its lists. */
  'no-payment',
  /** In two payouts that both succeeded. */
  'paid-out-twice',
  /** The answer that told of it does not verify: it proves nothing. */
  'unverified',
  /** In two payouts, of which one at most is known to have succeeded. */
  'in-two-payouts',
  /** Absent from the journal, and no reference tells which till charged it. */
  'till-unknown',
  /** A refund whose payment could not be looked up. */
  'unchecked',
  /** Paid by the journal, and too new for the service to list it. */
  'not-listed-yet',
  /** Charged or refunded at another till of the merchant. */
  'other-till',
  /** Its payout failed, and it is in another one. */
  'paid-out-again',
]);
export type MatchState = z.infer<typeof matchState>;

const transactionKind = z.enum(['payment', 'refund']);
export type TransactionKind = z.infer<typeof transactionKind>;

/** Each day is a request of its own; both ends count. */
export const MOST_DAYS = 366;

const DAY_MS = 86_400_000;

export const dayRange = z.strictObject({ from: dayField, to: dayField }).superRefine(({ from, to }, context) => {
  const issue = (message: FieldErrorCode, params = {}) =>
    context.addIssue({ code: 'custom', path: ['to'], message, params });
  const days = (Date.parse(to) - Date.parse(from)) / DAY_MS + 1;
  if (days < 1) return issue('range.order');
  if (days > MOST_DAYS) return issue('range.too-long', { max: MOST_DAYS, days });
});
export type DayRange = z.infer<typeof dayRange>;

const sum = z.object({ count: z.int(), cents: z.int() });
export type Sum = z.infer<typeof sum>;

const stateSum = sum.extend({ kind: transactionKind, state: matchState });
export type StateSum = z.infer<typeof stateSum>;

const bothKinds = z.object({ payments: sum, refunds: sum });
export type BothKinds = z.infer<typeof bothKinds>;

export const payoutsOverview = z.object({
  /** Null until somebody has asked for days. */
  range: z.object({ from: z.string(), to: z.string() }).nullable(),
  stage: z.enum(['none', 'loading', 'stopped', 'complete']),
  /** Parts of the work, and transactions read so far. */
  progress: z.object({ done: z.int(), of: z.int(), rows: z.int() }),
  problem: errorView.optional(),
  /** The beginning of the fetch, ms since the epoch. */
  at: z.int().optional(),
  today: z.string(),
  /** The last days, where what was fetched is none or old: opening the view fetches them. */
  due: dayRange.optional(),
  payouts: z.int(),
  sums: z.array(stateSum),
  /** Paid and in no payout that succeeded; `since` is the oldest of them, ms since the epoch. */
  outstanding: bothKinds.extend({ sums: z.array(stateSum), since: z.int().optional() }),
  /** In payouts of days that were not asked for. */
  otherDays: bothKinds.extend({ sums: z.array(stateSum) }),
  /** Sums of this till by closed shift; number 0 has those of no closed shift. */
  shifts: z.array(bothKinds.extend({ number: z.int() })),
  /** In cents. `at` is noon in UTC of a day of the provider; `unknown` has no proven payout of these days. */
  days: z.array(z.object({ at: z.int(), paidOut: z.int(), outstanding: z.int(), unknown: z.int() })),
  unverifiedAnswers: z.int(),
  /** Transactions that the service counts and did not list, because its lists changed all the time. */
  notListed: z.int(),
});
export type PayoutsOverview = z.infer<typeof payoutsOverview>;

export const payoutView = z.object({
  number: z.int(),
  /** Absent where none was created. */
  payoutId: z.string().optional(),
  /** ms since the epoch. */
  date: z.int(),
  /** SUCCEEDED, FAILED, or one that the specification does not list. */
  status: z.string(),
  bulkId: z.string(),
  iban: z.string(),
  verified: z.boolean(),
  /** Sums as the payout states them. */
  told: bothKinds.extend({ payoutCents: z.int() }),
  /** Sums of the payout's listed transactions. */
  listed: bothKinds,
  /** Payout minus (payments minus refunds), as told: 0 where it adds up. Cents. */
  offCents: z.int(),
  sums: z.array(stateSum),
});
export type PayoutView = z.infer<typeof payoutView>;

export const transactionView = z.object({
  kind: transactionKind,
  id: z.string(),
  paymentId: z.string(),
  cents: z.int(),
  /** Absent where the journal has the same amount. */
  journalCents: z.int().optional(),
  /** ms since the epoch. */
  date: z.int(),
  reference: z.string().optional(),
  state: matchState,
  payoutId: z.string().optional(),
  shift: z.int().optional(),
});
export type TransactionView = z.infer<typeof transactionView>;

const group = z.union([z.enum(['all', 'outstanding', 'other-days']), z.strictObject({ payout: z.int() })]);
export type TransactionGroup = z.infer<typeof group>;

const part = { offset: z.int().min(0), limit: z.int().min(1).max(200) };

export const payoutsCalls = {
  'payouts.read': call(nothing, payoutsOverview, managers),
  /** The days fetched before are given up. */
  'payouts.load': call(dayRange, nothing, managers),
  'payouts.resume': call(nothing, nothing, managers),
  'payouts.cancel': call(nothing, nothing, managers),
  'payouts.list': call(z.strictObject(part), z.object({ total: z.int(), rows: z.array(payoutView) }), managers),
  'payouts.find': call(z.strictObject({ payoutId: id24Field }), z.object({ number: z.int() }), managers),
  'payouts.payout': call(z.strictObject({ number: z.int() }), payoutView, managers),
  /** Differences first, then by time. */
  'payouts.transactions': call(
    z.strictObject({ group, states: z.array(matchState).min(1).optional(), ...part }),
    z.object({ total: z.int(), rows: z.array(transactionView) }),
    managers,
  ),
  /** Training only: the embedded service pays out what it has, as it does at midnight. */
  'payouts.pay-out': call(nothing, nothing, managers),
} as const;
