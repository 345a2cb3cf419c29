import { Creation } from '../../main/sale/creation.ts';
import { PaymentPolling } from '../../main/sale/payment-polling.ts';
import { VirtualClock } from '../base/virtual-clock.ts';
import { AT, waiting } from './sale-states.ts';
import { Saying } from './scripted-answers.ts';
import { StubFollowedSale } from './stub-followed-sale.ts';

export interface PolledSale {
  readonly clock: VirtualClock;
  readonly service: Saying;
  readonly followed: StubFollowedSale;
  readonly reading: PaymentPolling;
}

/** A sale that waits for its customer, and what asks the service about it, at a time that has gone on for a while. */
export async function polledSale(): Promise<PolledSale> {
  const clock = new VirtualClock(AT - 1_000_000);
  await clock.advance(1_000_000);
  const service = new Saying(clock);
  const followed = new StubFollowedSale(waiting(), service, clock);
  const reading = new PaymentPolling(followed, new Creation(followed.context));
  followed.note = (before, after) => reading.note(before, after);
  return { clock, service, followed, reading };
}
