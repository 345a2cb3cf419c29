import type { ErrorView } from '../../preload/contract/views.ts';
import type { TillError } from '../base/till-error.ts';

/** Returns true if the service understood and refused the request: neither a network failure nor a `Retry-After`. */
export function isRefusal(error: TillError): boolean {
  return error.acted === 'no' && error.status !== undefined && !error.retryable;
}

/** Returns true if the service refused the till (key, authority or clock) and not the payment. May pass later. */
export function isAboutCredentials(error: TillError): boolean {
  return error.code.startsWith('auth.');
}

/** Returns true for a response without information about the payment. Network and credential errors do not count. */
export function isUninformative(error: TillError): boolean {
  if (error.code === 'answer.schema') return true;
  return error.status !== undefined && error.status !== 401 && error.status !== 403 && !error.retryable;
}

/** Returns the error to show. The text of `auth.*` says that no money moved, here unknown: hence a separate code. */
export function shownError(error: TillError): ErrorView {
  const view = error.toView();
  return isAboutCredentials(error) ? { ...view, code: `sale.${error.code}` } : view;
}

export const ASKED_TO_WAIT = 'asked-to-wait';

/** Returns the till's activity after an error. Only an error without a response means offline, not a wrong clock. */
export function activityAfter(error: TillError): string {
  if ((error.retryAfterMs ?? 0) > 0) return ASKED_TO_WAIT;
  return error.status === undefined && !isAboutCredentials(error) ? 'offline' : 'asking-again';
}
