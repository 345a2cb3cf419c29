import type { ShopDay } from './shop-day.ts';
import type { SimulatedTill } from './simulated-till.ts';

/** Events since the backup: about an hour of sales. */
const LOST_EVENTS = 40;

/** Restores a till from an old backup and sells again, so that its journal branches. */
export async function sellAfterRestore(to: { readonly till: SimulatedTill; readonly day: ShopDay }): Promise<void> {
  to.till.restoreTo(to.till.length - LOST_EVENTS);
  to.day.sell(Date.now() - 60_000);
  await to.till.ship();
}
