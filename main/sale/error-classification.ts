import type { ErrorView } from '../../preload/contract/views.ts';
import type { TillError } from '../base/till-error.ts';

/** The service understood the request and refused it: no failure on the way, and no request to wait. */
export function isRefusal(error: TillError): boolean {
  return error.acted === 'no' && error.status !== undefined && !error.retryable;
}

/** The service refused this till, not the payment: its key, its authority or its clock. That may change. */
export function isAboutCredentials(error: TillError): boolean {
  return error.code.startsWith('auth.');
}

/**
 * An answer that does not tell what became of the payment. Failures on the way and those of credentials do not count.
 */
export function tellsNothing(error: TillError): boolean {
  if (error.code === 'answer.schema') return true;
  return error.status !== undefined && error.status !== 401 && error.status !== 403 && !error.retryable;
}

/** The words of `auth.*` say that no money moved, which is not known here: so it gets a code of its own. */
export function shownError(error: TillError): ErrorView {
  const view = error.toView();
  return isAboutCredentials(error) ? { ...view, code: `sale.${error.code}` } : view;
}

export const ASKED_TO_WAIT = 'asked-to-wait';

/** The till's activity after a failure. Only one without any answer means offline; a wrong clock does not. */
export function activityAfter(error: TillError): string {
  if ((error.retryAfterMs ?? 0) > 0) return ASKED_TO_WAIT;
  return error.status === undefined && !isAboutCredentials(error) ? 'offline' : 'asking-again';
}
