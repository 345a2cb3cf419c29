import type { SimulatedService } from '../service/simulated-service.ts';
import type { SaleOnDisk } from '../till/journal-on-disk.ts';
import type { SimulatedTill } from '../till/simulated-till.ts';
import type { World } from '../world/simulated-world.ts';

/** Observes one till, its service and their world. */
export abstract class Watch {
  protected readonly world: World;
  protected readonly service: SimulatedService;
  protected readonly till: SimulatedTill;

  constructor(world: World, service: SimulatedService, till: SimulatedTill) {
    this.world = world;
    this.service = service;
    this.till = till;
  }

  /** Returns a sale of the till as stored on its disk. */
  protected sale(saleId: string): SaleOnDisk | undefined {
    return this.till.journalOnDisk.sales.get(saleId);
  }
}
