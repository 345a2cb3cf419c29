import { z } from 'zod';

/**
 * Events of the journal. An event carries the decision of the till, not only the cause of the decision: a later version
 * of the app must not rewrite an outcome that was shown.
 *
 * Every written event must stay readable. A new field is optional; no field is removed or narrowed. A new event type,
 * or a new value of an enum, needs a new journal version (`main/journal/schema.ts`), which an older app refuses. For
 * the same reason this file imports no schema from the contract of the windows.
 */

const cents = z.int().min(0);
const ms = z.int();
const debtor = z.object({ name: z.string().optional(), iban: z.string().optional() });
const via = z.enum(['create', 'read', 'callback', 'search', 'cancel', 'till']);

const saleStage = z.enum([
  'creating',
  'waiting',
  'scanned',
  'authorised',
  'paid',
  'cancelled',
  'expired',
  'failed',
  'voided',
  'unknown',
]);
/** Cause of a sale's end, where the stage alone leaves the cause open. */
const saleEnding = z.enum([
  'cashier',
  'payer',
  'elsewhere',
  'bank-refused',
  'never-created',
  'merchant-refused',
  'service',
]);
/** Undecided look-up: `absent` from the service's list; `several`: one or more candidates; `refused`: no list. */
const refundDoubt = z.enum(['absent', 'several', 'refused']);
/** `interrupted`: the till ended before sending; `late`: sending took longer than a permission lasts. */
const requestEnd = z.enum(['refused', 'taken-back', 'late', 'interrupted']);
const refundDecision = z.enum(['not-made', 'send-again']);

/** Person or till that acted. `till`: automatic, without a person. */
const actor = z.object({
  role: z.enum(['manager', 'cashier', 'support', 'till']),
  id: z.string().optional(),
  name: z.string().optional(),
});

/** Request of a cash register: the register, its idempotency key, and a hash of the request's content. */
const fromRegister = z.object({
  id: z.string(),
  key: z.string(),
  ask: z.string(),
  /** Number on the register's receipt (ZVT). */
  receiptNumber: z.int().min(1).max(9999).optional(),
});

const problem = z.object({
  code: z.string(),
  message: z.string(),
  retryable: z.boolean(),
  serviceCode: z.string().optional(),
  traceId: z.string().optional(),
  /** Input field that caused the fault, such as `reference`. */
  field: z.string().optional(),
  values: z.record(z.string(), z.union([z.string(), z.number()])).optional(),
});

/** Action of a person, such as `unlock` or `settings-changed`: an open list. Never holds a secret. */
export const journalAct = z.object({
  type: z.literal('act'),
  act: z.string(),
  by: actor,
  /** Object of the action: a sale's id, a refund's key, the name of a setting. */
  about: z.string().optional(),
  values: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])).optional(),
  /** Time of an action that was journaled later, because no journal was open at the time. */
  happenedAt: ms.optional(),
});

