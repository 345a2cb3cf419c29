import { TillError, type TillErrorFacts } from '../base/till-error.ts';
import { type ErrorCode, errorCodes } from './error-table.ts';

/**
 * A TillError with the words of the error table and whether to try again. `detail` is added to the message, for the
 * log.
 */
export function serviceError(code: ErrorCode, detail: string, facts: TillErrorFacts = {}): TillError {
  const words = errorCodes[code];
  const message = detail === '' ? words.cashier : `${words.cashier} (${detail})`;
  return new TillError(code, message, { retryable: words.retry, ...facts });
}
