import type { Authority } from './records.ts';
import * as schemas from './request-schemas.ts';

/** An operation (docs/service.md, Endpoints) with its authority and request schemas. */
export interface Operation {
  readonly number: number;
  readonly method: 'GET' | 'POST' | 'DELETE';
  readonly path: string;
  readonly summary: string;
  /** An API key alone suffices for the Payment API only (docs/service.md, Authentication). */
  readonly api: 'payment' | 'refund' | 'reconciliation';
  readonly authority: Authority;
  readonly params?: schemas.Schema;
  readonly query?: schemas.Schema;
  readonly body?: schemas.Schema;
  readonly headers?: schemas.Schema;
}

const payment = '/v3/payments/:id';
const refunds = '/v3/payments/:payment-id/refunds';
const { paymentParams: params, transactionsQuery } = schemas;

const rowsOf =
  (api: Operation['api'], authority: Authority) =>
  (
    number: number,
    method: Operation['method'],
    path: string,
    summary: string,
    more: Partial<Operation> = {},
  ): Operation => ({ number, method, path, summary, api, authority, ...more });
const payments = rowsOf('payment', 'MERCHANT_PAYMENT');
const refunding = rowsOf('refund', 'MERCHANT_REFUND');
const reconciliation = rowsOf('reconciliation', 'MERCHANT_PAYMENT');

export const operations = {
  readPayment: payments(1, 'GET', payment, 'Read a payment', { params }),
  cancelPayment: payments(2, 'DELETE', payment, 'Cancel a payment', { params }),
  searchPayments: payments(3, 'POST', '/v3/payments/search', 'Search payments, newest first', {
    query: schemas.searchQuery,
    body: schemas.searchBody,
  }),
  createPayment: payments(4, 'POST', '/v3/payments', 'Create a payment', { body: schemas.createPaymentBody }),
  createStaticQrPayment: payments(5, 'POST', '/v3/payments/pos', 'Create a static-QR payment for a point of sale', {
    body: schemas.createStaticQrBody,
  }),
  acknowledgePayment: payments(6, 'POST', `${payment}/acknowledge`, 'Acknowledge a status callback', {
    params,
    body: schemas.acknowledgeBody,
  }),
  readRefundIban: payments(
    7,
    'GET',
    `${payment}/debtor/refundIban`,
    "Read the debtor's IBAN for a transfer of one's own",
    { params, authority: 'MERCHANT_REFUND' },
  ),
  createRefund: refunding(8, 'POST', refunds, 'Refund a payment, whole or in part', {
    params: schemas.refundsParams,
    headers: schemas.idempotencyHeaders,
    body: schemas.createRefundBody,
  }),
  readRefund: refunding(9, 'GET', `${refunds}/:refund-id`, 'Read a refund', { params: schemas.refundParams }),
  listPayouts: reconciliation(10, 'GET', '/v3/reconciliation/payouts', 'List the payouts of a day', {
    query: schemas.payoutsQuery,
  }),
  listPayments: reconciliation(
    11,
    'GET',
    '/v3/reconciliation/payments',
    'List the payments of a payout or of a range of days',
    { query: transactionsQuery },
  ),
  listRefunds: reconciliation(
    12,
    'GET',
    '/v3/reconciliation/refunds',
    'List the refunds of a payout or of a range of days',
    { query: transactionsQuery },
  ),
} satisfies Record<string, Operation>;

export type OperationName = keyof typeof operations;

export const operationNames = Object.keys(operations) as OperationName[];

/** Paths with fewer parameters first: `search` in `/v3/payments/search` must not match as a payment id. */
const routes = operationNames
  .map((operation) => {
    const { method, path } = operations[operation];
    const names = Array.from(path.matchAll(/:([\w-]+)/g), ([, name = '']) => name);
    return { operation, method, names, pattern: new RegExp(`^${path.replace(/:[\w-]+/g, '([^/]*)')}$`) };
  })
  .sort((one, other) => one.names.length - other.names.length);

export function route(
  method: string,
  path: string,
): { readonly operation: OperationName; readonly params: Record<string, string> } | undefined {
  for (const { operation, method: wanted, names, pattern } of routes) {
    const found = wanted === method ? pattern.exec(path) : null;
    if (!found) continue;
    try {
      const values = names.map((name, index) => [name, decodeURIComponent(found[index + 1] ?? '')]);
      return { operation, params: Object.fromEntries(values) };
    } catch (error) {
      if (error instanceof URIError) return undefined;
      throw error;
    }
  }
  return undefined;
}
