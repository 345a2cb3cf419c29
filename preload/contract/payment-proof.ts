import type { SaleView } from './views.ts';

/** `warning` is printed in large letters if the receipt proves nothing. */
export function proofOfPayment({ stage }: Pick<SaleView, 'stage'>) {
  switch (stage) {
    case 'paid':
      return { foot: 'receipt.not-fiscal' } as const;
    case 'unknown':
      return { warning: 'receipt.unknown', foot: 'receipt.no-proof' } as const;
    case 'creating':
    case 'waiting':
    case 'scanned':
    case 'authorised':
      return { warning: 'receipt.not-paid-yet', foot: 'receipt.no-proof' } as const;
    case 'cancelled':
    case 'expired':
    case 'failed':
    case 'voided':
      return { warning: 'receipt.not-paid', foot: 'receipt.no-proof' } as const;
  }
}
