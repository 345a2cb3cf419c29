/**
 * Codes of the error bodies, with the HTTP status of each. The codes of the Reconciliation API are the service's own
 * (docs/service.md, Errors). For the Payment and Refund APIs none are shown, so those are the sandbox's choice.
 */
const refusalCodes = {
  BAD_REQUEST: 400,
  UNAUTHORIZED: 401,
  ACCESS_DENIED: 403,
  NOT_FOUND: 404,
  PROFILE_NOT_FOUND: 404,
  PAYMENT_NOT_FOUND: 404,
  REFUND_NOT_FOUND: 404,
  PAYOUT_NOT_FOUND: 404,
  PAYMENT_NOT_CANCELLABLE: 422,
  PAYMENT_NOT_ACKNOWLEDGEABLE: 422,
  ACKNOWLEDGEMENT_MISMATCH: 422,
  PAYMENT_NOT_SUCCEEDED: 422,
  PAYMENT_NOT_REFUNDABLE: 422,
  REFUND_AMOUNT_TOO_HIGH: 422,
  IDEMPOTENCY_KEY_REUSED: 422,
  TOO_MANY_REQUESTS: 429,
  TECHNICAL_ERROR: 500,
  SERVICE_UNAVAILABLE: 503,
} as const;
export type RefusalCode = keyof typeof refusalCodes;

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
