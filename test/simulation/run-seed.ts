import { hasRegister } from './kinds-of-worlds.ts';
import { Bookkeeper, hasBookkeeper } from './people/bookkeeper.ts';
import { Cashier } from './people/cashier.ts';
import { drawRegisters } from './people/draw-registers.ts';
import { decideFound } from './people/found-payments.ts';
import { decideRefunds } from './people/manager.ts';
import { OtherTillsAndBank } from './people/other-tills-and-bank.ts';
import { sendPayer } from './people/payers.ts';
import { deliverCallback } from './service/deliver-callbacks.ts';
import { loseJournal, withLongRecovery } from './service/long-recovery.ts';
import { SimulatedService } from './service/simulated-service.ts';
import { planTrouble } from './till/machine-trouble.ts';
import { SimulatedTill } from './till/simulated-till.ts';
import { checkFinally, isQuiet } from './watches/final-check.ts';
import { RegisterWatch } from './watches/register-watch.ts';
import { drawConditions } from './world/draw-conditions.ts';
import { SeededDraw } from './world/seeded-draw.ts';
import type { World } from './world/simulated-world.ts';
import { Timeline } from './world/timeline.ts';

export interface Outcome {
  readonly seed: number;
  /** First violation of a rule, beginning with the name of the watch; undefined if there is none. */
  readonly fault: string | undefined;
  readonly figures: Readonly<Record<string, number>>;
  /** Empty unless requested. */
  readonly trace: readonly string[];
}

/**
 * Longest time until everything has ended after the rough time, in ms. `Retry-After` may be a day, and a refund that
 * has waited so long is looked up again before sending.
 */
const CALM_MS = 27 * 60 * 60_000;
const LOOK_MS = 5_000;
/** After this calm time only ever rarer requests go on. */
const LONG_CALM_MS = 15 * 60_000;
const LATER_LOOK_MS = 10 * 60_000;
/** Every third world has sealed journals; by seed instead of a draw, so that the other worlds stay unchanged. */
const SEALED_EVERY = 3;

/**
 * Plays one seed: the client's code against the service's engine, in its own world. The same seed gives the same world.
 */
export async function runSeed(seed: number, withTrace = false): Promise<Outcome> {
  const timeline = new Timeline();
  const draw = new SeededDraw(seed);
  const conditions = withLongRecovery(seed, drawConditions(draw, seed));
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
  const tills: SimulatedTill[] = [];
  const service: SimulatedService = new SimulatedService(world, {
    created: (creation) => {
      books.created(creation);
      sendPayer(world, () => service.engine.payer, creation.payment, {
        takeBack: (id) => otherTills.takeBack(id),
        willPayAfterAll: (id, ms) => otherTills.willPayAfterAll(id, ms),
      });
    },
    callback: (order, done) => deliverCallback(world, tills, order, done),
  });
  const books = new RegisterWatch(world, service);
  const otherTills = new OtherTillsAndBank(world, service);
  const names = ['till-a', 'till-b'].slice(0, conditions.tills);
  for (const [index, name] of names.entries())
    tills.push(
      new SimulatedTill(world, service, {
        name,
        settings: {
          posId: conditions.samePos ? 'POS1' : `POS${index + 1}`,
          chargeWith: conditions.chargeWith,
          callbacks: conditions.callbacks,
        },
        sealed: seed % SEALED_EVERY === 0,
        journalled: (event) => books.journalled(name, event),
      }),
    );
  for (const till of tills) {
    till.boot();
    new Cashier(world, till, service, otherTills).begin();
    planTrouble(world, till);
  }

  if (tills[0] !== undefined) loseJournal(world, tills[0]);
  const registers = hasRegister(seed) ? drawRegisters(world, tills, seed, books) : [];
  for (const register of registers) register.begin();
  const bookkeepers = hasBookkeeper(seed)
    ? tills.map((till, index) => new Bookkeeper(world, till, service, seed + index))
    : [];
  for (const bookkeeper of bookkeepers) bookkeeper.begin();
  otherTills.plan(tills);
  otherTills.failRefunds();
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
  const calmSince = timeline.now;
  let lookAt = calmSince;
  const over = () => {
    if (failed() || timeline.now < lookAt) return fault !== undefined;
    lookAt = timeline.now + (timeline.now - calmSince > LONG_CALM_MS ? LATER_LOOK_MS : LOOK_MS);
    // Planned on the timeline, which would otherwise end before the effects of the decision.
    timeline.after(0, () => {
      for (const till of tills) {
        decideRefunds(world, service, till);
        decideFound(world, service, till);
      }
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
    if (tills.some((till) => till.looksUp))
      await timeline.run(timeline.now + CALM_MS, () => failed() || !tills.some((till) => till.looksUp));
    // Paid payments may have been taken back meanwhile, and the till may have to wait before asking.
    await calm();
    checkFinally(world, service, tills);
    for (const register of registers) await register.checkFinally();
    for (const bookkeeper of bookkeepers) if (fault === undefined) await bookkeeper.checkFinally();
  }
  figures['events'] = timeline.events;
  figures['payments'] = service.creations.length;
  figures['refunds'] = service.engine.store.refunds.size;
  for (const till of tills) till.disk.close();
  service.engine.close();
  return { seed, fault, figures, trace };
}
