import type { Authority } from './records.ts';
import * as schemas from './request-schemas.ts';

/** The twelve operations (docs/service.md, Endpoints), with who may call them and the schemas of their requests. */
export interface Operation {
  readonly number: number;
  readonly method: 'GET' | 'POST' | 'DELETE';
  /** Path with `:name` for its parameters. */
  readonly path: string;
  readonly api: 'payment' | 'refund' | 'reconciliation';
  readonly summary: string;
  /** Whether an API key alone is enough (docs/service.md, Authentication). */
  readonly key: boolean;
  readonly authority: Authority;
  readonly params?: schemas.Schema;
  readonly query?: schemas.Schema;
  readonly body?: schemas.Schema;
  readonly headers?: schemas.Schema;
}

const payment = '/v3/payments/:id';
const refunds = '/v3/payments/:payment-id/refunds';

export const operations = {
  readPayment: {
    number: 1,
    method: 'GET',
    path: payment,
    api: 'payment',
    summary: 'Read a payment',
    key: true,
    authority: 'MERCHANT_PAYMENT',
    params: schemas.paymentParams,
  },
  cancelPayment: {
    number: 2,
    method: 'DELETE',
    path: payment,
    api: 'payment',
    summary: 'Cancel a payment',
    key: true,
    authority: 'MERCHANT_PAYMENT',
    params: schemas.paymentParams,
  },
  searchPayments: {
    number: 3,
    method: 'POST',
    path: '/v3/payments/search',
    api: 'payment',
    summary: 'Search payments, newest first',
    key: true,
    authority: 'MERCHANT_PAYMENT',
    query: schemas.searchQuery,
    body: schemas.searchBody,
  },
  createPayment: {
    number: 4,
    method: 'POST',
    path: '/v3/payments',
    api: 'payment',
    summary: 'Create a payment',
    key: true,
    authority: 'MERCHANT_PAYMENT',
    body: schemas.createPaymentBody,
  },
  createStaticQrPayment: {
    number: 5,
    method: 'POST',
    path: '/v3/payments/pos',
    api: 'payment',
    summary: 'Create a static-QR payment for a point of sale',
    key: true,
    authority: 'MERCHANT_PAYMENT',
    body: schemas.createStaticQrBody,
  },
  acknowledgePayment: {
    number: 6,
    method: 'POST',
    path: `${payment}/acknowledge`,
    api: 'payment',
    summary: 'Acknowledge a status callback',
    key: true,
    authority: 'MERCHANT_PAYMENT',
    params: schemas.paymentParams,
    body: schemas.acknowledgeBody,
  },
  readRefundIban: {
    number: 7,
    method: 'GET',
    path: `${payment}/debtor/refundIban`,
    api: 'payment',
    summary: "Read the debtor's IBAN for a transfer of one's own",
    key: true,
    authority: 'MERCHANT_REFUND',
    params: schemas.paymentParams,
  },
  createRefund: {
    number: 8,
    method: 'POST',
    path: refunds,
    api: 'refund',
    summary: 'Refund a payment, whole or in part',
    key: false,
    authority: 'MERCHANT_REFUND',
    params: schemas.refundsParams,
    headers: schemas.idempotencyHeaders,
    body: schemas.createRefundBody,
  },
  readRefund: {
    number: 9,
    method: 'GET',
    path: `${refunds}/:refund-id`,
    api: 'refund',
    summary: 'Read a refund',
    key: false,
    authority: 'MERCHANT_REFUND',
    params: schemas.refundParams,
  },
  listPayouts: {
    number: 10,
    method: 'GET',
    path: '/v3/reconciliation/payouts',
    api: 'reconciliation',
    summary: 'List the payouts of a day',
    key: false,
    authority: 'MERCHANT_PAYMENT',
    query: schemas.payoutsQuery,
  },
  listPayments: {
    number: 11,
    method: 'GET',
    path: '/v3/reconciliation/payments',
    api: 'reconciliation',
    summary: 'List the payments of a payout or of a range of days',
    key: false,
    authority: 'MERCHANT_PAYMENT',
    query: schemas.transactionsQuery,
  },
  listRefunds: {
    number: 12,
    method: 'GET',
    path: '/v3/reconciliation/refunds',
    api: 'reconciliation',
    summary: 'List the refunds of a payout or of a range of days',
    key: false,
    authority: 'MERCHANT_PAYMENT',
    query: schemas.transactionsQuery,
  },
} as const satisfies Record<string, Operation>;

export type OperationName = keyof typeof operations;

/** Names of the operations, in the order of their numbers. */
export const operationNames = Object.keys(operations) as OperationName[];

/** The operation that a method and a path (without query) lead to, with the path's parameters. */
export function route(
  method: string,
  path: string,
): { readonly operation: OperationName; readonly params: Record<string, string> } | undefined {
  const parts = path.split('/');
  for (const { operation, wanted, template } of byParameterCount) {
    if (wanted !== method) continue;
    const params = match(template, parts);
    if (params) return { operation, params };
  }
  return undefined;
}

/** Paths with fewer parameters first: `search` in `/v3/payments/search` must not be taken for a payment's id. */
const byParameterCount = operationNames
  .map((operation) => {
    const { method: wanted, path }: Operation = operations[operation];
    return { operation, wanted, template: path.split('/'), parameters: path.split(':').length - 1 };
  })
  .sort((one, other) => one.parameters - other.parameters);

function match(template: readonly string[], parts: readonly string[]): Record<string, string> | undefined {
  if (template.length !== parts.length) return undefined;
  const params: Record<string, string> = {};
  for (const [index, segment] of template.entries()) {
    const part = parts[index] ?? '';
    if (!segment.startsWith(':')) {
      if (segment !== part) return undefined;
      continue;
    }
    const value = decoded(part);
    if (value === undefined) return undefined;
    params[segment.slice(1)] = value;
  }
  return params;
}

/** A segment of a path, percent-decoded; undefined where it cannot be decoded. */
function decoded(segment: string): string | undefined {
  try {
    return decodeURIComponent(segment);
  } catch (error) {
    if (error instanceof URIError) return undefined;
    throw error;
  }
}
