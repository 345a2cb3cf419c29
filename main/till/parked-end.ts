import type { SaleSummary } from '../../preload/contract/views.ts';
import type { OnTillEvent } from './till-events.ts';

/** Tells how a parked payment ended. One that was paid after all is told by its alarm, which somebody must acknowledge. */
export function tellParkedEnd({ saleId, amount, reference, stage }: SaleSummary, tell: OnTillEvent): void {
  switch (stage) {
    case 'cancelled':
    case 'expired':
    case 'failed':
    case 'voided':
      tell({ type: 'parked-sale-ended', saleId, amount, reference, stage });
      return;
    default:
      return;
  }
}
