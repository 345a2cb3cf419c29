import type { SaleEnding, SaleStage } from './events.ts';
import type { Payment } from './payment-service.ts';
import { progressOf, type SaleRecord } from './sale-record.ts';

export interface End {
  readonly stage: SaleStage;
  readonly ending?: SaleEnding;
}

export function stageOf(progress: number): SaleStage {
  if (progress <= 0) return 'waiting';
  return progress === 1 ? 'scanned' : 'authorised';
}

export type EndedSale = Pick<SaleRecord, 'acknowledge' | 'cancel' | 'superseded' | 'progress' | 'expiresAt'>;

/** Returns true for a final status: the service never changes the payment again. */
export function isFinal(status: string): boolean {
  return progressOf(status) === 4;
}

/** An expiry earlier than `expiresAt` by more than this time has another cause. */
const EARLY_MS = 10_000;

/** Returns the end for a status; undefined for a payment on its way, or for a status outside the specification. */
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
 * Returns who cancelled, which the service does not report. A payer has scanned before, as the last status or the
 * debtor shows. Otherwise another till charged on the same posId.
 */
function whoEnded(sale: EndedSale, payment: Payment): SaleEnding {
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
