import type { SaleStage } from '../domain/events.ts';
import type { RefundRecord, RefundStage } from '../domain/refund-record.ts';
import { isOtherTills, isOwn } from '../domain/refund-record.ts';
import { isElsewhere, type SaleRecord } from '../domain/sale-record.ts';
import type { PaymentStanding, RefundStanding } from './shift-report.ts';

/** Owner of the turnover. `restored`: may have been counted before the journal was lost. */
type Owner = 'own' | 'restored' | 'other-till';

/** `unknown` is not final: the till is still asking the service. */
export function standingOf(stage: SaleStage): PaymentStanding {
  switch (stage) {
    case 'paid':
    case 'cancelled':
    case 'expired':
    case 'failed':
      return stage;
    case 'voided':
      return 'failed';
    case 'creating':
    case 'waiting':
    case 'scanned':
    case 'authorised':
    case 'unknown':
      return 'open';
  }
}

/** `pending` is not final: the service has accepted the refund, but may still fail. */
export function refundStandingOf(stage: RefundStage): RefundStanding {
  switch (stage) {
    case 'refunded':
      return 'refunded';
    case 'failed':
    case 'refused':
    case 'not-made':
      return 'not-made';
    case 'sending':
    case 'unconfirmed':
    case 'pending':
      return 'open';
  }
}

/** A value outside the specification is not final. */
export function standingOfStatus(status: string): PaymentStanding {
  switch (status) {
    case 'SUCCEEDED':
      return 'paid';
    case 'CANCELLED':
      return 'cancelled';
    case 'EXPIRED':
      return 'expired';
    case 'FAILED':
    case 'AUTHORIZATION_FAILED':
    case 'VOIDED':
      return 'failed';
    default:
      return 'open';
  }
}

/** A payment of this POS that the till does not follow was recovered after a journal loss. */
export function ownerOf(sale: SaleRecord): Owner {
  if (!isElsewhere(sale)) return 'own';
  return sale.toldPosId === sale.posId ? 'restored' : 'other-till';
}

/** A till may refund another till's payment. */
export function refundOwnerOf(refund: RefundRecord): Owner {
  if (isOwn(refund)) return 'own';
  return isOtherTills(refund) ? 'other-till' : 'restored';
}
