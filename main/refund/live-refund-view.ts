import type { SaleView } from '../../preload/contract/views.ts';
import type { Refunds } from './refunds.ts';

/**
 * A sale whose refunds show the last failure, and until when the service asked to wait; with the refund that is asked for
 * and has not begun.
 */
export function withRefundLive(sale: SaleView, refunds: Pick<Refunds, 'live' | 'asked'>): SaleView {
  const { saleId: _saleId, ...asked } = refunds.asked(sale.saleId) ?? {};
  return {
    ...sale,
    refunds: sale.refunds.map((refund) => ({ ...refund, ...refunds.live(refund.refundKey) })),
    ...('wish' in asked ? { refundAsked: asked } : {}),
  };
}
