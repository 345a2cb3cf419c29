import type { ErrorView } from '../../preload/views.ts';
import type { TillError } from '../base/till-error.ts';

/** The service understood and said no: not a fault on the way, not a wish to wait. */
export function isRefusal(error: TillError): boolean {
  return error.acted === 'no' && error.status !== undefined && !error.retryable;
}

/** Not the payment but this till was refused, for now: its key, its authority or its clock. */
export function isAboutCredentials(error: TillError): boolean {
  return error.code.startsWith('auth.');
}

/**
 * The service answered, and the till cannot tell from it what became of the payment. Faults on the way, and answers
 * about this till's credentials, leave what was known as it is.
 */
export function tellsNothing(error: TillError): boolean {
  if (error.code === 'answer.schema') return true;
  return error.status !== undefined && error.status !== 401 && error.status !== 403 && !error.retryable;
}

/**
 * What is told of a failure while a sale is followed. The words of `auth.*` say that no money moved, which nobody knows of
 * a payment that can no longer be asked about.
 */
export function shownError(error: TillError): ErrorView {
  const view = error.toView();
  return isAboutCredentials(error) ? { ...view, code: `sale.${error.code}` } : view;
}

export const ASKED_TO_WAIT = 'asked-to-wait';

/** What the till does after a failure: somebody who did answer was reached. */
export function activityAfter(error: TillError): string {
  if ((error.retryAfterMs ?? 0) > 0) return ASKED_TO_WAIT;
  return error.status === undefined ? 'offline' : 'asking-again';
}
