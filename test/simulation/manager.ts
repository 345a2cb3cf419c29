import type { SimService } from './sim-service.ts';
import type { Till } from './till.ts';

/** The manager of a till: decides about refunds that looking up did not settle, as the service's own portal shows them. */
export function decideRefunds(service: SimService, { life }: Till): void {
  if (life === undefined) return;
  for (const { refundKey, unsettled } of life.journal.openRefunds()) {
    if (unsettled === undefined) continue;
    const made = service.engine.ledger.refundByKey(service.profileId, refundKey) !== undefined;
    life.refunds.settle(refundKey, made ? 'send-again' : 'not-made');
  }
}
