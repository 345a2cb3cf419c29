import type { SaleStage, SaleView } from '../../preload/views.ts';
import { progressOf, type SaleRecord } from '../journal/sale-record.ts';
import type { Payment } from '../service/payment-service.ts';

/** How a payment ended, and through whom. */
export interface End {
  readonly stage: SaleStage;
  readonly ending?: NonNullable<SaleView['ending']>;
}

/** The stage of a payment on its way, by how far it has come. */
export function stageOf(progress: number): SaleStage {
  if (progress <= 0) return 'waiting';
  return progress === 1 ? 'scanned' : 'authorised';
}

/** What of a sale decides how its end is told. */
export type EndedSale = Pick<SaleRecord, 'acknowledge' | 'cancel' | 'superseded' | 'progress' | 'expiresAt'>;

/** Whether a status is one after which the service moves a payment no more. */
export function isFinal(status: string): boolean {
  return progressOf(status) === 4;
}

/** An expiry this much before its time was no expiry: something else ended the payment. */
const EARLY_MS = 10_000;

/** The end that a status stands for; undefined for one on its way, or one that the spec does not list. */
export function endOf(sale: EndedSale, payment: Payment, serviceNow: number): End | undefined {
  switch (payment.status) {
    case 'SUCCEEDED':
      return { stage: 'paid' };
    case 'CANCELLED':
      return { stage: 'cancelled', ending: whoEnded(sale, payment) };
    case 'EXPIRED':
      return expired(sale, payment, serviceNow);
    case 'AUTHORIZATION_FAILED':
      return { stage: 'failed', ending: 'bank-refused' };
    case 'FAILED':
      return { stage: 'failed', ending: sale.acknowledge === 'refused' ? 'merchant-refused' : 'service' };
    case 'VOIDED':
      return { stage: 'voided', ending: sale.acknowledge === 'refused' ? 'merchant-refused' : 'service' };
    default:
      return undefined;
  }
}

/**
 * The spec has no field for who cancelled. This till knows what it asked for; a payer must have scanned first, which
 * shows in the status before or in the debtor. What is left is another till that took the posId.
 */
function whoEnded(sale: EndedSale, payment: Payment): NonNullable<SaleView['ending']> {
  if (sale.acknowledge === 'refused') return 'merchant-refused';
  if (sale.cancel === 'asked' || sale.superseded) return 'cashier';
  if (sale.progress >= 1 || payment.debtor !== undefined) return 'payer';
  return 'elsewhere';
}

function expired(sale: EndedSale, payment: Payment, serviceNow: number): End {
  const expiresAt = payment.expiresAt ?? sale.expiresAt;
  const early = expiresAt !== undefined && serviceNow < expiresAt - EARLY_MS;
  return early && !sale.superseded && sale.progress === 0
    ? { stage: 'expired', ending: 'elsewhere' }
    : { stage: 'expired' };
}
