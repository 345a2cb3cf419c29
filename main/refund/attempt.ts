import type { Fact } from '../journal/facts.ts';
import type { RefundRecord } from '../journal/refund-record.ts';
import type { Refund } from '../service/payment-service.ts';
import type { TillError } from '../till-error.ts';

type Stage = Extract<Fact, { type: 'refund.answered' }>['stage'];

/** The fact that an answer about a refund stands for; undefined when it says nothing new. Pure. */
export function factOfAnswer(refund: RefundRecord, answer: Refund): Fact | undefined {
  if (isOther(refund, answer)) return undefined;
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

/** Whether the answer is about another refund than ours: never believed, whoever signed it. */
export function isOther(refund: RefundRecord, answer: Refund): boolean {
  // An id that came in an answer which did not verify binds nobody.
  const known = refund.stage === 'unconfirmed' && answer.verified ? undefined : refund.refundId;
  if (known !== undefined && known !== answer.refundId) return true;
  return answer.paymentId !== refund.paymentId || answer.amount !== refund.amount;
}

/**
 * The fact that a failed sending stands for; undefined when it neither arrived nor was refused, and is simply sent
 * again. After an attempt that may have acted, only an answer that looked at the refund itself can refuse it: an
 * expired key or a missing authority says nothing about what the first attempt did.
 */
export function factOfFailure(refund: RefundRecord, error: TillError): Fact | undefined {
  const { refundKey } = refund;
  const problem = error.toView();
  const maybeActed = refund.maybeActed || refund.stage === 'unconfirmed';
  if (error.acted === 'maybe') {
    return maybeActed && refund.problem?.code === problem.code
      ? undefined
      : { type: 'refund.unanswered', refundKey, problem };
  }
  if (error.retryable) return undefined;
  const looked = error.status === 400 || error.status === 404 || error.status === 422;
  return !maybeActed || looked ? { type: 'refund.refused', refundKey, problem } : undefined;
}

/** A refund answered by an unverified message is never shown as done (design: 5). */
function stageOf(refund: RefundRecord, answer: Refund): Stage {
  // Once an answer has verified, one that does not takes nothing back, and proves nothing either.
  if (!answer.verified) return refund.stage === 'pending' ? 'pending' : 'unconfirmed';
  if (answer.status === 'REFUNDED') return 'refunded';
  return answer.status === 'FAILED' ? 'failed' : 'pending';
}
