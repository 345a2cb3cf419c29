import type { ErrorView } from '../../preload/contract/views.ts';
import { omitUndefined } from '../base/omit-undefined.ts';
import type { TillError } from '../base/till-error.ts';
import type { JournalEvent } from '../domain/events.ts';
import type { Refund } from '../domain/payment-service.ts';
import { mayHaveActed, type RefundRecord } from '../domain/refund-record.ts';

type Stage = Extract<JournalEvent, { type: 'refund.answered' }>['stage'];

/** Returns the event for a response about a refund; undefined if nothing has changed. Pure. */
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
    ...omitUndefined({ verifyFault: answer.verified ? undefined : (answer.verifyFault ?? 'verify.no-signature') }),
  };
}

/** Returns true for a response about another refund: never believed, even with a verified signature. Pure. */
export function isAboutAnotherRefund(refund: RefundRecord, answer: Refund, others: readonly RefundRecord[]): boolean {
  if (others.some(({ refundId }) => refundId === answer.refundId)) return true;
  // An id from an unverified response may be wrong: a verified response may name another id.
  const known = refund.stage === 'unconfirmed' && answer.verified ? undefined : refund.refundId;
  if (known !== undefined && known !== answer.refundId) return true;
  return answer.paymentId !== refund.paymentId || answer.amount !== refund.amount;
}

/**
 * Returns the event for a failed send; undefined if nothing has changed. A refusal ends a refund only if no earlier
 * send can have made it: otherwise only the repeat was refused. `sentBefore`: an earlier process may have sent the
 * refund. Pure.
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

/** Returns the stage for a response. An unverified response could be forged: it never shows a refund as done. */
function stageOf(refund: RefundRecord, answer: Refund): Stage {
  // After a verified response, an unverified response changes nothing.
  if (!answer.verified) return refund.stage === 'pending' ? 'pending' : 'unconfirmed';
  if (answer.status === 'REFUNDED') return 'refunded';
  return answer.status === 'FAILED' ? 'failed' : 'pending';
}

/** Returns the error to show. A refusal's text says that no money moved, but an earlier send may have moved some. */
export function shownRefundError(error: TillError): ErrorView {
  const view = error.toView();
  if (error.code.startsWith('auth.') || error.code === 'network.tls') return { ...view, code: `refund.${error.code}` };
  return error.status === undefined || error.retryable ? view : { ...view, code: 'refund.question-refused' };
}