export const journalEvent = z.discriminatedUnion('type', [
  /**
   * First event of every journal, also of a journal that replaces a damaged journal. `salt` keeps the references of two
   * tills on the same posId, or of two journals, apart.
   */
  z.object({
    type: z.literal('journal.begun'),
    journalId: z.string(),
    salt: z.int().min(0).max(9999),
    /** Path of the previous journal, which was set aside; empty if the file was missing. */
    replaces: z.string().optional(),
    /** Anchor of the previous journal, from the keychain. */
    follows: z.object({ journalId: z.string(), seq: z.int(), hash: z.string() }).optional(),
    /** Last shift closed in the previous journal: shift numbers continue from there. */
    lastShift: z.int().min(1).optional(),
    /** Closing time of the last shift, if known: earlier events are in a report that this journal may lack. */
    lastShiftTo: ms.optional(),
    /** Time of the backup with the earlier events. Later payments and refunds are recovered from the service. */
    restoredFrom: ms.optional(),
  }),
  /** Recovery after a replaced journal is complete. `found`: number of payments recovered from the service. */
  z.object({ type: z.literal('journal.refilled'), found: z.int().min(0) }),
  /** Charge with its exact request body, journaled before the request is sent. */
  z.object({
    type: z.literal('sale.intent'),
    saleId: z.string(),
    reference: z.string(),
    /** Counter and number of a reference made by the till. */
    counter: z.string().optional(),
    sequence: z.int().optional(),
    /** The till derived the reference from the register's key: no other payment has the same reference. */
    ownReference: z.literal(true).optional(),
    amount: cents,
    description: z.string().optional(),
    operation: z.enum(['static-qr', 'payment']),
    body: z.string(),
    /** Exact body without the characters of `leftOut`: sent once if the service refuses the description. */
    basicBody: z.string().optional(),
    by: actor.optional(),
    register: fromRegister.optional(),
    skewMs: z.number(),
    /** `skewMs` was reliable: the service had sent its time, and this machine's clock had run evenly since. */
    timeKnown: z.literal(true).optional(),
  }),
  z.object({
    type: z.literal('sale.created'),
    saleId: z.string(),
    paymentId: z.string(),
    createdAt: ms,
    expiresAt: ms.optional(),
    deeplink: z.string().optional(),
    via,
    /** Characters of the description refused by the service. */
    leftOut: z.string().optional(),
  }),
  z.object({ type: z.literal('sale.creation-unknown'), saleId: z.string(), problem }),
  z.object({ type: z.literal('sale.creation-refused'), saleId: z.string(), problem }),
  /** Absent from every search until the request could no longer arrive. */
  z.object({ type: z.literal('sale.creation-absent'), saleId: z.string() }),
  z.object({
    type: z.literal('sale.moved'),
    saleId: z.string(),
    via,
    status: z.string(),
    stage: saleStage,
    ending: saleEnding.optional(),
    debtor: debtor.optional(),
    message: z.string().optional(),
    /** Payout batch of the payment. */
    bulkId: z.string().optional(),
    succeededAt: ms.optional(),
    expiresAt: ms.optional(),
    deeplink: z.string().optional(),
    /** Set when the move contradicts an end that was shown. */
    alarmOver: saleStage.optional(),
  }),
  z.object({ type: z.literal('sale.unreadable'), saleId: z.string(), problem }),
  /** The response holds another payment: refused. */
  z.object({
    type: z.literal('sale.mismatch'),
    saleId: z.string(),
    via,
    got: z.object({ paymentId: z.string(), amount: z.int(), reference: z.string().optional(), status: z.string() }),
  }),
  z.object({
    type: z.literal('sale.cancel-asked'),
    saleId: z.string(),
    by: z.enum(['cashier', 'till']),
    /** The cash register that charged the sale requested the cancel in place of the cashier. */
    byRegister: z.literal(true).optional(),
  }),
  z.object({
    type: z.literal('sale.cancel-answered'),
    saleId: z.string(),
    outcome: z.enum(['accepted', 'refused', 'unknown', 'too-late', 'dropped']),
    problem: problem.optional(),
  }),
  z.object({ type: z.literal('sale.acknowledge-due'), saleId: z.string() }),
  z.object({ type: z.literal('sale.acknowledged'), saleId: z.string() }),
  z.object({ type: z.literal('sale.acknowledge-refused'), saleId: z.string(), problem }),
  /** The till charged again on the same POS while the sale was open: the service invalidates the older payment. */
  z.object({ type: z.literal('sale.superseded'), saleId: z.string(), by: z.string() }),
  z.object({ type: z.literal('sale.alarm-acknowledged'), saleId: z.string() }),
  z.object({ type: z.literal('sale.dismissed'), saleId: z.string() }),
  /** No further change of the payment is expected. */
  z.object({ type: z.literal('sale.settled'), saleId: z.string() }),
  /** A callback or a refund contradicted a settled sale: the sale is read again, also after a restart. */
  z.object({ type: z.literal('sale.reopened'), saleId: z.string() }),
  /** Payment found by search: made at another till, or before a damaged journal was set aside. */
  z.object({
    type: z.literal('sale.imported'),
    saleId: z.string(),
    paymentId: z.string(),
    reference: z.string(),
    amount: cents,
    description: z.string().optional(),
    status: z.string(),
    stage: saleStage,
    createdAt: ms,
    expiresAt: ms.optional(),
    succeededAt: ms.optional(),
    debtor: debtor.optional(),
    message: z.string().optional(),
    bulkId: z.string().optional(),
    deeplink: z.string().optional(),
    posId: z.string().optional(),
    follow: z.boolean(),
  }),
  /** Request for a refund, before anything is sent. Ends as the intent under the same key, or is given up. */
  z.object({
    type: z.literal('refund.asked'),
    /** Made by the window for each click; becomes the key of the refund. */
    wish: z.string(),
    saleId: z.string(),
    amount: cents,
    reason: z.string().optional(),
    by: actor.optional(),
  }),
  /** The request ended without a refund: nothing was sent. */
  z.object({ type: z.literal('refund.given-up'), wish: z.string(), saleId: z.string(), why: requestEnd }),
  /** Key and exact body of a refund, journaled before the request is sent. */
  z.object({
    type: z.literal('refund.intent'),
    refundKey: z.string(),
    saleId: z.string(),
    paymentId: z.string(),
    amount: cents,
    reason: z.string().optional(),
    body: z.string(),
    /** Service clock minus till clock, if a response had shown the service's time. */
    skewMs: z.number().optional(),
    by: actor.optional(),
    allowedBy: actor.optional(),
    register: fromRegister.optional(),
  }),
  /** Sent, and the outcome is unknown because no usable response came. */
  z.object({ type: z.literal('refund.unanswered'), refundKey: z.string(), problem }),
  z.object({ type: z.literal('refund.refused'), refundKey: z.string(), problem }),
  z.object({
    type: z.literal('refund.answered'),
    refundKey: z.string(),
    refundId: z.string(),
    /** Absent if the refund comes from the service's list. */
    status: z.string().optional(),
    stage: z.enum(['unconfirmed', 'pending', 'refunded', 'failed']),
    verifyFault: z.string().optional(),
    via: z.literal('list').optional(),
  }),
  /** The look-up of the refund stayed undecided: a manager has to decide. */
  z.object({ type: z.literal('refund.unsettled'), refundKey: z.string(), why: refundDoubt }),
  /** Decision of a manager about a refund that the service does not report. */
  z.object({
    type: z.literal('refund.settled'),
    refundKey: z.string(),
    decision: refundDecision,
    skewMs: z.number().optional(),
  }),
  /** Refund from the service's lists, missing in the journal: the refund exists, its outcome is unknown. */
  z.object({
    type: z.literal('refund.imported'),
    refundKey: z.string(),
    saleId: z.string(),
    paymentId: z.string(),
    refundId: z.string(),
    amount: cents,
    createdAt: ms,
    /** Recovered after a lost journal: the till may have made the refund. */
    restored: z.literal(true).optional(),
  }),
  z.object({ type: z.literal('callback.seen'), jti: z.string(), untilMs: ms }),
  journalAct,
  /** Events `fromSeq` to `toSeq`. Numbers count from 1 without a gap, apart from the shifts of a lost journal. */
  z.object({
    type: z.literal('shift.closed'),
    number: z.int().min(1),
    fromSeq: z.int().min(1),
    toSeq: z.int().min(0),
    from: ms,
    to: ms,
    by: actor,
    /** Report of the shift as JSON text. The journal does not know its shape. */
    report: z.string(),
  }),
]);

