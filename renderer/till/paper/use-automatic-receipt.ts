import { useEffect, useRef } from 'react';
import type { SaleView } from '../../../preload/views.ts';
import { useTill, withoutTimeLeft } from '../till-store.ts';
import { usePaper } from './use-paper.ts';

/**
 * Prints the receipt of a sale as it turns paid on this screen, where the settings say so. Never of one that was paid
 * before the window opened: its receipt may be out.
 */
export function useAutomaticReceipt(): void {
  const sale = useTill((till) => withoutTimeLeft(till.sale));
  const wanted = useTill(({ counter }) => counter.printing?.automatic === true && counter.printing.silent);
  const { print } = usePaper();
  const before = useRef<SaleView | null>(null);
  useEffect(() => {
    const last = before.current;
    before.current = sale;
    const turnedPaid = sale?.stage === 'paid' && last?.saleId === sale.saleId && last.stage !== 'paid';
    if (turnedPaid && wanted) void print({ kind: 'receipt', sale }, undefined, 'tell');
  }, [sale, wanted, print]);
}
