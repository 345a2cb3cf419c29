import type { ErrorView } from '../../preload/views.ts';
import type { ErrorCode } from './error-codes.ts';

/**
 * The one error of the app. `code` is stable and documented in `main/service/error-table.ts` for everything that the
 * service can cause; `message` is English for the log, the renderer has the words for the person.
 */
export class TillError extends Error {
  readonly code: ErrorCode;
  /** Trying the same again may help. */
  readonly retryable: boolean;
  /** Whether the service may have acted on the request: `no` is a promise, `maybe` is everything else. */
  readonly acted: 'no' | 'maybe';
  /** HTTP status of the answer, where there was one. */
  readonly status: number | undefined;
  /** The service's own error code, as it came. */
  readonly serviceCode: string | undefined;
  readonly traceId: string | undefined;
  readonly spanId: string | undefined;
  /** How long the service asked to wait, ms. */
  readonly retryAfterMs: number | undefined;
  /** The contract field that the error belongs to. */
  readonly field: string | undefined;
  readonly values: Readonly<Record<string, string | number>> | undefined;

  constructor(code: ErrorCode, message: string, facts: TillErrorDetails = {}) {
    super(message, facts.cause === undefined ? undefined : { cause: facts.cause });
    this.name = 'TillError';
    this.code = code;
    this.retryable = facts.retryable ?? false;
    this.acted = facts.acted ?? 'no';
    this.status = facts.status;
    this.serviceCode = facts.serviceCode;
    this.traceId = facts.traceId;
    this.spanId = facts.spanId;
    this.retryAfterMs = facts.retryAfterMs;
    this.field = facts.field;
    this.values = facts.values;
  }

  /** What may cross to a window. */
  toView(): ErrorView {
    return {
      code: this.code,
      message: this.message,
      retryable: this.retryable,
      ...(this.traceId === undefined ? {} : { traceId: this.traceId }),
      ...(this.field === undefined ? {} : { field: this.field }),
      ...(this.values === undefined ? {} : { values: { ...this.values } }),
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

/** Anything thrown, as a TillError: a fault of ours becomes `internal`, with the cause kept. */
export function toTillError(thrown: unknown): TillError {
  if (thrown instanceof TillError) return thrown;
  const message = thrown instanceof Error ? thrown.message : String(thrown);
  return new TillError('internal', message, { acted: 'maybe', cause: thrown });
}
