import { isRunning } from '../../ui/stage.ts';
import { useTill } from '../till-store.ts';
import { Charge } from './charge.tsx';
import { Ended } from './ended.tsx';
import { Following } from './following.tsx';

/** The sale on the screen, whatever its stage; the keypad when there is none. */
export function SaleScreen() {
  const sale = useTill((till) => till.sale);
  if (sale === null) return <Charge />;
  return isRunning(sale.stage) ? (
    <Following key={sale.saleId} sale={sale} />
  ) : (
    <Ended key={`${sale.saleId} ${sale.stage}`} sale={sale} />
  );
}
