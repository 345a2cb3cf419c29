import type { SaleStage } from '../domain/events.ts';
import type { RefundRecord, RefundStage } from '../domain/refund-record.ts';
import { isOtherTills, isOwn } from '../domain/refund-record.ts';
import { isElsewhere, type SaleRecord } from '../domain/sale-record.ts';
import type { PaymentStanding, RefundStanding } from './shift-report.ts';

/** Turnover of this till; `restored` may have been counted before the record was lost. */
export type Owner = 'own' | 'restored' | 'other-till';

/** The standing of a payment in this stage. `unknown` is no end: the till is still finding out. */
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

/** The standing of a refund in this stage. The service has taken on one that is `pending`, and may still fail it. */
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

/** The standing by the service's status value; one that the specification does not list is no end. */
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

/**
 * A payment that the service named this POS for and that is not followed was brought back after the record was lost: it
 * may have been counted before that. One that was open then goes on as this till's own.
 */
export function ownerOf(sale: SaleRecord): Owner {
  if (!isElsewhere(sale)) return 'own';
  return sale.toldPosId === sale.posId ? 'restored' : 'other-till';
}

/** The till that made a refund, be it of another till's payment. */
export function refundOwnerOf(refund: RefundRecord): Owner {
  if (isOwn(refund)) return 'own';
  return isOtherTills(refund) ? 'other-till' : 'restored';
}
