import type { TillError } from '../till-error.ts';

/** The service understood and said no: not a fault on the way, not a wish to wait. */
export function isRefusal(error: TillError): boolean {
  return error.acted === 'no' && error.status !== undefined && !error.retryable;
}

/**
 * The service answered, and the till cannot tell from it what became of the payment. Faults on the way, and answers
 * about this till's credentials, leave what was known as it is.
 */
export function saysNothing(error: TillError): boolean {
  if (error.code === 'answer.schema') return true;
  return error.status !== undefined && error.status !== 401 && error.status !== 403 && !error.retryable;
}
