import { TillError } from '../../../main/base/till-error.ts';
import type { Actor } from '../../../main/domain/events.ts';
import type { Permission } from '../../../main/refund/manager-permission.ts';
import type { RefundAsk } from '../../../main/refund/refund-requests.ts';
import type { SimulatedTill } from '../till/simulated-till.ts';
import type { TillProcess } from '../till/till-process.ts';
import type { World } from '../world/simulated-world.ts';

const STAFF: readonly Actor[] = [
  { role: 'cashier', id: 'p1', name: 'Ana' },
  { role: 'cashier', id: 'p2', name: 'Bo' },
];

/** Selects the person at the till by the amount instead of a draw, so that the worlds stay unchanged. */
export function staffFor(amount: number): Actor | undefined {
  return STAFF[amount % 3];
}

interface ImpatientRefund {
  readonly ask: RefundAsk & { readonly wish: string };
  readonly permission: Permission;
}

/**
 * Requests a refund. During a long wait the person clicks again, requests the refund in a second window, or leaves and
 * requests again some seconds later: each case must lead to one refund only.
 */
export async function refundImpatiently(
  world: World,
  till: SimulatedTill,
  running: TillProcess,
  { ask, permission }: ImpatientRefund,
): Promise<void> {
  const { draw, timeline } = world;
  let isOver = false;
  const first = running.refunds.start(ask, permission, staffFor(ask.amount)).finally(() => {
    isOver = true;
  });
  const choice = draw.weighted({ waits: 5, repeats: 1, asksBeside: 1, leaves: 3 });
  const after = draw.of([draw.between(1, 300), draw.between(300, 4_000)]);
  if (choice === 'waits') return void (await first);
  timeline.after(after, () => {
    if (isOver || till.running !== running) return;
    if (choice === 'leaves') leaveAndAskAgain();
    else if (choice === 'repeats') expectOne(ask.wish);
    else expectOne(`${ask.wish.slice(0, -1)}x`);
  });
  await first;

  function leaveAndAskAgain(): void {
    const outcome = running.refunds.takeBack(ask.wish);
    world.say(till.name, `the cashier leaves: ${outcome}`);
    world.count(`refunds ${outcome}`);
    if (outcome === 'too-late') return;
    till.watch.refundTakenBack(ask.wish);
    timeline.after(draw.between(100, 4_000), () => {
      if (till.running !== running) return;
      // A person who asks again sees the payments found meanwhile.
      running.refunds.start({ ...ask, wish: `${ask.wish.slice(0, -1)}y` }, permission).catch(known);
    });
  }

  function expectOne(requestId: string): void {
    world.count('refunds asked for twice');
    const isBegun = () => till.journalOnDisk.refunds.has(ask.wish);
    running.refunds.start({ ...ask, wish: requestId }, permission).then(({ refundKey }) => {
      if (refundKey !== ask.wish && isBegun())
        world.fail('refund-asked-twice', `${ask.wish} and ${refundKey} were begun for one wish`);
    }, known);
  }

  function known(thrown: unknown): void {
    if (!running.alive || (thrown instanceof TillError && thrown.code !== 'internal')) return;
    world.fail('broken', `${till.name}: asking again broke: ${thrown instanceof Error ? thrown.stack : thrown}`);
  }
}
