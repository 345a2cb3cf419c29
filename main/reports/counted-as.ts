import type { SaleStage } from '../domain/events.ts';
import type { RefundRecord, RefundStage } from '../domain/refund-record.ts';
import { isOtherTills, isOwn } from '../domain/refund-record.ts';
import { isElsewhere, type SaleRecord } from '../domain/sale-record.ts';
import type { PaymentStanding, RefundStanding } from './shift-report.ts';

/** Turnover of this till; `restored` may have been counted before the record was lost. */
export type Owner = 'own' | 'restored' | 'other-till';

/** `unknown` is no end: the till is still finding out. */
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

/** The service has taken on a `pending` one, and may still fail it. */
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

/** A value that the specification does not list is no end. */
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

/** One that the service named this POS for and that is not followed was brought back after the record was lost. */
export function ownerOf(sale: SaleRecord): Owner {
  if (!isElsewhere(sale)) return 'own';
  return sale.toldPosId === sale.posId ? 'restored' : 'other-till';
}

/** A till may refund another till's payment. */
export function refundOwnerOf(refund: RefundRecord): Owner {
  if (isOwn(refund)) return 'own';
  return isOtherTills(refund) ? 'other-till' : 'restored';
}
