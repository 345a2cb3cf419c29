import type { World } from '../world/simulated-world.ts';
import type { SimulatedTill } from './simulated-till.ts';

/** SQLite result codes of a failing disk: I/O error, full. */
const DISK_FAULTS = [13, 13, 10] as const;
const HOUR_MS = 3_600_000;

/** Plans the machine's trouble: power cuts, outages, disk faults, clock jumps, sleep, restarts. */
export function planTrouble(world: World, till: SimulatedTill): void {
  const { draw, timeline, conditions } = world;
  const plan = (times: number, trouble: () => void) => {
    for (let time = 0; time < times; time += 1) timeline.after(busyTime(world), trouble);
  };
  plan(conditions.powerCuts, () => {
    if (till.running !== undefined) till.crash(till.running);
  });
  plan(conditions.restarts, () => restart(world, till));
  plan(conditions.outages, () => {
    world.count('outages');
    till.loseNetwork(draw.between(500, 60_000));
  });
  plan(conditions.diskTroubles, () => {
    world.count('disk troubles');
    till.breakDisk(draw.of(DISK_FAULTS), draw.between(500, 30_000));
  });
  plan(conditions.clockJumps, () => {
    world.count('clock jumps');
    const ms = draw.of([HOUR_MS, -HOUR_MS, 24 * HOUR_MS, -24 * HOUR_MS, -5_000, 20_000]);
    till.jump(ms);
    // The till signs nothing until a person or the system corrects the clock.
    if (Math.abs(ms) >= HOUR_MS) timeline.after(draw.between(2_000, 180_000), () => till.jump(-ms));
  });
  plan(conditions.sleeps, () => {
    world.count('sleeps');
    till.sleep(draw.between(1_000, 90_000));
  });
}

/** Draws a time within opening hours, in ms since the world began. */
export function busyTime({ draw, conditions }: World): number {
  const { roughMs, night } = conditions;
  const at = draw.between(0, roughMs - (night?.ms ?? 0) - 1);
  return night !== undefined && at >= night.at ? at + night.ms : at;
}

const CLOSED_WITHIN_MS = 30_000;

function restart(world: World, till: SimulatedTill): void {
  const { running } = till;
  if (running === undefined) return;
  world.count('restarts');
  world.say(till.name, 'is closed');
  let closed = false;
  void running.close().then(() => {
    closed = true;
    if (running.alive) till.stop(running, 500);
  });
  world.timeline.after(CLOSED_WITHIN_MS, () => {
    if (!closed && running.alive) world.fail('broken', `${till.name} does not close`);
  });
}
