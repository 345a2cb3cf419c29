import type { Notice } from '../../preload/views.ts';
import type { Journal } from '../journal/journal.ts';

/** A notice for each refund that a manager has to decide about, with the way to its payment. */
export function unsettledNotices(journal: Pick<Journal, 'openRefunds' | 'sale'>): readonly Notice[] {
  return journal
    .openRefunds()
    .filter(({ unsettled }) => unsettled !== undefined)
    .map(({ refundKey, saleId, amount }) => ({
      id: `refund.unsettled.${refundKey}`,
      code: 'refund.unsettled',
      severity: 'warning',
      values: { amountCents: amount, reference: journal.sale(saleId)?.reference ?? '' },
      action: 'open-sale',
      saleId,
    }));
}
