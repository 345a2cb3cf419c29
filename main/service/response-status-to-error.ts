import type { ServiceErrorCode } from '../base/service-error-codes.ts';

/** Which error of the till an answer of the service becomes (docs/service.md, Errors). */

export type Api = 'payment' | 'refund' | 'reconciliation';

export type Operation =
  | 'readPayment'
  | 'cancelPayment'
  | 'search'
  | 'createPayment'
  | 'createStaticQr'
  | 'acknowledge'
  | 'readRefundIban'
  | 'createRefund'
  | 'readRefund'
  | 'payouts'
  | 'payoutPayments'
  | 'payoutRefunds';

interface AnswerRow {
  readonly api: Api | 'any';
  readonly operations?: readonly Operation[];
  readonly status: number | '3xx' | '4xx' | '5xx' | 'any';
  /** The service's own code, where one is documented. */
  readonly code?: string;
  /** `auth` is decided between clock, key and authority by what else the answer says. */
  readonly till: ServiceErrorCode | 'auth';
  readonly acted: 'no' | 'maybe';
}

/** First row that fits. `acted` concerns writes: whether the service may have done it in spite of the answer. */
export const answerRows: readonly AnswerRow[] = [
  { api: 'any', status: 401, till: 'auth', acted: 'no' },
  { api: 'any', status: 403, till: 'auth', acted: 'no' },
  { api: 'any', status: 429, till: 'service.busy', acted: 'no' },
  { api: 'any', status: 502, till: 'service.unavailable', acted: 'maybe' },
  { api: 'any', status: 503, till: 'service.unavailable', acted: 'maybe' },
  { api: 'any', status: 504, till: 'service.unavailable', acted: 'maybe' },
  { api: 'any', status: '3xx', till: 'answer.redirect', acted: 'maybe' },
  { api: 'any', status: 400, till: 'service.bad-request', acted: 'no' },
  { api: 'reconciliation', status: 404, code: 'PAYOUT_NOT_FOUND', till: 'payout.not-found', acted: 'no' },
  { api: 'refund', operations: ['createRefund'], status: 404, till: 'payment.not-found', acted: 'no' },
  { api: 'refund', status: 404, till: 'refund.not-found', acted: 'no' },
  {
    api: 'payment',
    operations: ['readPayment', 'cancelPayment', 'acknowledge', 'readRefundIban'],
    status: 404,
    till: 'payment.not-found',
    acted: 'no',
  },
  { api: 'any', status: 404, till: 'service.not-found', acted: 'no' },
  // Cancelling is refused with a status that the specification does not show: any of these means "too late".
  { api: 'payment', operations: ['cancelPayment'], status: 409, till: 'payment.not-cancellable', acted: 'no' },
  { api: 'payment', operations: ['cancelPayment'], status: 422, till: 'payment.not-cancellable', acted: 'no' },
  { api: 'payment', operations: ['readRefundIban'], status: 409, till: 'refund-iban.refused', acted: 'no' },
  { api: 'payment', operations: ['readRefundIban'], status: 422, till: 'refund-iban.refused', acted: 'no' },
  { api: 'refund', operations: ['createRefund'], status: 422, till: 'refund.refused', acted: 'no' },
  { api: 'any', status: 409, till: 'service.conflict', acted: 'maybe' },
  { api: 'any', status: 422, till: 'service.refused', acted: 'no' },
  { api: 'any', status: 408, till: 'service.unavailable', acted: 'maybe' },
  { api: 'any', status: 425, till: 'service.busy', acted: 'no' },
  { api: 'any', status: '4xx', till: 'answer.status', acted: 'no' },
  { api: 'any', status: '5xx', till: 'service.fault', acted: 'maybe' },
  { api: 'any', status: 'any', till: 'answer.status', acted: 'maybe' },
];

/** The row for an answer of `operation`; the last row fits everything. */
export function rowFor(api: Api, operation: Operation, status: number, code: string | undefined): AnswerRow {
  const family = `${Math.floor(status / 100)}xx`;
  const row = answerRows.find(
    (candidate) =>
      (candidate.api === 'any' || candidate.api === api) &&
      (candidate.operations === undefined || candidate.operations.includes(operation)) &&
      (candidate.status === 'any' || candidate.status === status || candidate.status === family) &&
      (candidate.code === undefined || candidate.code === code),
  );
  return row ?? { api: 'any', status: 'any', till: 'answer.status', acted: 'maybe' };
}
