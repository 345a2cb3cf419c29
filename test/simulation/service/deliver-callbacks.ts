import type { CallbackOrder, CallbackOutcome } from '../../../main/sandbox/engine/engine-context.ts';
import type { SimulatedTill } from '../till/simulated-till.ts';
import type { World } from '../world/simulated-world.ts';

const TIMEOUT_MS = 5_000;

/** Delivers the service's callbacks to the tills: late, out of order, repeatedly, to the wrong till, or not at all. */
export function deliverCallback(
  world: World,
  tills: readonly SimulatedTill[],
  order: CallbackOrder,
  done: (outcome: CallbackOutcome) => void,
): void {
  const { timeline, draw, rough } = world;
  const target = tills.find((till) => order.url.includes(till.name));
  if (target === undefined) throw new Error(`nobody is at ${order.url}`);
  world.count('callbacks');
  let answered = false;
  const answer = (outcome: CallbackOutcome) => {
    if (answered) return;
    answered = true;
    done(outcome);
  };
  const odd = rough && draw.chance(world.conditions.oddCallbacks) ? oddly(world, order) : undefined;
  const jti = order.callbackId;
  timeline.after(TIMEOUT_MS, () => answer({}));
  if (rough && draw.chance(0.15)) return;
  const delay = () => (rough ? draw.of([20, 300, draw.between(1, 4_000), draw.between(1, 30_000)]) : 20);
  take(world, target, order, jti, delay(), answer);
  if (odd !== undefined) take(world, target, odd, `${jti}-odd`, delay(), () => undefined);
  if (!rough || draw.chance(0.7)) return;
  for (let more = draw.between(1, 3); more > 0; more -= 1) {
    const other = draw.chance(0.2) ? (tills[draw.between(0, tills.length - 1)] ?? target) : target;
    take(world, other, order, jti, delay(), () => undefined);
  }
}

/** The same callback with a different amount or reference: no payment of this till, whatever its ID. */
function oddly({ draw, count }: World, order: CallbackOrder): CallbackOrder {
  const body = JSON.parse(order.body) as { amount: number; reference?: string };
  const other = draw.chance(0.7) ? { amount: body.amount + draw.of([1, -1, 100]) } : { reference: 'ANOTHER' };
  count('odd callbacks');
  return { ...order, body: JSON.stringify({ ...body, ...other }) };
}

function take(
  world: World,
  till: SimulatedTill,
  order: CallbackOrder,
  jti: string,
  ms: number,
  answer: (outcome: CallbackOutcome) => void,
): void {
  world.timeline.after(ms, () =>
    till.awake(() => {
      const { running } = till;
      if (running === undefined) return;
      till.watch.calledBack(order);
      world.say(till.name, `callback ${jti}: ${order.body}`);
      void running.callback(order.body, jti).then((status) => {
        if (!running.alive) return;
        till.look();
        till.watch.answeredCallback(order, status);
        answer({ status });
      });
    }),
  );
}
