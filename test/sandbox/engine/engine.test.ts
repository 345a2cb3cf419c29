import { expect, test } from 'vitest';
import { createEngine, newProfile } from '../../../main/sandbox/index.ts';
import { seededRandom } from '../../../main/sandbox/random.ts';
import { VirtualClock } from '../../base/virtual-clock.ts';

/** The engine by itself: no socket, no file, no time but the one it is given. */
function openEngine() {
  const clock = new VirtualClock(Date.parse('2026-03-09T10:15:30.250Z'));
  const random = seededRandom(1);
  const sent: string[] = [];
  const engine = createEngine({
    clock,
    random,
    send(order, done) {
      sent.push(`${order.kind} ${order.status}`);
      done({ status: 200 });
    },
  });
  const profile = newProfile(random, { callbackUrl: 'http://shop/status', identifyCallbackUrl: 'http://shop/seen' });
  engine.putProfile(profile);
  const caller = engine.signer(profile.profileId);
  if (!caller) throw new Error('nobody signs');
  return { clock, engine, caller, sent };
}

test('a sale from creation to payment, in virtual time', () => {
  const { clock, engine, caller, sent } = openEngine();
  const body = { posId: 'A', amount: 100 };
  const created = engine.handle({ caller, operation: 'createStaticQrPayment', body });
  const { paymentId } = created.body as { paymentId: string };
  engine.payer.scan(paymentId);
  engine.payer.confirm(paymentId);
  clock.tick(800);
  const read = engine.handle({ caller, operation: 'readPayment', params: { id: paymentId } });
  expect(read).toMatchObject({ status: 200, body: { status: 'SUCCEEDED' } });
  expect(sent).toEqual(['identify IDENTIFIED', 'payout AUTHORIZED', 'payout SUCCEEDED']);
});

test('the same seed gives the same ids', () => {
  const ids = [openEngine(), openEngine()].map(({ engine, caller }) =>
    JSON.stringify(engine.handle({ caller, operation: 'createPayment', body: { amount: 1 } })),
  );
  expect(ids[0]).toBe(ids[1]);
});

test('what does not fit the schema is refused here too', () => {
  const { engine, caller } = openEngine();
  const answer = engine.handle({ caller, operation: 'createPayment', body: { amount: '1' } });
  expect(answer).toMatchObject({ status: 400, body: { code: 'BAD_REQUEST' } });
});

test('refunds whose sum would exceed the payment are refused in whatever order they come', () => {
  const { engine, caller } = openEngine();
  const { paymentId } = engine.handle({ caller, operation: 'createPayment', body: { amount: 100 } }).body as {
    paymentId: string;
  };
  engine.payer.scan(paymentId);
  engine.payer.confirm(paymentId);
  engine.settle(paymentId);
  const refund = (amount: number, idempotencyKey: string) =>
    engine.handle({
      caller,
      operation: 'createRefund',
      params: { 'payment-id': paymentId },
      body: { amount, currency: 'EUR' },
      idempotencyKey,
    }).status;
  expect([refund(60, 'a'), refund(60, 'b'), refund(40, 'c'), refund(60, 'a'), refund(1, 'd')]).toEqual([
    201, 422, 201, 201, 422,
  ]);
});
