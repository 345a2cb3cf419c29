import type { SaleView } from '../../preload/views.ts';
import type { Refunds } from './refunds.ts';

/** A sale whose refunds show the last failure, and until when the service asked to wait. */
export function withRefundLive(sale: SaleView, refunds: Pick<Refunds, 'live'>): SaleView {
  return { ...sale, refunds: sale.refunds.map((refund) => ({ ...refund, ...refunds.live(refund.refundKey) })) };
}
