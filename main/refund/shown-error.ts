import type { ErrorView } from '../../preload/views.ts';
import type { TillError } from '../base/till-error.ts';

/**
 * What is told of a failure while a refund is followed. The words of a refusal say that no money moved, which nobody
 * knows of a refund that an earlier attempt may have made, or that the service is processing.
 */
export function shownRefundError(error: TillError): ErrorView {
  const view = error.toView();
  if (error.code.startsWith('auth.') || error.code === 'network.tls') return { ...view, code: `refund.${error.code}` };
  return error.status === undefined || error.retryable ? view : { ...view, code: 'refund.question-refused' };
}
