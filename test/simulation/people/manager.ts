import { TillError } from '../../../main/base/till-error.ts';
import type { RefundRecord } from '../../../main/domain/refund-record.ts';
import type { RefundDecision } from '../../../preload/contract/views.ts';
import type { SimulatedService } from '../service/simulated-service.ts';
import type { SimulatedTill } from '../till/simulated-till.ts';
import type { World } from '../world/simulated-world.ts';

/**
 * A manager decides about refunds that the service's list leaves open. The manager checks the merchant's account first,
 * and makes no decision while the account is unclear.
 */
export function decideRefunds(world: World, service: SimulatedService, { name, running }: SimulatedTill): void {
  for (const refund of running?.journal.openRefunds() ?? []) {
    const [first, ...others] = choicesFor(world, service, refund);
    if (running === undefined || first === undefined) continue;
    const decision = world.draw.of([first, ...others]);
    world.count('decisions of managers');
    world.say(name, `the manager decides ${decision} about refund ${refund.refundKey}`);
    try {
      running.refunds.settle(refund.refundKey, decision);
    } catch (thrown) {
      // A full disk cannot store the decision; the manager tries again later.
      if (!(thrown instanceof TillError && thrown.code.startsWith('journal.'))) throw thrown;
    }
  }
}

/**
 * Whether no decision is possible: the refund was made, the list does not identify the refund, and the service has
 * forgotten its key.
 */
export function isLeftOpen(world: World, service: SimulatedService, refund: RefundRecord): boolean {
  return refund.unsettled !== undefined && choicesFor(world, service, refund).length === 0;
}

function choicesFor(world: World, service: SimulatedService, refund: RefundRecord): readonly RefundDecision[] {
  if (refund.unsettled === undefined) return [];
  const made = service.refundsUnder(refund.refundKey).at(-1);
  if (made === undefined || made.status === 'FAILED') return ['not-made', 'send-again'];
  return service.now() - made.createdAt < world.conditions.keyMemoryMs ? ['send-again'] : [];
}
