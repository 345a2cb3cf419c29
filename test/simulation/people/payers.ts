import type { Payer } from '../../../main/sandbox/engine/payer.ts';
import type { PaymentRecord } from '../../../main/sandbox/engine/records.ts';
import type { World } from '../world/simulated-world.ts';

/** Sends a customer to each payment, who acts at any time, often at the worst moment. */
export function sendPayer(
  world: World,
  payer: () => Payer,
  payment: PaymentRecord,
  bank: { takeBack(paymentId: string): void; willPayAfterAll(paymentId: string, ms: number): void },
): void {
  const { draw, timeline, conditions } = world;
  const { paymentId } = payment;
  const lifetime = payment.expireAt - payment.createdAt;
  const act = (ms: number, name: keyof Payer) =>
    timeline.after(ms, () => {
      const { done, status } = payer()[name](paymentId);
      world.count('acts of payers');
      world.say('payer', `${name} of ${paymentId}: ${done ? 'done' : 'not possible'}, ${status}`);
    });
  const story = draw.weighted({
    pays: 11,
    paysLate: 6,
    refuses: 2,
    walksAway: 1,
    stays: 2,
    bankRefuses: 1,
    fails: 1,
    voids: 1,
    takenBack: 1,
    paidAfterAll: 1,
  });
  world.say('payer', `somebody who ${story} comes to ${paymentId}, ${conditions.chargeWith}`);
  if (story === 'stays') return;
  const anyTime = draw.of([draw.between(100, 4_000), draw.between(100, lifetime), lifetime - draw.between(-2, 300)]);
  const scanIn = story === 'paysLate' ? Math.min(anyTime, lifetime / 2) : anyTime;
  act(scanIn, 'scan');
  const then = scanIn + draw.of([draw.between(50, 3_000), draw.between(50, lifetime)]);
  if (story === 'pays' || story === 'takenBack') act(then, 'confirm');
  if (story === 'takenBack')
    timeline.after(then + draw.of([9_000, draw.between(50, 30_000)]), () => bank.takeBack(paymentId));
  // Refused first and still paid: long after the end was shown, but hardly after the payment's lifetime.
  if (story === 'paidAfterAll') {
    act(Math.min(then, lifetime), draw.of(['fail', 'bankRefuses', 'refuse']));
    const soon = Math.min(then, lifetime) + draw.between(1, 30_000);
    bank.willPayAfterAll(paymentId, draw.of([soon, lifetime + draw.between(1, 50_000)]));
  }
  // In or just before the second of expiry: an authorisation then succeeds after the expiry.
  if (story === 'paysLate') act(Math.max(scanIn + 1, lifetime - draw.between(-1, 600)), 'confirm');
  if (story === 'refuses') act(then, 'refuse');
  if (story === 'walksAway') act(then, 'walkAway');
  if (story === 'bankRefuses') act(then, 'bankRefuses');
  if (story === 'fails') act(then, 'fail');
  if (story !== 'voids') return;
  act(then, 'confirm');
  act(then + draw.between(1, 2_000), 'void');
}
