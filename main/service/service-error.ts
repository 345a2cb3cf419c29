import { TillError, type TillErrorFacts } from '../base/till-error.ts';
import { type ErrorCode, errorCodes } from './error-table.ts';

/** A TillError of the table: its words, whether to try again, and the facts at hand. `detail` goes to the log's message. */
export function serviceError(code: ErrorCode, detail: string, facts: TillErrorFacts = {}): TillError {
  const words = errorCodes[code];
  const message = detail === '' ? words.cashier : `${words.cashier} (${detail})`;
  return new TillError(code, message, { retryable: words.retry, ...facts });
}
