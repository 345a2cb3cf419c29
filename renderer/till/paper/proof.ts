import type { RefundView, SaleView } from '../../../preload/contract/views.ts';
import type { TextKey } from '../../ui/language.ts';
import type { Sheet } from './sheet.ts';

/** The proof that a receipt is. `warning` stands on it in large letters where it proves nothing. */
export interface Proof {
  readonly warning?: TextKey;
  readonly foot: TextKey;
}

export function proofOfPayment({ stage }: Pick<SaleView, 'stage'>): Proof {
  switch (stage) {
    case 'paid':
      return { foot: 'receipt.not-fiscal' };
    case 'unknown':
      return { warning: 'receipt.unknown', foot: 'receipt.no-proof' };
    case 'creating':
    case 'waiting':
    case 'scanned':
    case 'authorised':
      return { warning: 'receipt.not-paid-yet', foot: 'receipt.no-proof' };
    case 'cancelled':
    case 'expired':
    case 'failed':
    case 'voided':
      return { warning: 'receipt.not-paid', foot: 'receipt.no-proof' };
  }
}

export function proofOfRefund({ stage }: Pick<RefundView, 'stage'>): Proof {
  switch (stage) {
    case 'refunded':
      return { foot: 'receipt.refund.made' };
    case 'pending':
      return { foot: 'receipt.refund.on-its-way' };
    case 'sending':
    case 'unconfirmed':
      return { warning: 'receipt.refund.unconfirmed', foot: 'receipt.refund.no-proof' };
    case 'failed':
    case 'refused':
    case 'not-made':
      return { warning: 'receipt.refund.not-made', foot: 'receipt.refund.no-proof' };
  }
}

/** The words that stand all over a sheet that could be taken for a receipt and is none. */
export function warningOn(sheet: Sheet): TextKey | undefined {
  if (sheet.kind === 'receipt') return proofOfPayment(sheet.sale).warning;
  return sheet.kind === 'refund-receipt' ? proofOfRefund(sheet.refund).warning : undefined;
}
