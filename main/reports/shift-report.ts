import { z } from 'zod';

/**
 * The report of a shift, stored in the journal for ever (`shift.closed`). Amounts are cents, times ms since the epoch
 * by the till's clock. Each payment of this till counts in the shift in which the till learnt the end; a later change
 * is a correction. So the sums of all shifts equal the sums of the journal.
 * A new field is optional; a change of meaning needs a new `version`.
 */
export const REPORT_VERSION = 1;

const cents = z.int().min(0);
const ms = z.int();

const tally = z.object({ count: z.int().min(0), sum: cents });
export type Tally = z.infer<typeof tally>;

export function emptyTally(): Tally {
  return { count: 0, sum: 0 };
}

export function addTo(tally: Tally, amount: number, times = 1): void {
  tally.count += times;
  tally.sum += amount * times;
}

const paymentStanding = z.enum(['open', 'paid', 'cancelled', 'expired', 'failed']);
export type PaymentStanding = z.infer<typeof paymentStanding>;
const refundStanding = z.enum(['open', 'refunded', 'not-made']);
export type RefundStanding = z.infer<typeof refundStanding>;

const paymentTallies = z.object({ paid: tally, cancelled: tally, expired: tally, failed: tally });
export type PaymentTallies = z.infer<typeof paymentTallies>;
/** `not-made`: refused, failed, or closed by a manager; no money moved. */
const refundTallies = z.object({ refunded: tally, 'not-made': tally });
export type RefundTallies = z.infer<typeof refundTallies>;

const person = z.object({
  role: z.enum(['manager', 'cashier', 'support', 'till']),
  id: z.string().optional(),
  name: z.string().optional(),
});

const about = {
  saleId: z.string(),
  /** Set for a refund. */
  refundKey: z.string().optional(),
  reference: z.string(),
  amount: cents,
  by: person.optional(),
};

/** A changed end of a payment or refund that an earlier report counted. */
const correction = z.discriminatedUnion('what', [
  z.object({ what: z.literal('payment'), ...about, was: paymentStanding, is: paymentStanding }),
  z.object({ what: z.literal('refund'), ...about, was: refundStanding, is: refundStanding }),
]);
export type Correction = z.infer<typeof correction>;

/** Counted in the shift in which the till learns the end. */
const openItem = z.object({
  what: z.enum(['payment', 'refund']),
  ...about,
  /** The journal's stage, such as `waiting` or `unconfirmed`. */
  stage: z.string(),
  since: ms,
});
export type OpenItem = z.infer<typeof openItem>;

/** Without `person`: payments and refunds of unknown people. */
const personTotals = z.object({ person: person.optional(), payments: paymentTallies, refunds: refundTallies });
export type PersonTotals = z.infer<typeof personTotals>;

/**
 * `missing-here`: this till's payment by POS id or reference, but not in the journal. `unclear-here`: paid, not in the
 * journal, of unknown origin; counts on neither side. `missing-there`: unknown to the service when asked individually.
 * `not-told`: missing from the search, and not asked individually.
 */
const difference = z.object({
  kind: z.enum(['missing-here', 'unclear-here', 'missing-there', 'not-told', 'amount', 'status']),
  reference: z.string(),
  saleId: z.string().optional(),
  paymentId: z.string().optional(),
  here: z.object({ amount: cents, standing: paymentStanding }).optional(),
  there: z.object({ amount: cents, status: z.string(), standing: paymentStanding }).optional(),
});
export type Difference = z.infer<typeof difference>;

const notCountedWhy = z.enum(['not-asked', 'stopped', 'unreachable', 'refused', 'too-many']);
export type NotCountedWhy = z.infer<typeof notCountedWhy>;

const counted = z.discriminatedUnion('state', [
  z.object({
    state: z.literal('not-counted'),
    why: notCountedWhy,
    code: z.string().optional(),
  }),
  z.object({
    state: z.literal('counted'),
    at: ms,
    /** Payments identical at the till and the service. */
    matched: z.int().min(0),
    /** Payments that changed at the till after the request; count on neither side. */
    later: z.int().min(0),
    /** Paid according to the journal, and according to the service; `differences` explain the gap. */
    here: tally,
    there: tally,
    differences: z.array(difference),
    /** The service's payments of other tills, or of this till's other shifts. */
    others: z.int().min(0),
  }),
]);
export type Counted = z.infer<typeof counted>;

const shiftReport = z.object({
  version: z.literal(REPORT_VERSION),
  number: z.int().min(1),
  environment: z.enum(['TRAINING', 'PREPROD', 'PROD']),
  shopName: z.string(),
  shopId: z.string(),
  posId: z.string(),
  terminalId: z.string(),
  /** The journal's events counted; without events, `toSeq` is `fromSeq - 1`. */
  fromSeq: z.int().min(1),
  toSeq: z.int().min(0),
  from: ms,
  to: ms,
  /** Charged in the shift, whatever the end. */
  begun: tally,
  payments: paymentTallies,
  refunds: refundTallies,
  corrections: z.array(correction),
  /** Paid minus refunded, including corrections. */
  net: z.int(),
  people: z.array(personTotals),
  open: z.array(openItem),
  /** Learnt in the shift, but not this till's turnover. */
  apart: z.object({
    /** Paid at other tills, found through the service. */
    payments: tally,
    /** Refunded by other tills. */
    refunds: tally,
    /** Paid here before the journal was lost: an earlier report may have counted the payments. */
    restored: tally,
    /** Refunds of `restored` payments, recovered in the same way. */
    restoredRefunds: tally.default({ count: 0, sum: 0 }),
  }),
  /** First and last shift closed before the journal was lost; their reports are missing. */
  lost: z.object({ first: z.int(), last: z.int() }).optional(),
  /** The journal was replaced during the shift; unproven events are missing. */
  replaced: z.boolean(),
  counted,
});
export type ShiftReport = z.infer<typeof shiftReport>;

/** Returns undefined for a report of an unknown version or form. */
export function parseReport(text: string): ShiftReport | undefined {
  try {
    return shiftReport.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}

export function effectOf(correction: Correction): number {
  const { amount, was, is } = correction;
  const moved = correction.what === 'payment' ? 'paid' : 'refunded';
  const change = (is === moved ? 1 : 0) - (was === moved ? 1 : 0);
  return amount * change * (correction.what === 'payment' ? 1 : -1);
}
