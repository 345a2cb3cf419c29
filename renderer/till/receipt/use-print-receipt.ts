import { flushSync } from 'react-dom';
import type { ErrorView, SaleView } from '../../../preload/views.ts';
import { useCall } from '../../ui/use-call.ts';
import { useUi } from '../till-store.ts';

/** Prints the receipt of `sale`. It is drawn first, hidden, because main prints what the window holds. */
export function usePrintReceipt(sale: SaleView): { readonly run: () => void; readonly problem: ErrorView | undefined } {
  const setReceipt = useUi((ui) => ui.setReceipt);
  const print = useCall('receipt.print');
  const run = () => {
    flushSync(() => setReceipt(sale));
    void print.run({ saleId: sale.saleId });
  };
  return { problem: print.problem, run };
}
