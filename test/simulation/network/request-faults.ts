import type { HttpRequest } from '../../../main/service/transport.ts';

/**
 * Faults of one exchange and their relative frequency. With `-unacted` the service has not acted before the fault, with
 * `-acted` the service has acted.
 */
export const faultWeights = {
  // Before the request leaves.
  refused: 2,
  dns: 1,
  'connect-timeout': 1,
  // On the way to the service or back.
  lost: 2,
  'reset-unacted': 2,
  'reset-acted': 3,
  'answer-lost': 3,
  /** The service acts long after the till has given up. */
  'acted-late': 2,
  slow: 3,
  truncated: 2,
  'body-stalled': 1,
  /** The request arrives twice. Not for creations: no connection repeats a request that must not be repeated. */
  duplicated: 1,
  /** An earlier response is sent again. */
  stale: 2,
  // Unreadable responses.
  'broken-json': 2,
  empty: 1,
  schema: 2,
  'html-acted': 1,
  'portal-page': 1,
  'portal-redirect': 1,
  'html-not-found': 1,
  // Responses of a service in trouble.
  busy: 3,
  'unavailable-unacted': 2,
  'unavailable-acted': 2,
  /** 429 and 503 without `Retry-After`. */
  'busy-bare': 1,
  'unavailable-bare': 1,
  'fault-unacted': 1,
  'fault-acted': 2,
  'gateway-timeout-acted': 1,
  // Refusals: 400, 401, 403, 404, 409 or 422, with or without signature where the service signs, and a gateway's page.
  denied: 2,
  'denied-page': 1,
  /** The service acts without a response, and refuses every repeat. */
  'denied-again': 2,
  // Responses that the till must not believe.
  /** The service's own response, from a clock that is an hour or a day off. */
  'wrong-date': 2,
  'other-payment': 2,
  'other-amount': 1,
  'search-unfiltered': 2,
  'unknown-status': 1,
  'ended-too-soon': 2,
  'hollow-cancel': 2,
  unsigned: 3,
  forged: 2,
  /** Signed by the service, but about a different refund or amount. */
  'other-refund': 2,
} as const;

export type FaultKind = keyof typeof faultWeights;

/** Operations as distinguished by faults. */
export type Operation = 'create' | 'read' | 'cancel' | 'acknowledge' | 'search' | 'list' | 'refund' | 'read-refund';

/** Kinds limited to some operations. All other kinds can affect every operation. */
const only: Partial<Record<FaultKind, readonly Operation[]>> = {
  duplicated: ['read', 'cancel', 'acknowledge', 'search', 'list', 'refund', 'read-refund'],
  stale: ['read', 'read-refund'],
  schema: ['create', 'read', 'search', 'list', 'refund', 'read-refund'],
  'other-payment': ['create', 'read', 'refund', 'read-refund'],
  'other-amount': ['create', 'read', 'refund', 'read-refund'],
  'search-unfiltered': ['search'],
  'unknown-status': ['read'],
  'ended-too-soon': ['read'],
  'hollow-cancel': ['cancel'],
  unsigned: ['refund', 'read-refund', 'list'],
  forged: ['refund', 'read-refund'],
  'denied-again': ['refund', 'cancel', 'acknowledge'],
  'other-refund': ['refund', 'read-refund'],
};

export function fits(kind: FaultKind, operation: Operation): boolean {
  return only[kind]?.includes(operation) ?? true;
}

export interface RequestedOperation {
  readonly operation: Operation;
  readonly paymentId?: string | undefined;
  readonly refundId?: string | undefined;
}

export function isRead({ operation }: RequestedOperation): boolean {
  return operation === 'read' || operation === 'search' || operation === 'read-refund' || operation === 'list';
}

export function operationOf(request: HttpRequest): RequestedOperation {
  const [, , , paymentId, what, refundId] = request.path.split('/').map(decodeURIComponent);
  if (request.path.startsWith('/v3/reconciliation')) return { operation: 'list' };
  if (request.path === '/v3/payments/search') return { operation: 'search' };
  if (paymentId === undefined || paymentId === 'pos') return { operation: 'create' };
  const of = (operation: Operation): RequestedOperation => ({ operation, paymentId, refundId });
  if (what === 'acknowledge') return of('acknowledge');
  if (what === 'refunds') return of(refundId === undefined ? 'refund' : 'read-refund');
  return of(request.method === 'DELETE' ? 'cancel' : 'read');
}
