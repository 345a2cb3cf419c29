import type { SimulatedService } from '../service/simulated-service.ts';
import type { SaleOnDisk } from '../till/journal-on-disk.ts';
import type { SimulatedTill } from '../till/simulated-till.ts';
import type { World } from '../world/simulated-world.ts';

/** Sees one till, its service and the world around both. */
export abstract class Watch {
  protected readonly world: World;
  protected readonly service: SimulatedService;
  protected readonly till: SimulatedTill;

  constructor(world: World, service: SimulatedService, till: SimulatedTill) {
    this.world = world;
    this.service = service;
    this.till = till;
  }

  /** A sale of the till, as its disk has it. */
  protected sale(saleId: string): SaleOnDisk | undefined {
    return this.till.journalOnDisk.sales.get(saleId);
  }
}
