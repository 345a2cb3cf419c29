import { ask, notify } from './callbacks.ts';
import type { World } from './engine-context.ts';
import type { PaymentRecord, PaymentStatus } from './records.ts';

/** How payments go from status to status (spec: Payment transitions; where those are not shown, the picks). */

const nextOf: Readonly<Record<PaymentStatus, readonly PaymentStatus[]>> = {
  PENDING: ['IDENTIFIED', 'CANCELLED', 'EXPIRED', 'FAILED', 'VOIDED'],
  IDENTIFIED: ['AUTHORIZED', 'AUTHORIZATION_FAILED', 'CANCELLED', 'EXPIRED', 'FAILED', 'VOIDED'],
  AUTHORIZED: ['PENDING_MERCHANT_ACKNOWLEDGEMENT', 'SUCCEEDED', 'FAILED', 'VOIDED', 'CANCELLED'],
  PENDING_MERCHANT_ACKNOWLEDGEMENT: ['SUCCEEDED', 'FAILED', 'VOIDED', 'CANCELLED'],
  AUTHORIZATION_FAILED: [],
  FAILED: [],
  SUCCEEDED: [],
  CANCELLED: [],
  EXPIRED: [],
  VOIDED: [],
};

/** Still waiting for the payer: can be cancelled, expires, and is invalidated by another creation. */
export function isActive(payment: PaymentRecord): boolean {
  return payment.status === 'PENDING' || payment.status === 'IDENTIFIED';
}

/** Moves a payment on and tells the merchant; answers false, changing nothing, where there is no such way. */
export function move(world: World, payment: PaymentRecord, status: PaymentStatus): boolean {
  if (!nextOf[payment.status].includes(status)) return false;
  payment.status = status;
  delete payment.dueAt;
  if (status === 'SUCCEEDED') payment.succeededAt = world.clock.now();
  world.changed();
  notify(world, payment);
  return true;
}

/** Plans what a payment does by itself: on creation, and again for each payment of a state file. */
export function watch(world: World, payment: PaymentRecord): void {
  if (isActive(payment)) {
    world.agenda.plan(payment.expireAt, () => {
      if (isActive(payment)) move(world, payment, 'EXPIRED');
    });
  }
  if (payment.dueAt !== undefined) planDue(world, payment, payment.dueAt);
}

/** The payer confirmed: the payment is authorised now and goes on by itself, past its expiry if need be. */
export function authorise(world: World, payment: PaymentRecord): void {
  if (!move(world, payment, 'AUTHORIZED')) return;
  planDue(world, payment, world.clock.now() + world.picks.settleMs);
}

/** Lets an authorised payment go on at once. */
export function settle(world: World, payment: PaymentRecord): void {
  delete payment.dueAt;
  if (payment.status === 'AUTHORIZED') goOn(world, payment);
  else if (payment.status === 'PENDING_MERCHANT_ACKNOWLEDGEMENT') move(world, payment, world.picks.unacknowledged);
}

function planDue(world: World, payment: PaymentRecord, at: number): void {
  payment.dueAt = at;
  world.changed();
  world.agenda.plan(at, () => {
    if (payment.dueAt === at) settle(world, payment);
  });
}

function goOn(world: World, payment: PaymentRecord): void {
  const profile = world.ledger.profiles.get(payment.profileId);
  const awaits = profile?.acknowledgement === true && payment.acknowledged !== true;
  if (awaits) {
    move(world, payment, 'PENDING_MERCHANT_ACKNOWLEDGEMENT');
    planDue(world, payment, world.clock.now() + world.picks.acknowledgeMs);
  }
  if (profile?.synchronousCallback === true) {
    // A restart forgets the answer that is awaited: the payment is due again then, and the merchant is asked again.
    payment.dueAt ??= world.clock.now();
    world.changed();
    const asked = ask(world, payment, (accepted) => {
      move(world, payment, accepted ? 'SUCCEEDED' : world.picks.synchronousRefusal);
    });
    if (asked) return;
  }
  if (!awaits) move(world, payment, 'SUCCEEDED');
}
