import type { SaleView } from '../../preload/views.ts';
import type { Refunds } from './refunds.ts';

/** A sale with what keeps the till from telling more about its refunds at the moment. */
export function withRefundLive(sale: SaleView, refunds: Pick<Refunds, 'live'>): SaleView {
  return { ...sale, refunds: sale.refunds.map((refund) => ({ ...refund, ...refunds.live(refund.refundKey) })) };
}
