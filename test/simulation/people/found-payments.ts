import { TillError } from '../../../main/base/till-error.ts';
import type { SimulatedService } from '../service/simulated-service.ts';
import type { SimulatedTill } from '../till/simulated-till.ts';
import type { World } from '../world/simulated-world.ts';

/** A person asks the customer about each found payment. The customer knows the truth, so the service's books answer. */
export function decideFound(world: World, service: SimulatedService, till: SimulatedTill): void {
  const { name, running, journalOnDisk } = till;
  if (!running?.isOpen) return;
  for (const { sale, payment } of running.sales.undecided()) {
    const made = service.creations.find((creation) => creation.payment.paymentId === payment.paymentId);
    const decision =
      made?.till === name && made.body === journalOnDisk.sales.get(sale.saleId)?.body ? 'same' : 'another';
    world.count(`payments found under a typed reference: ${decision}`);
    world.say(name, `a person decides ${decision} about ${payment.paymentId}`);
    try {
      running.sales.decide(sale.saleId, payment.paymentId, decision, { role: 'cashier' });
    } catch (thrown) {
      // A full disk cannot store the decision; the person tries again later.
      if (!(thrown instanceof TillError && thrown.code.startsWith('journal.')) && running.alive) throw thrown;
    }
  }
}
