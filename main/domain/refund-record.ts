import { omitUndefined } from '../base/omit-undefined.ts';
import type { Actor, FromRegister, JournalRefundEvent, Problem, RecordedEvent, RefundDoubt } from './events.ts';
import { MisplacedEvent } from './events.ts';
import type { PaymentId, RefundId, RequestBody } from './payment-service.ts';

/** `sending`: no outcome yet. `unconfirmed`: the service may have made the refund. `not-made`: closed by a manager. */
export type RefundStage = 'sending' | 'refused' | 'not-made' | EventOf<'refund.answered'>['stage'];

type EventOf<Type extends JournalRefundEvent['type']> = Extract<JournalRefundEvent, { type: Type }>;

export interface RefundRecord {
  readonly refundKey: string;
  readonly saleId: string;
  readonly paymentId: PaymentId;
  readonly amount: number;
  readonly reason?: string;
  /** Exact bytes: every retry under `refundKey` sends the same bytes, also after a crash. */
  readonly body: RequestBody;
  readonly stage: RefundStage;
  readonly refundId?: RefundId;
  /** Status value as the service sent it; absent if only the service's list shows the refund. */
  readonly status?: string;
  /** An attempt ended without a response: a later refusal says nothing about the earlier attempt. */
  readonly maybeActed: boolean;
  readonly at: number;
  /** Service clock minus till clock at the refund's beginning; absent before a response showed the service's time. */
  readonly skewMs?: number;
  readonly by?: Actor;
  readonly allowedBy?: Actor;
  readonly register?: FromRegister;
  readonly problem?: Problem;
  /** The look-up of the refund stayed undecided: a manager has to decide. */
  readonly unsettled?: RefundDoubt;
  /** Time of a repeat decided by a manager, by the service's clock as far as known: the key's age counts from then. */
  readonly sentAgainAt?: number;
  /** A manager had closed the refund as not made, and the service reports it nevertheless. */
  readonly madeAfterAll?: true;
  /** Recovered after a lost journal: this till may have made the refund. */
  readonly restored?: true;
}

const FINAL: ReadonlySet<RefundStage> = new Set<RefundStage>(['refunded', 'failed', 'refused', 'not-made']);
const MOVED_NOTHING: ReadonlySet<RefundStage> = new Set<RefundStage>(['failed', 'refused', 'not-made']);

export function isRefundEnd(stage: RefundStage): boolean {
  return FINAL.has(stage);
}

/** Returns true if the outcome of the refund is unknown: money may have moved, or may still move. */
export function isInDoubt({ stage }: Pick<RefundRecord, 'stage'>): boolean {
  return stage === 'sending' || stage === 'unconfirmed';
}

/** Returns true if the service may have acted without this till knowing: a later refusal then closes nothing. */
export function mayHaveActed({ stage, maybeActed }: Pick<RefundRecord, 'stage' | 'maybeActed'>): boolean {
  return maybeActed || stage === 'unconfirmed';
}

/** Returns true if the refund reduces the refundable amount: every refund, apart from refunds that moved no money. */
export function isSpent({ stage }: Pick<RefundRecord, 'stage'>): boolean {
  return !MOVED_NOTHING.has(stage);
}

/** Returns true if this journal holds the refund from its beginning; other refunds are known from the service only. */
export function isOwn({ body }: Pick<RefundRecord, 'body'>): boolean {
  return body !== '';
}

export function isOtherTills(refund: Pick<RefundRecord, 'body' | 'restored'>): boolean {
  return !isOwn(refund) && refund.restored !== true;
}

/** Returns the sum of refunds that took money from their payment, or may still take money, cents. */
export function spentBy(refunds: readonly Pick<RefundRecord, 'stage' | 'amount'>[]): number {
  return refunds.filter(isSpent).reduce((total, { amount }) => total + amount, 0);
}

/** Returns the time of the refund's beginning by the service's clock, as far as known then, ms since the epoch. */
export function begunAt({ at, skewMs = 0 }: Pick<RefundRecord, 'at' | 'skewMs'>): number {
  return at + skewMs;
}

/** Returns the refund after one more event. Throws `MisplacedEvent` for an event about a refund that has not begun. */
export function foldRefund(
  before: RefundRecord | undefined,
  event: JournalRefundEvent,
  where: Pick<RecordedEvent, 'at'>,
): RefundRecord {
  if (event.type === 'refund.intent')
    return {
      refundKey: event.refundKey,
      saleId: event.saleId,
      paymentId: event.paymentId as PaymentId,
      amount: event.amount,
      ...omitUndefined({ reason: event.reason }),
      body: event.body as RequestBody,
      stage: 'sending',
      maybeActed: false,
      at: where.at,
      ...omitUndefined({ skewMs: event.skewMs, by: event.by, allowedBy: event.allowedBy, register: event.register }),
    };
  if (event.type === 'refund.imported')
    return {
      refundKey: event.refundKey,
      saleId: event.saleId,
      paymentId: event.paymentId as PaymentId,
      amount: event.amount,
      body: '' as RequestBody,
      stage: 'pending',
      refundId: event.refundId as RefundId,
      maybeActed: false,
      at: event.createdAt,
      ...omitUndefined({ restored: event.restored }),
    };
  if (before === undefined) throw new MisplacedEvent(event.type, event.refundKey);
  return continued(before, event, where.at);
}

function continued(
  refund: RefundRecord,
  event: Exclude<JournalRefundEvent, { type: 'refund.intent' | 'refund.imported' }>,
  at: number,
): RefundRecord {
  switch (event.type) {
    case 'refund.unanswered':
      return { ...refund, maybeActed: true, problem: event.problem };
    case 'refund.refused':
      return { ...refund, stage: 'refused', problem: event.problem };
    case 'refund.answered': {
      const { problem: _problem, unsettled: _unsettled, ...before } = refund;
      const { status: _status, ...rest } = before;
      return {
        ...(event.status === undefined ? rest : before),
        refundId: event.refundId as RefundId,
        ...(event.status === undefined ? {} : { status: event.status }),
        stage: event.stage,
        ...(refund.stage === 'not-made' ? { madeAfterAll: true as const } : {}),
        ...(event.verifyFault === undefined ? {} : { problem: unverified(event.verifyFault) }),
      };
    }
    case 'refund.unsettled':
      return { ...refund, maybeActed: true, unsettled: event.why };
    case 'refund.settled': {
      const { problem: _problem, unsettled: _unsettled, ...rest } = refund;
      return event.decision === 'not-made'
        ? { ...rest, stage: 'not-made' }
        : { ...rest, sentAgainAt: at + (event.skewMs ?? 0) };
    }
  }
}

function unverified(fault: string): Problem {
  return {
    code: 'refund.unverified',
    message: `The service's answer about this refund did not verify (${fault}).`,
    retryable: true,
    values: { fault },
  };
}
