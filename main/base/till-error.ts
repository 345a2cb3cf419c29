import type { ErrorView } from '../../preload/contract/views.ts';
import type { ErrorCode } from './error-codes.ts';
import { omitUndefined } from './omit-undefined.ts';

/** `code` is stable (`error-codes.ts`). `message` is English, shown only for a code without text. */
export class TillError extends Error {
  readonly code: ErrorCode;
  /** Repeating the same request may help. */
  readonly retryable: boolean;
  /** `no`: the service certainly did not act on the request. Any other outcome is `maybe`. */
  readonly acted: 'no' | 'maybe';
  readonly status: number | undefined;
  /** The service's own error code, as received. */
  readonly serviceCode: string | undefined;
  readonly traceId: string | undefined;
  readonly spanId: string | undefined;
  readonly retryAfterMs: number | undefined;
  readonly field: string | undefined;
  readonly values: Readonly<Record<string, string | number>> | undefined;

  constructor(code: ErrorCode, message: string, details: TillErrorDetails = {}) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause });
    this.name = 'TillError';
    this.code = code;
    this.retryable = details.retryable ?? false;
    this.acted = details.acted ?? 'no';
    this.status = details.status;
    this.serviceCode = details.serviceCode;
    this.traceId = details.traceId;
    this.spanId = details.spanId;
    this.retryAfterMs = details.retryAfterMs;
    this.field = details.field;
    this.values = details.values;
  }

  toView(): ErrorView {
    return {
      code: this.code,
      message: this.message,
      retryable: this.retryable,
      ...omitUndefined({
        serviceCode: this.serviceCode,
        traceId: this.traceId,
        field: this.field,
        values: this.values && { ...this.values },
      }),
    };
  }
}

export interface TillErrorDetails {
  readonly retryable?: boolean | undefined;
  readonly acted?: 'no' | 'maybe' | undefined;
  readonly status?: number | undefined;
  readonly serviceCode?: string | undefined;
  readonly traceId?: string | undefined;
  readonly spanId?: string | undefined;
  readonly retryAfterMs?: number | undefined;
  readonly field?: string | undefined;
  readonly values?: Readonly<Record<string, string | number>> | undefined;
  readonly cause?: unknown;
}

/** Converts any other value to `internal` with `acted: 'maybe'`: the service may have acted before. */
export function toTillError(thrown: unknown): TillError {
  if (thrown instanceof TillError) return thrown;
  const message = thrown instanceof Error ? thrown.message : String(thrown);
  return new TillError('internal', message, { acted: 'maybe', cause: thrown });
}
