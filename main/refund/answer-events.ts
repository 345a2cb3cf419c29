import type { TillError } from '../base/till-error.ts';
import type { Fact } from '../journal/facts.ts';
import type { RefundRecord } from '../journal/refund-record.ts';
import type { Refund } from '../service/payment-service.ts';
import { shownRefundError } from './shown-error.ts';

type Stage = Extract<Fact, { type: 'refund.answered' }>['stage'];

/** The fact that an answer about a refund stands for; undefined when it says nothing new. Pure. */
export function eventOfAnswer(refund: RefundRecord, answer: Refund): Fact | undefined {
  const stage = stageOf(refund, answer);
  const known = refund.refundId === answer.refundId && refund.stage === stage && refund.status === answer.status;
  if (known) return undefined;
  return {
    type: 'refund.answered',
    refundKey: refund.refundKey,
    refundId: answer.refundId,
    status: answer.status,
    stage,
    ...(answer.verified ? {} : { verifyFault: answer.verifyFault ?? 'verify.no-signature' }),
  };
}

/**
 * Whether the answer is about another refund than ours, such as one of `others`, those of the same payment: never
 * believed, whoever signed it. Pure.
 */
export function isAboutAnotherRefund(refund: RefundRecord, answer: Refund, others: readonly RefundRecord[]): boolean {
  if (others.some(({ refundId }) => refundId === answer.refundId)) return true;
  // An id that came in an answer which did not verify binds nobody.
  const known = refund.stage === 'unconfirmed' && answer.verified ? undefined : refund.refundId;
  if (known !== undefined && known !== answer.refundId) return true;
  return answer.paymentId !== refund.paymentId || answer.amount !== refund.amount;
}

/**
 * The fact that a failed sending stands for; undefined when it says nothing new. A refusal ends a refund only when no
 * attempt can have acted: after one that may have, it speaks of the repeat alone, and only the service's own word about
 * the refund closes it (design: 5). `sentBefore`: an earlier process may have sent it and ended before it heard. Pure.
 */
export function eventOfFailure(refund: RefundRecord, error: TillError, sentBefore: boolean): Fact | undefined {
  const { refundKey } = refund;
  if (refund.maybeActed || refund.stage === 'unconfirmed') return undefined;
  if (sentBefore || error.acted === 'maybe')
    return { type: 'refund.unanswered', refundKey, problem: shownRefundError(error) };
  return error.retryable ? undefined : { type: 'refund.refused', refundKey, problem: error.toView() };
}

/** A refund answered by an unverified message is never shown as done (design: 5). */
function stageOf(refund: RefundRecord, answer: Refund): Stage {
  // Once an answer has verified, one that does not takes nothing back, and proves nothing either.
  if (!answer.verified) return refund.stage === 'pending' ? 'pending' : 'unconfirmed';
  if (answer.status === 'REFUNDED') return 'refunded';
  return answer.status === 'FAILED' ? 'failed' : 'pending';
}
