import { flushSync } from 'react-dom';
import { useTranslation } from 'react-i18next';
import type { ErrorView, SaleView } from '../../../preload/views.ts';
import { loadLanguage } from '../../ui/language.ts';
import { useCall } from '../../ui/use-call.ts';
import { useUi } from '../till-store.ts';
import { useReceiptLanguage } from './receipt-language.ts';

/** Prints the receipt of `sale`. It is drawn first, hidden, because main prints what the window holds. */
export function usePrintReceipt(sale: SaleView): { readonly run: () => void; readonly problem: ErrorView | undefined } {
  const setReceipt = useUi((ui) => ui.setReceipt);
  const print = useCall('receipt.print');
  const { i18n } = useTranslation();
  const language = useReceiptLanguage(sale.saleId);
  const run = async () => {
    // Without its texts the receipt is in English, which is better than none.
    await loadLanguage(i18n, language).catch(() => undefined);
    flushSync(() => setReceipt(sale));
    await print.run({ saleId: sale.saleId });
  };
  return { problem: print.problem, run: () => void run() };
}
