import { isRunning } from '../../ui/sale-stage.ts';
import { useTill, withoutTimeLeft } from '../till-store.ts';
import { ChargeScreen } from './charge-screen.tsx';
import { EndedSaleScreen } from './ended-sale-screen.tsx';
import { RunningSaleScreen } from './running-sale-screen.tsx';

export function SaleScreen() {
  const sale = useTill((till) => withoutTimeLeft(till.sale));
  if (sale === null) return <ChargeScreen />;
  return isRunning(sale.stage) ? (
    <RunningSaleScreen key={sale.saleId} sale={sale} stage={sale.stage} />
  ) : (
    <EndedSaleScreen key={`${sale.saleId} ${sale.stage}`} sale={sale} stage={sale.stage} />
  );
}
