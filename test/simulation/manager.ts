import { TillError } from '../../main/base/till-error.ts';
import type { RefundRecord } from '../../main/journal/refund-record.ts';
import type { RefundDecision } from '../../preload/views.ts';
import type { SimService } from './sim-service.ts';
import type { Till } from './till.ts';
import type { World } from './world.ts';

/**
 * The person who is asked about refunds that the service's list does not settle. Who has to decide looks at the
 * merchant's account first, and waits as long as that gives nothing to decide on.
 */
export function decideRefunds(world: World, service: SimService, { name, life }: Till): void {
  for (const refund of life?.journal.openRefunds() ?? []) {
    const [first, ...others] = choicesFor(world, service, refund);
    if (life === undefined || first === undefined) continue;
    const decision = world.draw.of([first, ...others]);
    world.count('decisions of managers');
    world.say(name, `the manager decides ${decision} about refund ${refund.refundKey}`);
    try {
      life.refunds.settle(refund.refundKey, decision);
    } catch (thrown) {
      // A disk that is full takes no decision; the manager comes back.
      if (!(thrown instanceof TillError && thrown.code.startsWith('journal.'))) throw thrown;
    }
  }
}

/** Nothing can be decided: it was made, the list does not tell which it is, and the service has forgotten its key. */
export function isLeftOpen(world: World, service: SimService, refund: RefundRecord): boolean {
  return refund.unsettled !== undefined && choicesFor(world, service, refund).length === 0;
}

function choicesFor(world: World, service: SimService, refund: RefundRecord): readonly RefundDecision[] {
  if (refund.unsettled === undefined) return [];
  const made = service.refundsUnder(refund.refundKey).at(-1);
  if (made === undefined || made.status === 'FAILED') return ['not-made', 'send-again'];
  return service.now() - made.createdAt < world.conditions.keyMemoryMs ? ['send-again'] : [];
}
