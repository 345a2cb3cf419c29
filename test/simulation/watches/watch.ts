import type { SimulatedService } from '../service/simulated-service.ts';
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
}
