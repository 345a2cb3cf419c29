import { expect, test } from 'vitest';
import { type Choices, createEngine, newProfile, type ProfileDraft } from '../../../main/sandbox/index.ts';
import { seededRandom } from '../../../main/sandbox/random.ts';
import { VirtualClock } from '../../base/virtual-clock.ts';

/** A merchant's system that answers each callback with `answer`, or not at all; keeps what it was told. */
function openEngine(picks: Partial<Choices>, answer: number | undefined, draft: ProfileDraft = {}) {
  const clock = new VirtualClock(Date.parse('2026-03-09T10:15:30.250Z'));
  const random = seededRandom(1);
  const told: string[] = [];
  const engine = createEngine({
    clock,
    random,
    choices: picks,
    send(order, done) {
      told.push(order.status);
      done(answer === undefined ? {} : { status: answer });
    },
  });
  const profile = newProfile(random, { callbackUrl: 'http://shop/', identifyCallbackUrl: 'http://shop/', ...draft });
  engine.putProfile(profile);
  const caller = engine.signer(profile.profileId);
  if (!caller) throw new Error('nobody signs');
  const charge = (fields: object = {}) => {
    const body = { posId: 'A', amount: 100, ...fields };
    return (engine.handle({ caller, operation: 'createStaticQrPayment', body }).body as { paymentId: string })
      .paymentId;
  };
  const status = (paymentId: string) => engine.store.payments.get(paymentId)?.status;
  const pay = () => {
    const paymentId = charge();
    engine.payer.scan(paymentId);
    engine.payer.confirm(paymentId);
    engine.settle(paymentId);
    return paymentId;
  };
  return { clock, engine, told, charge, pay, status };
}

test('callbackOn payout-or-cancel: nothing between identification and payout', () => {
  const { told, pay, engine, charge } = openEngine({ callbackOn: 'payout-or-cancel' }, 200);
  pay();
  engine.payer.refuse(charge());
  expect(told).toEqual(['IDENTIFIED', 'SUCCEEDED', 'CANCELLED']);
});

test('callbackLimit notification: each change is called once, and again three times', () => {
  const { told, pay, clock } = openEngine({}, undefined);
  pay();
  clock.tick(60_000);
  expect(told.sort()).toEqual([
    ...Array(4).fill('AUTHORIZED'),
    ...Array(4).fill('IDENTIFIED'),
    ...Array(4).fill('SUCCEEDED'),
  ]);
});

test('callbackLimit payment: each change is called once, three times again in all; the scan takes none of the payout', () => {
  const { told, pay, engine, charge, clock } = openEngine({ callbackLimit: 'payment' }, undefined);
  pay();
  clock.tick(60_000);
  expect(told.filter((status) => status === 'IDENTIFIED')).toHaveLength(1 + 3);
  expect(told.filter((status) => status !== 'IDENTIFIED')).toHaveLength(2 + 3);
  engine.payer.scan(charge());
  clock.tick(60_000);
  expect(told.filter((status) => status === 'IDENTIFIED')).toHaveLength(2 * (1 + 3));
});

test('callbackRetryOn not-2xx: an answer of 500 is called again', () => {
  const { told, engine, charge, clock } = openEngine({ callbackRetryOn: 'not-2xx' }, 500);
  engine.payer.refuse(charge());
  clock.tick(60_000);
  expect(told).toEqual(Array(4).fill('CANCELLED'));
});

test('callbackDebtor no-callback: a payment that nobody scanned is not told about', () => {
  const { told, engine, charge } = openEngine({ callbackDebtor: 'no-callback' }, 200);
  engine.payer.refuse(charge());
  expect(told).toEqual([]);
});

test.each(['FAILED', 'CANCELLED'] as const)('synchronousRefusal %s', (synchronousRefusal) => {
  const { pay, status } = openEngine({ synchronousRefusal }, 422, { synchronousCallback: true });
  expect(status(pay())).toBe(synchronousRefusal);
});

test('a payment that waits for its acknowledgement is accepted by a synchronous callback too', () => {
  const { pay, status, told } = openEngine({}, 200, { synchronousCallback: true, acknowledgement: true });
  expect(status(pay())).toBe('SUCCEEDED');
  expect(told).toEqual([
    'IDENTIFIED',
    'AUTHORIZED',
    'PENDING_MERCHANT_ACKNOWLEDGEMENT',
    'PENDING_MERCHANT_ACKNOWLEDGEMENT',
    'SUCCEEDED',
  ]);
});

test('callbacks that are dropped count as unanswered', () => {
  const { told, engine, charge, clock } = openEngine({}, 200);
  engine.callbackFaults.drop = 2;
  engine.payer.refuse(charge());
  expect(told).toEqual([]);
  clock.tick(60_000);
  expect(told).toEqual(['CANCELLED']);
});
