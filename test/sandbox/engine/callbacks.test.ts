import { expect, test } from 'vitest';
import { type Choices, createEngine, newProfile, type ProfileDraft } from '../../../main/sandbox/index.ts';
import { seededRandom } from '../../../main/sandbox/random.ts';
import { VirtualClock } from '../../base/virtual-clock.ts';

/** Opens an engine with a merchant's backend that answers each callback with status `answer`, or never answers. */
function openEngine(choices: Partial<Choices>, answer?: number, draft: ProfileDraft = {}) {
  const bodies: string[] = [];
  const calls: number[] = [];
  const clock = new VirtualClock(Date.parse('2026-03-09T10:15:30.250Z'));
  const random = seededRandom(1);
  const told: string[] = [];
  const engine = createEngine({
    ...{ clock, random, choices },
    send(order, done) {
      told.push(order.status);
      bodies.push(order.body);
      calls.push(clock.now());
      done(answer === undefined ? {} : { status: answer });
    },
  });
  const profile = newProfile(random, { callbackUrl: 'http://shop/', identifyCallbackUrl: 'http://shop/', ...draft });
  engine.putProfile(profile);
  const caller = engine.signer(profile.profileId);
  if (!caller) throw new Error('nobody signs');
  const charge = () => {
    const { body } = engine.handle({ caller, operation: 'createStaticQrPayment', body: { posId: 'A', amount: 100 } });
    return (body as { paymentId: string }).paymentId;
  };
  const pay = () => {
    const paymentId = charge();
    engine.payer.scan(paymentId);
    engine.payer.confirm(paymentId);
    engine.settle(paymentId);
    return engine.store.payments.get(paymentId);
  };
  return { clock, engine, told, bodies, calls, charge, pay };
}

/** Returns the statuses sent within a minute of a payment that the payer refuses unscanned. */
function toldOfRefusal(picks: Partial<Choices>, answer?: number): readonly string[] {
  const { engine, charge, clock, told } = openEngine(picks, answer);
  engine.payer.refuse(charge());
  clock.tick(60_000);
  return told;
}

test.each<readonly [Partial<Choices>, number | undefined, number]>([
  [{}, 200, 1],
  [{}, 422, 1],
  [{}, 500, 1],
  [{}, undefined, 4],
  [{ callbackRetryOn: 'not-2xx' }, 200, 1],
  [{ callbackRetryOn: 'not-2xx' }, 500, 4],
  [{ callbackRetryOn: 'published' }, 422, 1],
  [{ callbackRetryOn: 'published' }, 509, 4],
  [{ callbackDebtor: 'no-callback' }, undefined, 0],
])('under %j a callback answered %s is sent %i times', (picks, answer, times) => {
  expect(toldOfRefusal(picks, answer)).toEqual(Array(times).fill('CANCELLED'));
});

test('callbackOn payout-or-cancel: no callback between identification and payout', () => {
  const { told, pay, engine, charge } = openEngine({ callbackOn: 'payout-or-cancel' }, 200);
  pay();
  engine.payer.refuse(charge());
  expect(told).toEqual(['IDENTIFIED', 'SUCCEEDED', 'CANCELLED']);
});

test.each<readonly [Choices['callbackLimit'], number, number]>([
  ['notification', 4, 8],
  ['payment', 1 + 3, 2 + 3],
])('callbackLimit %s: %i calls for the scan, %i for two later changes', (callbackLimit, scans, changes) => {
  const { told, pay, engine, charge, clock } = openEngine({ callbackLimit });
  pay();
  clock.tick(60_000);
  expect(told.filter((status) => status === 'IDENTIFIED')).toHaveLength(scans);
  expect(told.filter((status) => status !== 'IDENTIFIED')).toHaveLength(changes);
  engine.payer.scan(charge());
  clock.tick(60_000);
  expect(told.filter((status) => status === 'IDENTIFIED')).toHaveLength(2 * scans);
});

test.each(['FAILED', 'VOIDED', 'CANCELLED'] as const)('synchronousRefusal %s', (synchronousRefusal) => {
  const { pay } = openEngine({ synchronousRefusal }, 422, { synchronousCallback: true });
  expect(pay()?.status).toBe(synchronousRefusal);
});

test('a synchronous callback accepts an unacknowledged payment', () => {
  const { pay, told } = openEngine({}, 200, { synchronousCallback: true, acknowledgement: true });
  expect(pay()?.status).toBe('SUCCEEDED');
  const waiting = 'PENDING_MERCHANT_ACKNOWLEDGEMENT';
  expect(told).toEqual(['IDENTIFIED', 'AUTHORIZED', waiting, waiting, 'SUCCEEDED']);
});

test('dropped callbacks count as unanswered', () => {
  const { told, engine, charge, clock } = openEngine({}, 200);
  engine.callbackFaults.drop = 2;
  engine.payer.refuse(charge());
  expect(told).toEqual([]);
  clock.tick(60_000);
  expect(told).toEqual(['CANCELLED']);
});

test('for-24-hours repeats the same body with growing pauses', () => {
  const { engine, charge, clock, calls, bodies } = openEngine({ callbackRepeated: 'for-24-hours' });
  engine.payer.refuse(charge());
  clock.tick(25 * 3_600_000);
  const pauses = calls.slice(1).map((at, index) => (at - (calls[index] ?? 0)) / 1_000);
  expect(pauses.slice(0, 13)).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1_024, 2_048, 3_600]);
  expect(calls.length).toBe(35);
  expect(new Set(bodies).size).toBe(1);
});

test('an unanswered synchronous callback is sent three times', () => {
  const { pay, told, clock } = openEngine({ callbackOn: 'payout-or-cancel' }, undefined, { synchronousCallback: true });
  const payment = pay();
  clock.tick(60_000);
  expect(payment?.status).toBe('FAILED');
  expect(told.filter((status) => status === 'AUTHORIZED')).toHaveLength(3);
});

test.each<readonly [Partial<Choices>, object | undefined]>([
  [{}, { iban: 'BE**********0000' }],
  [{ maskedIban: 'stars-and-five-digits' }, { iban: '*************00000' }],
  [{ callbackDebtor: 'absent' }, undefined],
])('under %j the debtor of an unscanned payment is %j', (picks, debtor) => {
  const { engine, charge, bodies } = openEngine(picks, 200);
  engine.payer.refuse(charge());
  expect(JSON.parse(bodies[0] ?? '').debtor).toEqual(debtor);
});
