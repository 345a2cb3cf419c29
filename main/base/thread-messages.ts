import type { ErrorCode } from './error-codes.ts';
import { TillError, type TillErrorDetails, toTillError } from './till-error.ts';

export type FromThread =
  | { readonly type: 'began' }
  | { readonly type: 'ask'; readonly id: number; readonly name: string; readonly question: unknown }
  | { readonly type: 'report'; readonly value: unknown }
  | { readonly type: 'done'; readonly value: unknown }
  | { readonly type: 'failed'; readonly error: ErrorData };

export type ToThread =
  | { readonly type: 'answer'; readonly id: number; readonly value: unknown }
  | { readonly type: 'refused'; readonly id: number; readonly error: ErrorData }
  | { readonly type: 'stop' };

export interface ErrorData extends Omit<TillErrorDetails, 'cause'> {
  readonly code: ErrorCode;
  readonly message: string;
}

export function toErrorData(thrown: unknown): ErrorData {
  const { code, message, retryable, acted, status, serviceCode, traceId, spanId, retryAfterMs, field, values } =
    toTillError(thrown);
  return { code, message, retryable, acted, status, serviceCode, traceId, spanId, retryAfterMs, field, values };
}

export function fromErrorData({ code, message, ...details }: ErrorData): TillError {
  return new TillError(code, message, details);
}
