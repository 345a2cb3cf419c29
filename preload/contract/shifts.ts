import { z } from 'zod';
import { call, managers, managersAlone, nothing } from './call.ts';

/** Amounts are cents, times ms since the epoch. `main/reports/shift-report.ts` defines each figure. */

const cents = z.int();
const ms = z.int();

const tally = z.object({ count: z.int(), sum: cents });
export type Tally = z.infer<typeof tally>;

const paymentStanding = z.enum(['open', 'paid', 'cancelled', 'expired', 'failed']);
const refundStanding = z.enum(['open', 'refunded', 'not-made']);

const paymentTallies = z.object({ paid: tally, cancelled: tally, expired: tally, failed: tally });
const refundTallies = z.object({ refunded: tally, 'not-made': tally });

/** Two people may have the same name: the id distinguishes them. */
const person = z.object({
  role: z.enum(['manager', 'cashier', 'support', 'till']),
  id: z.string().optional(),
  name: z.string().optional(),
});
export type Person = z.infer<typeof person>;

const about = {
  saleId: z.string(),
  refundKey: z.string().optional(),
  reference: z.string(),
  amount: cents,
  by: person.optional(),
};

const correction = z.discriminatedUnion('what', [
  z.object({ what: z.literal('payment'), ...about, was: paymentStanding, is: paymentStanding }),
  z.object({ what: z.literal('refund'), ...about, was: refundStanding, is: refundStanding }),
]);
export type Correction = z.infer<typeof correction>;

const openItem = z.object({ what: z.enum(['payment', 'refund']), ...about, stage: z.string(), since: ms });
export type OpenItem = z.infer<typeof openItem>;

const difference = z.object({
  kind: z.enum(['missing-here', 'unclear-here', 'missing-there', 'not-told', 'amount', 'status']),
  reference: z.string(),
  saleId: z.string().optional(),
  paymentId: z.string().optional(),
  here: z.object({ amount: cents, standing: paymentStanding }).optional(),
  there: z.object({ amount: cents, status: z.string(), standing: paymentStanding }).optional(),
});
export type Difference = z.infer<typeof difference>;

const counted = z.discriminatedUnion('state', [
  z.object({
    state: z.literal('not-counted'),
    why: z.enum(['not-asked', 'stopped', 'unreachable', 'refused', 'too-many']),
    code: z.string().optional(),
  }),
  z.object({
    state: z.literal('counted'),
    at: ms,
    matched: z.int(),
    later: z.int(),
    here: tally,
    there: tally,
    differences: z.array(difference),
    others: z.int(),
  }),
]);
export type Counted = z.infer<typeof counted>;

const shiftReportView = z.object({
  version: z.literal(1),
  number: z.int(),
  environment: z.enum(['TRAINING', 'PREPROD', 'PROD']),
  shopName: z.string(),
  shopId: z.string(),
  posId: z.string(),
  terminalId: z.string(),
  fromSeq: z.int(),
  toSeq: z.int(),
  from: ms,
  to: ms,
  begun: tally,
  payments: paymentTallies,
  refunds: refundTallies,
  corrections: z.array(correction),
  net: cents,
  people: z.array(z.object({ person: person.optional(), payments: paymentTallies, refunds: refundTallies })),
  open: z.array(openItem),
  apart: z.object({ payments: tally, refunds: tally, restored: tally, restoredRefunds: tally }),
  lost: z.object({ first: z.int(), last: z.int() }).optional(),
  replaced: z.boolean(),
  counted,
});
export type ShiftReportView = z.infer<typeof shiftReportView>;

const closedShiftView = z.object({
  number: z.int(),
  from: ms,
  to: ms,
  by: person,
  /** Null if written by a later version of the app. */
  report: shiftReportView.nullable(),
});
export type ClosedShiftView = z.infer<typeof closedShiftView>;

const shiftLine = closedShiftView.omit({ report: true }).extend({
  paid: tally.nullable(),
  net: cents.nullable(),
  compared: z.enum(['agrees', 'differs', 'not-counted']).nullable(),
});
export type ShiftLine = z.infer<typeof shiftLine>;

const number = z.int().min(1);

export const shiftCalls = {
  'shift.so-far': call(nothing, shiftReportView, managers),
  /** The report holds the outcome. */
  'shift.compare': call(nothing, shiftReportView, managers),
  /** Null while no comparison runs. */
  'shift.comparing': call(
    nothing,
    z.object({ progress: z.object({ done: z.int(), of: z.int().optional() }).nullable() }),
    managers,
  ),
  'shift.stop-comparing': call(nothing, nothing, managers),
  /** Idempotent: a repeated call returns the closed shift. */
  'shift.close': call(z.strictObject({ number }), closedShiftView, managersAlone),
  /** Closed shifts before shift `before`, newest first. */
  'shift.list': call(
    z.strictObject({ before: number.optional(), limit: z.int().min(1).max(100) }),
    z.object({ rows: z.array(shiftLine), more: z.boolean() }),
    managers,
  ),
  'shift.open': call(z.strictObject({ number }), closedShiftView, managers),
} as const;
