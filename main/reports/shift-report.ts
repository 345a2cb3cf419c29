import { z } from 'zod';

/**
 * The report of a shift, as it is kept in the journal for ever (`shift.closed`). Amounts are cents, times ms since the epoch
 * by the till's clock. Each payment of this till is counted in the one shift in which the till learnt its end; a later truth
 * about it is a correction. So the sums of all shifts are the sums of the journal.
 *
 * A field that is added later is optional; what changes its meaning takes a new `version`.
 */
export const REPORT_VERSION = 1;

const cents = z.int().min(0);
const ms = z.int();

const tally = z.object({ count: z.int().min(0), sum: cents });
export type Tally = z.infer<typeof tally>;

export function emptyTally(): Tally {
  return { count: 0, sum: 0 };
}

/** Below zero it is taken out again. */
export function addTo(tally: Tally, amount: number, times = 1): void {
  tally.count += times;
  tally.sum += amount * times;
}

/** `open` has no end yet. */
export const paymentStanding = z.enum(['open', 'paid', 'cancelled', 'expired', 'failed']);
export type PaymentStanding = z.infer<typeof paymentStanding>;
export const refundStanding = z.enum(['open', 'refunded', 'not-made']);
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

/** An end that an earlier report counted, and that was not the last word. */
const correction = z.discriminatedUnion('what', [
  z.object({ what: z.literal('payment'), ...about, was: paymentStanding, is: paymentStanding }),
  z.object({ what: z.literal('refund'), ...about, was: refundStanding, is: refundStanding }),
]);
export type Correction = z.infer<typeof correction>;

/** The shift in which the end is learnt counts it. */
const openItem = z.object({
  what: z.enum(['payment', 'refund']),
  ...about,
  /** The journal's stage, such as `waiting` or `unconfirmed`. */
  stage: z.string(),
  since: ms,
});
export type OpenItem = z.infer<typeof openItem>;

/** An absent `person` stands for those of which nobody told whose they are. */
const personTotals = z.object({ person: person.optional(), payments: paymentTallies, refunds: refundTallies });
export type PersonTotals = z.infer<typeof personTotals>;

/**
 * `missing-here`: this till's by its POS id or reference, and not in the journal. `unclear-here`: paid, not in the journal,
 * and nobody tells whose it is: it counts on neither side. `missing-there`: the service was asked about it and does not know
 * it. `not-told`: the search did not tell of it, and nobody asked about it alone.
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
    /** The code of the error that kept the till from it. */
    code: z.string().optional(),
  }),
  z.object({
    state: z.literal('counted'),
    at: ms,
    /** Payments that are the same here and there. */
    matched: z.int().min(0),
    /** Payments that changed at the till after the service was asked: on neither side. */
    later: z.int().min(0),
    /** Paid by the journal, and paid by the service; their difference is that of the `differences`. */
    here: tally,
    there: tally,
    differences: z.array(difference),
    /** Payments that the service told of and that are other tills', or of another shift of this one. */
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
  /** The journal's events that it counts; `toSeq` is `fromSeq - 1` where there are none. */
  fromSeq: z.int().min(1),
  toSeq: z.int().min(0),
  from: ms,
  to: ms,
  /** Charged in it, whatever became of them. */
  begun: tally,
  payments: paymentTallies,
  refunds: refundTallies,
  corrections: z.array(correction),
  /** Paid less given back, corrections included. */
  net: z.int(),
  people: z.array(personTotals),
  open: z.array(openItem),
  /** The till learnt of it in the shift, and it is not its turnover. */
  apart: z.object({
    /** Paid at other tills, found through the service. */
    payments: tally,
    /** Given back by other tills. */
    refunds: tally,
    /** Paid here before the record of payments was lost: an earlier report may have counted them. */
    restored: tally,
    /** Refunds of those, found again in the same way. */
    restoredRefunds: tally.default({ count: 0, sum: 0 }),
  }),
  /** Shifts that were closed before the record was lost, the first and the last: their reports are not in it. */
  lost: z.object({ first: z.int(), last: z.int() }).optional(),
  /** The record of payments was replaced during the shift: what could not be proven is not in it. */
  replaced: z.boolean(),
  counted,
});
export type ShiftReport = z.infer<typeof shiftReport>;

/** Undefined for one that this version cannot read. */
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
