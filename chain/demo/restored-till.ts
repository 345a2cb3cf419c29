import type { ShopDay } from './shop-day.ts';
import type { SimulatedTill } from './simulated-till.ts';

/** About an hour of sales since the backup. */
const LOST_EVENTS = 40;

/** The journal of a till restored from an old backup branches. */
export async function sellAfterRestore(to: { readonly till: SimulatedTill; readonly day: ShopDay }): Promise<void> {
  to.till.restoreTo(to.till.length - LOST_EVENTS);
  to.day.sell(Date.now() - 60_000);
  await to.till.ship();
}
