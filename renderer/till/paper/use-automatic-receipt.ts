import { useEffect, useRef } from 'react';
import type { TillSnapshot } from '../../../preload/contract/views.ts';
import { callMain, useBridge } from '../../ui/bridge.ts';
import { useSnapshots } from '../till-store.ts';
import { usePaper } from './use-paper.ts';

/**
 * Prints the receipt of a sale as it turns paid, on this screen or parked, where the settings say so. Never of one that
 * was paid before the window opened: its receipt may be out.
 */
export function useAutomaticReceipt(): void {
  const bridge = useBridge();
  const snapshots = useSnapshots();
  const paper = usePaper();
  const print = useRef(paper.print);
  print.current = paper.print;
  useEffect(() => {
    async function printParked(saleId: string): Promise<void> {
      const outcome = await callMain(bridge, 'receipt.sale', { saleId });
      // Another mode has payments of its own, and does not find this one.
      if (!outcome.ok || outcome.value.sale.stage !== 'paid') return;
      await print.current({ kind: 'receipt', ...outcome.value }, undefined, 'tell');
    }
    return snapshots.subscribe(({ snapshot: after }, { snapshot: before }) => {
      if (before === null || after === null || !isWanted(after)) return;
      const { sale } = after;
      const turnedPaid = sale?.stage === 'paid' && before.sale?.saleId === sale.saleId && before.sale.stage !== 'paid';
      if (turnedPaid) void print.current({ kind: 'receipt', sale }, undefined, 'tell');
      for (const saleId of parkedNoMore(before, after)) void printParked(saleId);
    });
  }, [bridge, snapshots]);
}

function isWanted({ counter: { printing } }: TillSnapshot): boolean {
  return printing?.automatic === true && printing.silent;
}

function parkedNoMore(before: TillSnapshot, after: TillSnapshot): readonly string[] {
  const still = new Set(after.parked.map(({ saleId }) => saleId));
  return before.parked.map(({ saleId }) => saleId).filter((saleId) => !still.has(saleId));
}
