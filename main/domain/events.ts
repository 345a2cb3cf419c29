import { z } from 'zod';

/**
 * An event carries the decision that was made, not only what led to it: a later version must not rewrite what was
 * shown.
 *
 * Once written it must be readable for ever: a later field is optional, and none is taken away or narrowed. A new type,
 * or a new value of a list, needs a new version (`main/journal/schema.ts`), which an older app refuses. So nothing here
 * is taken from the contract of the windows.
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
/** The cause of a sale's end, where the stage alone does not say it. */
const saleEnding = z.enum([
  'cashier',
  'payer',
  'elsewhere',
  'bank-refused',
  'never-created',
  'merchant-refused',
  'service',
]);
/**
 * Why looking a refund up did not settle it: not in the service's list, one or more there that may be it, or no list to
 * be had.
 */
const refundDoubt = z.enum(['absent', 'several', 'refused']);
/** `interrupted`: the till ended first; `late`: it took longer than a permission lasts. */
const wishEnd = z.enum(['refused', 'taken-back', 'late', 'interrupted']);
const refundDecision = z.enum(['not-made', 'send-again']);

/** The doer of something. `till`: nobody at the counter, it happened by itself. */
const actor = z.object({
  role: z.enum(['manager', 'cashier', 'support', 'till']),
  id: z.string().optional(),
  name: z.string().optional(),
});

/** The cash register that asked for it, its own key of that, and a hash of what it asked for. */
const fromRegister = z.object({
  id: z.string(),
  key: z.string(),
  ask: z.string(),
  /** ZVT: the number on the register's receipt. */
  receiptNumber: z.int().min(1).max(9999).optional(),
});

/** A refusal or a fault as the service's answer, or the till, gave it. */
const problem = z.object({
  code: z.string(),
  message: z.string(),
  retryable: z.boolean(),
  /** The payment service's own code, for support. */
  serviceCode: z.string().optional(),
  traceId: z.string().optional(),
  /** The input that the fault belongs to, such as `reference`. */
  field: z.string().optional(),
  values: z.record(z.string(), z.union([z.string(), z.number()])).optional(),
});

/** An act of a person, such as `unlock` or `settings-changed`: an open list. Never a secret. */
export const journalAct = z.object({
  type: z.literal('act'),
  act: z.string(),
  by: actor,
  /** Its object: a sale's id, a refund's key, the name of a setting. */
  about: z.string().optional(),
  values: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])).optional(),
  /** Time of an act that was written later, because no journal was open then. */
  happenedAt: ms.optional(),
});

