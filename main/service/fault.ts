import { type ServiceErrorCode, serviceErrorCodes } from '../base/service-error-codes.ts';
import { TillError, type TillErrorDetails } from '../base/till-error.ts';

/** A TillError of the table: its words, whether to try again, and the facts at hand. `detail` goes to the log's message. */
export function fault(code: ServiceErrorCode, detail: string, facts: TillErrorDetails = {}): TillError {
  const words = serviceErrorCodes[code];
  const message = detail === '' ? words.cashier : `${words.cashier} (${detail})`;
  return new TillError(code, message, { retryable: words.retry, ...facts });
}
