import { given } from '../base/given.ts';
import type { Actor, FromRegister, JournalRefundEvent, Problem, RecordedEvent, RefundDoubt } from './events.ts';
import { MisplacedEvent } from './events.ts';
import type { PaymentId, RefundId, RequestBody } from './payment-service.ts';

/** `sending`: no outcome yet. `unconfirmed`: the service may have made it. `not-made`: closed by a manager. */
export type RefundStage = 'sending' | 'refused' | 'not-made' | EventOf<'refund.answered'>['stage'];

type EventOf<Type extends JournalRefundEvent['type']> = Extract<JournalRefundEvent, { type: Type }>;

export interface RefundRecord {
  readonly refundKey: string;
  readonly saleId: string;
  readonly paymentId: PaymentId;
  readonly amount: number;
  readonly reason?: string;
  /** Exact bytes: a retry, also after a crash, sends these very ones under `refundKey`. */
  readonly body: RequestBody;
  readonly stage: RefundStage;
  readonly refundId?: RefundId;
  /** The service's status value as it came; absent where only the service's list told of it. */
  readonly status?: string;
  /** An attempt ended without an answer: a later refusal says nothing about that one. */
  readonly maybeActed: boolean;
  readonly at: number;
  /** Service's clock minus ours when it was begun; absent where no answer had told it. */
  readonly skewMs?: number;
  readonly by?: Actor;
  readonly allowedBy?: Actor;
  readonly register?: FromRegister;
  readonly problem?: Problem;
  /** Looked up, and not settled by that: a manager has to decide. */
  readonly unsettled?: RefundDoubt;
  /**
   * Time at which a manager had it sent again, by the service's clock as far as that was known: its key counts from
   * then.
   */
  readonly sentAgainAt?: number;
  /** A manager had closed it as not made, and the service tells of it all the same. */
  readonly madeAfterAll?: true;
  /** Found again after the record was lost: this till may have made it. */
  readonly restored?: true;
}

const FINAL: ReadonlySet<RefundStage> = new Set<RefundStage>(['refunded', 'failed', 'refused', 'not-made']);
const MOVED_NOTHING: ReadonlySet<RefundStage> = new Set<RefundStage>(['failed', 'refused', 'not-made']);

export function isRefundEnd(stage: RefundStage): boolean {
  return FINAL.has(stage);
}

/** True where the outcome of a refund is unknown: it may have moved money, or may still do so. */
export function isInDoubt({ stage }: Pick<RefundRecord, 'stage'>): boolean {
  return stage === 'sending' || stage === 'unconfirmed';
}

/**
 * True where a request for it may have been acted on without this till knowing: a later refusal then closes nothing.
 */
export function mayHaveActed({ stage, maybeActed }: Pick<RefundRecord, 'stage' | 'maybeActed'>): boolean {
  return maybeActed || stage === 'unconfirmed';
}

/** True where a refund takes from what can still be refunded: all but those known to have moved no money. */
export function isSpent({ stage }: Pick<RefundRecord, 'stage'>): boolean {
  return !MOVED_NOTHING.has(stage);
}

/** True where this journal has it from its beginning; others it knows from the service alone. */
export function isOwn({ body }: Pick<RefundRecord, 'body'>): boolean {
  return body !== '';
}

export function isOtherTills(refund: Pick<RefundRecord, 'body' | 'restored'>): boolean {
  return !isOwn(refund) && refund.restored !== true;
}

/** Cents that these refunds took from their payment, or may still take. */
export function spentBy(refunds: readonly Pick<RefundRecord, 'stage' | 'amount'>[]): number {
  return refunds.filter(isSpent).reduce((total, { amount }) => total + amount, 0);
}

/** Time of its beginning, by the service's clock as far as that was known then, ms since the epoch. */
export function begunAt({ at, skewMs = 0 }: Pick<RefundRecord, 'at' | 'skewMs'>): number {
  return at + skewMs;
}

/** The refund after one more event. Throws `MisplacedEvent` for an event about one that has not begun. */
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
      ...given({ reason: event.reason }),
      body: event.body as RequestBody,
      stage: 'sending',
      maybeActed: false,
      at: where.at,
      ...given({ skewMs: event.skewMs, by: event.by, allowedBy: event.allowedBy, register: event.register }),
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
      ...given({ restored: event.restored }),
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
