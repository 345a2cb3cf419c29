import type { HttpRequest } from '../../main/service/transport.ts';
import type { Asked } from './wire-faults.ts';

/** What a request asks for, as far as the simulation tells requests apart. */
export interface Question {
  readonly asked: Asked;
  /** Of the payment in the path. */
  readonly paymentId: string | undefined;
  /** Of the refund in the path. */
  readonly refundId: string | undefined;
}

/** Whether it changes nothing: by such questions a till learns the truth. */
export function isRead({ asked }: Question): boolean {
  return asked === 'read' || asked === 'search' || asked === 'read-refund' || asked === 'list';
}

export function questionOf(request: HttpRequest): Question {
  const [, , , paymentId, what, refundId] = request.path.split('/');
  if (request.path.startsWith('/v3/reconciliation'))
    return { asked: 'list', paymentId: undefined, refundId: undefined };
  if (request.path === '/v3/payments/search') return { asked: 'search', paymentId: undefined, refundId: undefined };
  if (paymentId === undefined || paymentId === 'pos')
    return { asked: 'create', paymentId: undefined, refundId: undefined };
  const of = (asked: Asked): Question => ({ asked, paymentId, refundId });
  if (what === 'acknowledge') return of('acknowledge');
  if (what === 'refunds') return of(refundId === undefined ? 'refund' : 'read-refund');
  return of(request.method === 'DELETE' ? 'cancel' : 'read');
}
