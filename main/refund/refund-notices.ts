import type { Notice } from '../../preload/views.ts';
import type { Journal } from '../journal/journal.ts';
import type { RefundRecord } from '../journal/refund-record.ts';

/** That a refund was made after all, which a manager had closed as not made: told until somebody has read it. */
export function madeAfterAllNotice({ refundKey, saleId, amount }: RefundRecord, reference: string): Notice {
  const id = `refund.made-after-all.${refundKey}`;
  const values = { amountCents: amount, reference };
  return { id, code: 'refund.made-after-all', severity: 'alarm', values, action: 'dismiss', saleId };
}

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
