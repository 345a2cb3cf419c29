import type { ErrorView } from '../../preload/contract/views.ts';
import type { TillError } from '../base/till-error.ts';

/**
 * A failure as it is shown while a refund is followed. The words of a refusal say that no money moved, which is not known
 * of a refund that an earlier send may have made, or that the service is processing: so it gets a code of its own.
 */
export function shownRefundError(error: TillError): ErrorView {
  const view = error.toView();
  if (error.code.startsWith('auth.') || error.code === 'network.tls') return { ...view, code: `refund.${error.code}` };
  return error.status === undefined || error.retryable ? view : { ...view, code: 'refund.question-refused' };
}