export type JournalEvent = z.infer<typeof journalEvent>;
export type JournalSaleEvent = Extract<JournalEvent, { readonly type: `sale.${string}` }>;
export type JournalRefundEvent = Extract<JournalEvent, { readonly refundKey: string }>;
export type JournalRequestEvent = Extract<JournalEvent, { readonly wish: string }>;
export type JournalBegun = Extract<JournalEvent, { readonly type: 'journal.begun' }>;
export type JournalShift = Extract<JournalEvent, { readonly type: 'shift.closed' }>;
export type JournalAct = Extract<JournalEvent, { readonly type: 'act' }>;
export type Actor = z.infer<typeof actor>;
export type FromRegister = z.infer<typeof fromRegister>;
export type Via = z.infer<typeof via>;
export type SaleStage = z.infer<typeof saleStage>;
export type SaleEnding = z.infer<typeof saleEnding>;
export type RefundDoubt = z.infer<typeof refundDoubt>;
export type RefundDecision = z.infer<typeof refundDecision>;
export type RequestEnd = z.infer<typeof requestEnd>;
export type Problem = z.infer<typeof problem>;

/** Event as the journal stores it. Names till, shop and POS: the tills of a shop may upload to the same database. */
export interface RecordedEvent {
  readonly seq: number;
  /** Wall clock of the till, ms since the epoch. */
  readonly at: number;
  readonly terminalId: string;
  readonly shopId: string;
  readonly posId: string;
  readonly event: JournalEvent;
}

/** Event that does not fit the state of its sale or refund, or that precedes its beginning: a bug of the till. */
export class MisplacedEvent extends Error {
  override readonly name = 'MisplacedEvent';

  constructor(type: string, id: string) {
    super(`${type} cannot happen to ${id} in its state`);
  }
}
