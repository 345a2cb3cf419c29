import { z } from 'zod';
import { call, managers, nothing } from './call.ts';
import type { FieldErrorCode } from './field-error-codes.ts';
import { dayField, id24Field } from './fields.ts';
import { errorView } from './views.ts';

/** The service's payouts compared with this till's journal. Days are the provider's. */

const matchState = z.enum([
  /** In both, with the same amount. */
  'matched',
  'amount-differs',
  /** Paid or refunded according to the service; another outcome in the journal. */
  'outcome-differs',
  /** Paid or refunded in the journal, and missing in the service's lists. */
  'missing-at-service',
  /** Charged at this till according to its reference, and missing in the journal. */
  'missing-in-journal',
  /** A refund whose payment is missing in the service's lists. */
  'no-payment',
  /** In two payouts that both succeeded. */
  'paid-out-twice',
  /** Reported in a response whose signature does not verify: no proof. */
  'unverified',
  /** In two payouts, at most one known to have succeeded. */
  'in-two-payouts',
  /** Missing in the journal, and no reference names the till. */
  'till-unknown',
  /** A refund whose payment could not be looked up. */
  'unchecked',
  /** Paid in the journal, and too recent for the service's lists. */
  'not-listed-yet',
  /** Charged or refunded at another till of the merchant. */
  'other-till',
  /** In a second payout after the first payout failed. */
  'paid-out-again',
]);
export type MatchState = z.infer<typeof matchState>;

const transactionKind = z.enum(['payment', 'refund']);
export type TransactionKind = z.infer<typeof transactionKind>;

/** Most days of a range, both ends included: each day is a separate request. */
const MOST_DAYS = 366;

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

const payoutsOverview = z.object({
  /** Null until days are requested. */
  range: z.object({ from: z.string(), to: z.string() }).nullable(),
  stage: z.enum(['none', 'loading', 'stopped', 'complete']),
  /** Steps done and in all, and transactions read so far. */
  progress: z.object({ done: z.int(), of: z.int(), rows: z.int() }),
  problem: errorView.optional(),
  /** ms since the epoch. */
  at: z.int().optional(),
  today: z.string(),
  /** Set if nothing recent was fetched when the view opens. */
  due: dayRange.optional(),
  payouts: z.int(),
  sums: z.array(stateSum),
  /** Paid and in no successful payout; `since`: the oldest payment, ms since the epoch. */
  outstanding: bothKinds.extend({ sums: z.array(stateSum), since: z.int().optional() }),
  /** In payouts of other days than requested. */
  otherDays: bothKinds.extend({ sums: z.array(stateSum) }),
  /** Sums of this till by closed shift; number 0 sums up transactions outside closed shifts. */
  shifts: z.array(bothKinds.extend({ number: z.int() })),
  /** In cents. `at`: noon UTC of a provider day; `unknown`: no proven payout in these days. */
  days: z.array(z.object({ at: z.int(), paidOut: z.int(), outstanding: z.int(), unknown: z.int() })),
  unverifiedAnswers: z.int(),
  /** Transactions counted but not listed by the service, because its lists kept changing. */
  notListed: z.int(),
});
export type PayoutsOverview = z.infer<typeof payoutsOverview>;

const payoutView = z.object({
  number: z.int(),
  /** Absent if no payout was created. */
  payoutId: z.string().optional(),
  /** ms since the epoch. */
  date: z.int(),
  /** SUCCEEDED, FAILED, or a value outside the specification. */
  status: z.string(),
  bulkId: z.string(),
  iban: z.string(),
  verified: z.boolean(),
  /** Sums as stated by the payout. */
  stated: bothKinds.extend({ payoutCents: z.int() }),
  /** Sums of the payout's listed transactions. */
  listed: bothKinds,
  /** Payout minus (payments minus refunds), as stated by the payout; 0 if consistent. Cents. */
  offCents: z.int(),
  sums: z.array(stateSum),
});
export type PayoutView = z.infer<typeof payoutView>;

const transactionView = z.object({
  kind: transactionKind,
  id: z.string(),
  paymentId: z.string(),
  cents: z.int(),
  /** Absent if the journal has the same amount. */
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
  /** Replaces the days fetched before. */
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
  /** Training only: the embedded service makes its midnight payout now. */
  'payouts.pay-out': call(nothing, nothing, managers),
} as const;
