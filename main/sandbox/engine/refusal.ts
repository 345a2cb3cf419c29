import type { Operation } from './operations.ts';

/**
 * Source: docs/service.md, Errors (Reconciliation API) and What public sources show (the others). NOT_FOUND,
 * TOO_MANY_REQUESTS and the two acknowledgement codes are the sandbox's own.
 */
export const refusalCodes = {
  BAD_REQUEST: 400,
  BODY_MISSING: 400,
  FIELD_IS_REQUIRED: 400,
  FIELD_IS_INVALID: 400,
  VALIDATION_ERROR: 400,
  UNAUTHORIZED: 401,
  ACCESS_DENIED: 403,
  CALLER_NOT_ALLOWED_TO_CANCEL: 403,
  NOT_FOUND: 404,
  MERCHANT_PROFILE_NOT_FOUND: 404,
  PAYMENT_NOT_FOUND: 404,
  REFUND_NOT_FOUND: 404,
  PAYOUT_NOT_FOUND: 404,
  PAYMENT_CONFLICT: 409,
  ACKNOWLEDGEMENT_MISMATCH: 422,
  INVALID_REFUND_AMOUNT: 422,
  PAYMENT_FOR_REFUND_NOT_FOUND: 422,
  PAYMENT_NOT_ACKNOWLEDGEABLE: 422,
  PAYMENT_NOT_PENDING: 422,
  PAYMENT_VOIDED: 422,
  QR_NO_LONGER_IN_USE: 422,
  REFUND_NOT_ALLOWED: 422,
  REFUND_NOT_AVAILABLE: 422,
  REFUND_NOT_POSSIBLE: 422,
  REFUND_REQUEST_CONFLICT: 422,
  UNABLE_TO_PAY_CREDITOR: 422,
  TOO_MANY_REQUESTS: 429,
  TECHNICAL_ERROR: 500,
  SERVICE_UNAVAILABLE: 503,
  TRY_AGAIN_LATER: 503,
} as const;
export type RefusalCode = keyof typeof refusalCodes;

export const invalidCodes = {
  payment: 'FIELD_IS_INVALID',
  refund: 'VALIDATION_ERROR',
  reconciliation: 'BAD_REQUEST',
} as const satisfies Record<Operation['api'], RefusalCode>;

export class Refusal extends Error {
  readonly code: RefusalCode;
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;

  constructor(code: RefusalCode, message: string, options: { status?: number; headers?: Record<string, string> } = {}) {
    super(message);
    this.name = 'Refusal';
    this.code = code;
    this.status = options.status ?? refusalCodes[code];
    this.headers = options.headers ?? {};
  }
}