export const journalEvent = z.discriminatedUnion('type', [
  /**
   * The first event of every journal, and the first after a damaged one was replaced. `salt` keeps references of two
   * tills on one posId, or of two journals, apart.
   */
  z.object({
    type: z.literal('journal.begun'),
    journalId: z.string(),
    salt: z.int().min(0).max(9999),
    /** Path that the journal before was set aside under; empty where it was gone. */
    replaces: z.string().optional(),
    /** The keychain's anchor of the journal before. */
    follows: z.object({ journalId: z.string(), seq: z.int(), hash: z.string() }).optional(),
    /** The last shift that was closed in it: the shifts of this journal are numbered on from there. */
    lastShift: z.int().min(1).optional(),
    /** Time of its closing, where it is known: events before stand in a report that this journal may not have. */
    lastShiftTo: ms.optional(),
    /** Time of the backup that the events before come from: the service tells what happened since. */
    restoredFrom: ms.optional(),
  }),
  /** After a journal that was replaced: the service has been asked what it knows, and told of so many payments. */
  z.object({ type: z.literal('journal.refilled'), found: z.int().min(0) }),
  /** The charge and its exact body, before a byte of it leaves. */
  z.object({
    type: z.literal('sale.intent'),
    saleId: z.string(),
    reference: z.string(),
    /** Set when the till made the reference: its counter and number. */
    counter: z.string().optional(),
    sequence: z.int().optional(),
    /** The till made the reference from the register's key, so that no other payment has it. */
    ownReference: z.literal(true).optional(),
    amount: cents,
    description: z.string().optional(),
    operation: z.enum(['static-qr', 'payment']),
    body: z.string(),
    /** The exact body without the characters that `leftOut` names: sent once where the service refuses the description. */
    basicBody: z.string().optional(),
    by: actor.optional(),
    register: fromRegister.optional(),
    skewMs: z.number(),
    /** The service had told its time, and this machine's clock had gone on evenly since: `skewMs` held. */
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
    /** Characters of the description that the service did not take. */
    leftOut: z.string().optional(),
  }),
  z.object({ type: z.literal('sale.creation-unknown'), saleId: z.string(), problem }),
  z.object({ type: z.literal('sale.creation-refused'), saleId: z.string(), problem }),
  /** Searched for until the request could no longer arrive, and not there. */
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
    /** The batch that it is paid out with. */
    bulkId: z.string().optional(),
    succeededAt: ms.optional(),
    expiresAt: ms.optional(),
    deeplink: z.string().optional(),
    /** Set when this contradicts an end that was shown. */
    alarmOver: saleStage.optional(),
  }),
  /** The service answered with something that says nothing about the payment. */
  z.object({ type: z.literal('sale.unreadable'), saleId: z.string(), problem }),
  /** An answer that belongs to another payment: refused. */
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
    /** The cash register that charged it asked for the cashier. */
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
  /** This till charged again on the same POS while this one was open: the service invalidates it. */
  z.object({ type: z.literal('sale.superseded'), saleId: z.string(), by: z.string() }),
  z.object({ type: z.literal('sale.alarm-acknowledged'), saleId: z.string() }),
  z.object({ type: z.literal('sale.dismissed'), saleId: z.string() }),
  /** Nothing is expected of it any more. */
  z.object({ type: z.literal('sale.settled'), saleId: z.string() }),
  /** A payment that was made elsewhere, or before a damaged journal was set aside, found by search. */
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
  /** A wish: nothing is sent for it. It ends as the intent under the same key, or is given up. */
  z.object({
    type: z.literal('refund.asked'),
    /** Made by the window for one press; the key of the refund that comes of it. */
    wish: z.string(),
    saleId: z.string(),
    amount: cents,
    reason: z.string().optional(),
    by: actor.optional(),
  }),
  /** Nothing came of the wish, and nothing was sent. */
  z.object({ type: z.literal('refund.given-up'), wish: z.string(), saleId: z.string(), why: wishEnd }),
  /** Key and exact body of a refund, before a byte of it leaves. */
  z.object({
    type: z.literal('refund.intent'),
    refundKey: z.string(),
    saleId: z.string(),
    paymentId: z.string(),
    amount: cents,
    reason: z.string().optional(),
    body: z.string(),
    /** Service's clock minus ours, where an answer had told it. */
    skewMs: z.number().optional(),
    by: actor.optional(),
    allowedBy: actor.optional(),
    register: fromRegister.optional(),
  }),
  /** Sent, and no answer tells what became of it. */
  z.object({ type: z.literal('refund.unanswered'), refundKey: z.string(), problem }),
  z.object({ type: z.literal('refund.refused'), refundKey: z.string(), problem }),
  z.object({
    type: z.literal('refund.answered'),
    refundKey: z.string(),
    refundId: z.string(),
    /** Absent where the service's list told of the refund. */
    status: z.string().optional(),
    stage: z.enum(['unconfirmed', 'pending', 'refunded', 'failed']),
    verifyFault: z.string().optional(),
    /** Set where the service's list of refunds told it, and no answer about this very refund. */
    via: z.literal('list').optional(),
  }),
  /** Looked up and not settled by that: a manager has to decide. */
  z.object({ type: z.literal('refund.unsettled'), refundKey: z.string(), why: refundDoubt }),
  /** A manager's decision about a refund that the service does not tell of. */
  z.object({
    type: z.literal('refund.settled'),
    refundKey: z.string(),
    decision: refundDecision,
    skewMs: z.number().optional(),
  }),
  /** A refund that this journal had not, seen in the service's lists: it exists, and its outcome is not told. */
  z.object({
    type: z.literal('refund.imported'),
    refundKey: z.string(),
    saleId: z.string(),
    paymentId: z.string(),
    refundId: z.string(),
    amount: cents,
    createdAt: ms,
    /** Found again after the record was lost: this till may have made it. */
    restored: z.literal(true).optional(),
  }),
  z.object({ type: z.literal('callback.seen'), jti: z.string(), untilMs: ms }),
  journalAct,
  /** Events `fromSeq` to `toSeq`. Numbers go on from 1 without a gap, but for those of a lost journal. */
  z.object({
    type: z.literal('shift.closed'),
    number: z.int().min(1),
    fromSeq: z.int().min(1),
    toSeq: z.int().min(0),
    from: ms,
    to: ms,
    by: actor,
    /** The report that was made of it, as JSON text of a shape that the journal does not know. */
    report: z.string(),
  }),
]);

export type JournalEvent = z.infer<typeof journalEvent>;
export type JournalSaleEvent = Extract<JournalEvent, { readonly type: `sale.${string}` }>;
export type JournalRefundEvent = Extract<JournalEvent, { readonly refundKey: string }>;
export type JournalWishEvent = Extract<JournalEvent, { readonly wish: string }>;
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
export type WishEnd = z.infer<typeof wishEnd>;
export type Problem = z.infer<typeof problem>;

/** An event as the journal keeps it: it stands on its own, so that a shop's tills can ship theirs to one database. */
export interface RecordedEvent {
  readonly seq: number;
  /** Wall clock of the till, ms since the epoch. */
  readonly at: number;
  readonly terminalId: string;
  readonly shopId: string;
  readonly posId: string;
  readonly event: JournalEvent;
}

/** An event about a sale or a refund that cannot happen to it as it is, or that has not begun: a fault of ours. */
export class MisplacedEvent extends Error {
  override readonly name = 'MisplacedEvent';

  constructor(type: string, id: string) {
    super(`${type} cannot happen to ${id} as it is`);
  }
}
