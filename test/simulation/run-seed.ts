import { deliverCallback } from './callbacks.ts';
import { Cashier, type Orders } from './cashier.ts';
import { drawConditions } from './conditions.ts';
import { Draw } from './draw.ts';
import { checkFinally, isQuiet } from './final-check.ts';
import { decideRefunds } from './manager.ts';
import { sendPayer } from './payers.ts';
import { SimService } from './sim-service.ts';
import { Strangers } from './strangers.ts';
import { Till } from './till.ts';
import { Timeline } from './timeline.ts';
import { planTrouble } from './trouble.ts';
import type { World } from './world.ts';

export interface Outcome {
  readonly seed: number;
  /** The first thing that must never happen and did, beginning with the name of the watch; undefined: none. */
  readonly fault: string | undefined;
  readonly figures: Readonly<Record<string, number>>;
  /** Empty unless asked for. */
  readonly trace: readonly string[];
}

/**
 * How long everything may take to come to its end once nothing goes wrong any more, ms: a wish to wait may be a day's, and
 * a refund that has waited so long is looked up again before it is sent.
 */
const CALM_MS = 27 * 60 * 60_000;
const LOOK_MS = 5_000;

/** Plays one seed: the client's own code against the service's engine, in a world of its own. Same seed, same world. */
export async function runSeed(seed: number, withTrace = false): Promise<Outcome> {
  const timeline = new Timeline();
  const draw = new Draw(seed);
  const conditions = drawConditions(draw);
  const figures: Record<string, number> = {};
  const trace: string[] = [];
  let fault: string | undefined;
  let rough = true;
  const world: World = {
    timeline,
    draw,
    conditions,
    count: (what) => {
      figures[what] = (figures[what] ?? 0) + 1;
    },
    say: (who, what) => {
      if (!withTrace) return;
      const text = typeof what === 'string' ? what : what();
      trace.push(`${(timeline.now / 1_000).toFixed(3).padStart(9)} ${who.padEnd(8)} ${text}`);
    },
    fail: (watch, what) => {
      if (fault === undefined) world.say('WRONG', `${watch}: ${what}`);
      fault ??= `${watch}: ${what}`;
    },
    get rough() {
      return rough;
    },
  };
  if (withTrace) trace.push(`seed ${seed} ${JSON.stringify(conditions)}`);
  const tills: Till[] = [];
  const service: SimService = new SimService(world, {
    created: (payment) =>
      sendPayer(
        world,
        () => service.engine.payer,
        payment,
        (id) => strangers.takeBack(id),
      ),
    callback: (order, done) => deliverCallback(world, tills, order, done),
  });
  const strangers = new Strangers(world, service);
  const names = ['till-a', 'till-b'].slice(0, conditions.tills);
  for (const [index, name] of names.entries())
    tills.push(
      new Till(world, service, {
        name,
        settings: {
          posId: conditions.samePos ? 'POS1' : `POS${index + 1}`,
          chargeWith: conditions.chargeWith,
          callbacks: conditions.callbacks,
        },
      }),
    );
  const orders: Orders = new Map();
  for (const till of tills) {
    till.boot();
    new Cashier(world, till, service, orders, strangers).begin();
    planTrouble(world, till);
  }

  strangers.plan(tills);
  const { night } = conditions;
  if (night !== undefined)
    timeline.after(night.at, () => {
      for (const till of tills) till.closeForNight(night.ms);
    });

  const failed = () => {
    for (const till of tills) till.look();
    return fault !== undefined;
  };
  await timeline.run(conditions.roughMs, failed);
  rough = false;
  world.say('world', 'from here on everything works');
  let lookAt = timeline.now;
  const over = () => {
    if (failed() || timeline.now < lookAt) return fault !== undefined;
    lookAt = timeline.now + LOOK_MS;
    // As something that happens: what a decision begins may be all that is left to come.
    timeline.after(0, () => {
      for (const till of tills) decideRefunds(world, service, till);
    });
    return isQuiet(world, service, tills);
  };
  const calm = async () => {
    if (!over()) await timeline.run(timeline.now + CALM_MS, over);
  };
  await calm();
  if (fault === undefined) {
    for (const till of tills) till.findAllAgain();
    await timeline.run(timeline.now + LOOK_MS, failed);
    // What was paid may have been taken back meanwhile, and the till may have to wait before it may ask.
    await calm();
    checkFinally(world, service, tills);
  }
  figures['events'] = timeline.events;
  figures['payments'] = service.creations.length;
  figures['refunds'] = service.engine.store.refunds.size;
  for (const till of tills) till.disk.close();
  service.engine.close();
  return { seed, fault, figures, trace };
}
