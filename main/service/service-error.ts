import { type ServiceErrorCode, serviceErrorCodes } from '../base/service-error-codes.ts';
import { TillError, type TillErrorDetails } from '../base/till-error.ts';

/** `detail` is added to the message, for the log. */
export function serviceError(code: ServiceErrorCode, detail: string, details: TillErrorDetails = {}): TillError {
  const { retry, support } = serviceErrorCodes[code];
  return new TillError(code, detail === '' ? support : `${support} (${detail})`, { retryable: retry, ...details });
}
