import { useLayoutEffect } from 'react';
import type { SaleView } from '../../../preload/contract/views.ts';
import { isRunning } from '../../ui/sale-stage.tsx';
import { useTill, useUiNow, withoutTimeLeft } from '../till-store.ts';
import { ChargeScreen } from './charge-screen.tsx';
import { EndedSaleScreen } from './ended-sale-screen.tsx';
import { RunningSaleScreen } from './running-sale-screen.tsx';

export function SaleScreen() {
  const sale = useTill((till) => withoutTimeLeft(till.sale));
  useKeptDraft(sale);
  if (sale === null) return <ChargeScreen />;
  return isRunning(sale.stage) ? (
    <RunningSaleScreen key={sale.saleId} sale={sale} stage={sale.stage} />
  ) : (
    <EndedSaleScreen key={`${sale.saleId} ${sale.stage}`} sale={sale} stage={sale.stage} />
  );
}

/** During a register's sale, so that no typed text ends up in the wrong sale. */
function useKeptDraft(sale: SaleView | null): void {
  const ui = useUiNow();
  const isFree = sale === null;
  const ofRegister = sale?.register === undefined ? undefined : sale.saleId;
  useLayoutEffect(() => {
    if (ofRegister !== undefined) ui().entry.setDraftAside();
    else if (isFree) ui().entry.bringDraftBack();
  }, [ui, isFree, ofRegister]);
}
