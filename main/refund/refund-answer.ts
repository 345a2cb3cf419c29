import type { ErrorView } from '../../preload/contract/views.ts';
import { given } from '../base/given.ts';
import type { TillError } from '../base/till-error.ts';
import type { JournalEvent } from '../domain/events.ts';
import type { Refund } from '../domain/payment-service.ts';
import { mayHaveActed, type RefundRecord } from '../domain/refund-record.ts';

type Stage = Extract<JournalEvent, { type: 'refund.answered' }>['stage'];

/** The event that follows from an answer about a refund; undefined when it tells nothing new. Pure. */
export function eventOfAnswer(refund: RefundRecord, answer: Refund): JournalEvent | undefined {
  const stage = stageOf(refund, answer);
  const known = refund.refundId === answer.refundId && refund.stage === stage && refund.status === answer.status;
  if (known) return undefined;
  return {
    type: 'refund.answered',
    refundKey: refund.refundKey,
    refundId: answer.refundId,
    status: answer.status,
    stage,
    ...given({ verifyFault: answer.verified ? undefined : (answer.verifyFault ?? 'verify.no-signature') }),
  };
}

/**
 * Of another of the payment's refunds (`others`), say. It is never believed, even when its signature verifies. Pure.
 */
export function isAboutAnotherRefund(refund: RefundRecord, answer: Refund, others: readonly RefundRecord[]): boolean {
  if (others.some(({ refundId }) => refundId === answer.refundId)) return true;
  // An id that came in an unverified answer may be wrong: a verified answer may give another.
  const known = refund.stage === 'unconfirmed' && answer.verified ? undefined : refund.refundId;
  if (known !== undefined && known !== answer.refundId) return true;
  return answer.paymentId !== refund.paymentId || answer.amount !== refund.amount;
}

/**
 * A refusal ends a refund only when no earlier send can have made it: after one that may, it is about the repeat alone.
 * `sentBefore`: an earlier process may have sent it. Pure.
 */
export function eventOfFailure(
  refund: RefundRecord,
  error: TillError,
  { sentBefore }: { readonly sentBefore: boolean },
): JournalEvent | undefined {
  const { refundKey } = refund;
  if (mayHaveActed(refund)) return undefined;
  if (sentBefore || error.acted === 'maybe')
    return { type: 'refund.unanswered', refundKey, problem: shownRefundError(error) };
  return error.retryable ? undefined : { type: 'refund.refused', refundKey, problem: error.toView() };
}

/** A refund is never shown as done on the word of an unverified answer: it could be forged. */
function stageOf(refund: RefundRecord, answer: Refund): Stage {
  // After a verified answer, an unverified one changes nothing.
  if (!answer.verified) return refund.stage === 'pending' ? 'pending' : 'unconfirmed';
  if (answer.status === 'REFUNDED') return 'refunded';
  return answer.status === 'FAILED' ? 'failed' : 'pending';
}

/** A refusal's words say that no money moved, which is not known of a refund that an earlier send may have made. */
export function shownRefundError(error: TillError): ErrorView {
  const view = error.toView();
  if (error.code.startsWith('auth.') || error.code === 'network.tls') return { ...view, code: `refund.${error.code}` };
  return error.status === undefined || error.retryable ? view : { ...view, code: 'refund.question-refused' };
}
