import { useState } from 'react';
import { flushSync } from 'react-dom';
import type { ErrorView, SaleView } from '../../../preload/views.ts';
import { useCall } from '../../ui/use-call.ts';
import { useUi } from '../till-store.ts';

/** Prints the receipt of `sale`. It is drawn first, hidden, because main prints what the window holds. */
export function usePrintReceipt(sale: SaleView): { readonly run: () => void; readonly problem: ErrorView | undefined } {
  const setReceipt = useUi((ui) => ui.setReceipt);
  const print = useCall('receipt.print');
  const [unprinted, setUnprinted] = useState<ErrorView>();
  const run = async () => {
    setUnprinted(undefined);
    flushSync(() => setReceipt(sale));
    const outcome = await print.run({ saleId: sale.saleId });
    if (outcome?.ok && !outcome.value.printed)
      setUnprinted({ code: 'receipt.not-printed', message: '', retryable: true });
  };
  return { problem: print.problem ?? unprinted, run: () => void run() };
}
