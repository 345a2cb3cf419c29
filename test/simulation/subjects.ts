import type { HttpRequest } from '../../main/service/transport.ts';
import type { Question } from './asked.ts';
import type { Mirror, MirroredSale } from './mirror.ts';

/** What a request is about: a sale or a refund of the till that sends it. */
export interface Subject {
  /** `sale …` or `refund …`. */
  readonly name: string;
  readonly sale?: MirroredSale;
}

export function subjectOf(mirror: Mirror, request: HttpRequest, question: Question): Subject | undefined {
  const { asked, paymentId, refundId } = question;
  switch (asked) {
    case 'list':
      return undefined;
    case 'refund':
      return { name: `refund ${request.headers['idempotency-key']}` };
    case 'read-refund':
      return subjectOfRefund(mirror, refundId ?? '');
    case 'create':
      return subjectOfSale(mirror.saleWithBody(request.body ?? ''));
    case 'search':
      return subjectOfSale(soughtBy(mirror, request));
    default:
      return subjectOfSale(mirror.saleOfPayment(paymentId ?? ''));
  }
}

export function subjectOfSale(sale: MirroredSale | undefined): Subject | undefined {
  return sale === undefined ? undefined : { name: `sale ${sale.saleId}`, sale };
}

function subjectOfRefund(mirror: Mirror, refundId: string): Subject | undefined {
  const refund = [...mirror.refunds.values()].find((known) => known.refundId === refundId);
  return refund === undefined ? undefined : { name: `refund ${refund.refundKey}` };
}

/** Of several sales of one typed reference, only the newest can still be sought. */
function soughtBy(mirror: Mirror, request: HttpRequest): MirroredSale | undefined {
  const { reference } = JSON.parse(request.body ?? '{}') as { reference?: string };
  return [...mirror.sales.values()].findLast((sale) => sale.reference === reference && !sale.imported);
}

/** A request that no signal can break off is one that a person asked for, such as a look for a payment elsewhere. */
export function isOwnPace(request: HttpRequest): boolean {
  return request.signal !== undefined;
}
