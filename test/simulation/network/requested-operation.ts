import type { HttpRequest } from '../../../main/service/transport.ts';
import type { Operation } from './request-faults.ts';

export interface RequestedOperation {
  readonly operation: Operation;
  readonly paymentId: string | undefined;
  readonly refundId: string | undefined;
}

export function isRead({ operation }: RequestedOperation): boolean {
  return operation === 'read' || operation === 'search' || operation === 'read-refund' || operation === 'list';
}

export function operationOf(request: HttpRequest): RequestedOperation {
  const [, , , paymentId, what, refundId] = request.path.split('/');
  if (request.path.startsWith('/v3/reconciliation'))
    return { operation: 'list', paymentId: undefined, refundId: undefined };
  if (request.path === '/v3/payments/search') return { operation: 'search', paymentId: undefined, refundId: undefined };
  if (paymentId === undefined || paymentId === 'pos')
    return { operation: 'create', paymentId: undefined, refundId: undefined };
  const of = (operation: Operation): RequestedOperation => ({ operation, paymentId, refundId });
  if (what === 'acknowledge') return of('acknowledge');
  if (what === 'refunds') return of(refundId === undefined ? 'refund' : 'read-refund');
  return of(request.method === 'DELETE' ? 'cancel' : 'read');
}
