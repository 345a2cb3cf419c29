import type { ErrorView } from '../../preload/contract/views.ts';
import type { TillError } from '../base/till-error.ts';

/** A refusal's words say that no money moved, which is not known of a refund that an earlier send may have made. */
export function shownRefundError(error: TillError): ErrorView {
  const view = error.toView();
  if (error.code.startsWith('auth.') || error.code === 'network.tls') return { ...view, code: `refund.${error.code}` };
  return error.status === undefined || error.retryable ? view : { ...view, code: 'refund.question-refused' };
}
