import { keptText } from '../../../main/sandbox/engine/response-form.ts';
import type { HttpRequest } from '../../../main/service/transport.ts';
import type { RequestedOperation } from '../network/request-faults.ts';
import type { JournalOnDisk, SaleOnDisk } from '../till/journal-on-disk.ts';

export interface Subject {
  /** `sale …` or `refund …`. */
  readonly name: string;
  readonly sale?: SaleOnDisk;
}

export function subjectOf(
  journalOnDisk: JournalOnDisk,
  request: HttpRequest,
  requested: RequestedOperation,
): Subject | undefined {
  const { operation, paymentId, refundId } = requested;
  switch (operation) {
    case 'list':
      return undefined;
    case 'refund':
      return { name: `refund ${request.headers['idempotency-key']}` };
    case 'read-refund':
      return subjectOfRefund(journalOnDisk, refundId ?? '');
    case 'create':
      return subjectOfSale(journalOnDisk.saleWithBody(request.body ?? ''));
    case 'search':
      return subjectOfSale(soughtBy(journalOnDisk, request));
    default:
      return subjectOfSale(journalOnDisk.saleOfPayment(paymentId ?? ''));
  }
}

export function subjectOfSale(sale: SaleOnDisk | undefined): Subject | undefined {
  return sale === undefined ? undefined : { name: `sale ${sale.saleId}`, sale };
}

function subjectOfRefund(journalOnDisk: JournalOnDisk, refundId: string): Subject | undefined {
  const refund = [...journalOnDisk.refunds.values()].find((known) => known.refundId === refundId);
  return refund === undefined ? undefined : { name: `refund ${refund.refundKey}` };
}

/** Among several sales with the same typed reference, only the newest can still be searched for. */
function soughtBy(journalOnDisk: JournalOnDisk, request: HttpRequest): SaleOnDisk | undefined {
  const { reference } = JSON.parse(request.body ?? '{}') as { reference?: string };
  const basic = (text: string) => keptText({ keptTexts: 'transliterated' }, text);
  return [...journalOnDisk.sales.values()].findLast(
    (sale) => [sale.reference, basic(sale.reference)].includes(reference ?? '') && !sale.imported,
  );
}

/**
 * Whether the till sent the request by itself. Requests of a person, such as a search for other tills' payments, have
 * no signal.
 */
export function isSentByItself(request: HttpRequest): boolean {
  return request.signal !== undefined;
}
