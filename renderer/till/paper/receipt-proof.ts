import { proofOfPayment } from '../../../preload/contract/payment-proof.ts';
import type { RefundView } from '../../../preload/contract/views.ts';
import type { TextKey } from '../../ui/language.ts';
import type { Sheet } from './sheet.ts';

/** `warning` is printed in large letters if the receipt proves nothing. */
export interface Proof {
  readonly warning?: TextKey;
  readonly foot: TextKey;
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

/** For a sheet that could be mistaken for a receipt. */
export function warningOn(sheet: Sheet): TextKey | undefined {
  if (sheet.kind === 'receipt') return proofOfPayment(sheet.sale).warning;
  return sheet.kind === 'refund-receipt' ? proofOfRefund(sheet.refund).warning : undefined;
}
