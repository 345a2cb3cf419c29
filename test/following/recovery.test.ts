import { beforeEach, describe, expect, test } from 'vitest';
import type { PaymentId } from '../../main/domain/payment-service.ts';
import type { Cents } from '../../preload/contract/fields.ts';
import { Counter } from '../sale/counter.ts';
import { reset } from '../sale/scripted-service.ts';

let counter: Counter;

beforeEach(() => {
  counter = new Counter();
});

/** Starts anew on the same disk; what the old process had under way is lost with it. */
async function startAgain(): Promise<void> {
  counter.crash();
  const recovered = Promise.all([counter.sales.recover(), counter.refunds.recover()]);
  await counter.clock.advance(500);
  await recovered;
}

describe('after a crash', () => {
  test('a sale in progress is on the screen again and followed to its end', async () => {
    const saleId = await counter.charge(1250);
    await counter.clock.advance(100);
    counter.service.set(counter.service.last.paymentId, 'IDENTIFIED');
    await startAgain();
    expect(counter.sales.current()).toMatchObject({ saleId, stage: 'scanned', lifetimeMs: 60_000 });
    expect(counter.sales.current()?.timeLeftMs).toBeGreaterThan(58_000);
    counter.service.set(counter.service.last.paymentId, 'SUCCEEDED');
    await counter.clock.advance(2_000);
    expect(counter.view(saleId).stage).toBe('paid');
  });

  test('between intent and send, the sale ends as never created and nothing was sent', async () => {
    counter.service.latencyMs = 1_000_000;
    const saleId = await counter.charge(1250);
    counter.service.latencyMs = 20;
    await startAgain();
    expect(counter.view(saleId).stage).toBe('unknown');
    await counter.clock.advance(30_000);
    expect(counter.view(saleId)).toMatchObject({ stage: 'failed', ending: 'never-created' });
  });

  test('between send and answer, the payment is found and followed', async () => {
    counter.service.fail('create', { error: reset(), acts: true, actsAfterMs: 0, takesMs: 100 });
    const saleId = await counter.charge(1250);
    await counter.clock.advance(50);
    counter.crash();
    void counter.sales.recover();
    await counter.clock.advance(8_000);
    expect(counter.view(saleId)).toMatchObject({ stage: 'waiting' });
    expect(counter.service.count('create')).toBe(1);
  });

  test('what another till charged a minute before, under the same order number, is not taken for its own', async () => {
    counter.timeKnown = true;
    const order = { amount: 1250 as Cents, reference: 'ORDER 7' };
    const body = counter.service.prepareStaticQr(order);
    void counter.service.createStaticQr(body);
    await counter.clock.advance(60_000);
    counter.service.fail('create', { error: reset(), acts: false });
    const saleId = await counter.charge(order.amount, { reference: order.reference });
    await counter.clock.advance(50);
    await startAgain();
    await counter.clock.advance(60_000);
    expect(counter.view(saleId)).toMatchObject({ stage: 'failed', ending: 'never-created' });
  });

  test('a creation that had no answer is not given up while its request may still arrive', async () => {
    counter.service.fail('create', { error: reset(), acts: true, actsAfterMs: 15_000, takesMs: 100 });
    const saleId = await counter.charge(1250);
    await counter.clock.advance(500);
    await startAgain();
    await counter.clock.advance(10_000);
    expect(counter.view(saleId).stage).toBe('unknown');
    await counter.clock.advance(8_000);
    expect(counter.view(saleId)).toMatchObject({ stage: 'waiting' });
  });

  test('a cancel that was asked and not answered is finished', async () => {
    const saleId = await counter.charge(1250);
    await counter.clock.advance(100);
    counter.service.offline = true;
    await counter.sales.cancel(saleId);
    await counter.clock.advance(50);
    counter.service.offline = false;
    await startAgain();
    expect(counter.view(saleId)).toMatchObject({ stage: 'cancelled', ending: 'cashier' });
  });

  test('an acknowledgement that was begun is finished', async () => {
    const saleId = await counter.charge(1250);
    await counter.clock.advance(100);
    const { paymentId } = counter.service.last;
    counter.service.set(paymentId, 'PENDING_MERCHANT_ACKNOWLEDGEMENT');
    counter.service.fail('acknowledge', { error: reset(), acts: false, takesMs: 5_000 });
    await counter.clock.advance(2_000);
    expect(counter.journal.sale(saleId)?.acknowledge).toBe('due');
    await startAgain();
    await counter.clock.advance(2_000);
    expect(counter.view(saleId).stage).toBe('paid');
  });

  test('a refund without an outcome is sent again with the same key and the same bytes', async () => {
    const saleId = await counter.paidSale(1000);
    counter.service.fail('create-refund', { error: reset(), acts: true, takesMs: 10_000 });
    const started = counter.refunds.start({ saleId, amount: 400, reason: 'returned' }, { byManager: true });
    await counter.clock.advance(50);
    await started;
    await startAgain();
    const sent = counter.service.calls.filter((call) => call.operation === 'create-refund');
    expect(sent).toHaveLength(2);
    expect(new Set(sent.map((call) => call.detail)).size).toBe(1);
    await counter.clock.advance(20_000);
    expect(counter.service.refunds.size).toBe(1);
    expect(counter.view(saleId)).toMatchObject({ refundable: 600, refunds: [{ stage: 'pending' }] });
  });

  test('a sale that expired meanwhile costs one request', async () => {
    const saleId = await counter.charge(1250);
    await counter.clock.advance(100);
    counter.service.set(counter.service.last.paymentId, 'EXPIRED');
    counter.clock.jump(3_600_000);
    counter.crash();
    const before = counter.service.calls.length;
    const recovered = counter.sales.recover();
    await counter.clock.advance(100);
    await recovered;
    expect(counter.view(saleId).stage).toBe('expired');
    expect(counter.service.calls.length - before).toBeLessThanOrEqual(2);
    expect(counter.sales.recovery).toEqual({ running: false, open: 0, resolved: 1 });
  });

  test('references go on where they were', async () => {
    const first = counter.view(await counter.charge(1250)).reference;
    await counter.clock.advance(100);
    await startAgain();
    expect(counter.sales.nextReference()).not.toBe(first);
    expect(counter.sales.nextReference()).toMatch(/^TILL42-261120-\d{4}0002$/);
  });
});

test('without a network recovery says that it goes on, and ends it when the network returns', async () => {
  const saleId = await counter.charge(1250);
  await counter.clock.advance(100);
  counter.service.offline = true;
  await startAgain();
  expect(counter.sales.recovery).toMatchObject({ running: true, open: 1 });
  counter.service.offline = false;
  counter.service.set(counter.service.last.paymentId, 'SUCCEEDED');
  counter.sales.networkReturned();
  await counter.clock.advance(200);
  expect(counter.view(saleId).stage).toBe('paid');
  expect(counter.sales.recovery).toEqual({ running: false, open: 0, resolved: 1 });
});

test('a sale is followed on after its record could not be read for a moment', async () => {
  const saleId = await counter.charge(1250);
  await counter.clock.advance(100);
  counter.disk.unreadable = true;
  await counter.clock.advance(4_000);
  counter.disk.unreadable = false;
  counter.service.set(counter.service.last.paymentId, 'SUCCEEDED');
  await counter.clock.advance(8_000);
  expect(counter.view(saleId).stage).toBe('paid');
  expect(counter.logged).toContainEqual(expect.objectContaining({ code: 'sale.follower-failed' }));
});

test('a thousand open sales are recovered with at most two requests each, a few at a time', async () => {
  for (let index = 0; index < 1_000; index += 1) leaveOpen(index);
  counter.crash();
  const before = counter.service.calls.length;
  counter.service.mostUnderway = 0;
  const recovered = counter.sales.recover();
  await counter.clock.advance(5_000);
  await recovered;
  expect(counter.sales.recovery.resolved).toBe(1_000);
  expect(counter.service.calls.length - before).toBeLessThanOrEqual(2_000);
  expect(counter.service.mostUnderway).toBeLessThanOrEqual(8);
});

/** A sale that a process before this one created, and that expired while no till was running. */
function leaveOpen(index: number): void {
  const saleId = counter.random.uuid();
  const paymentId = String(index).padStart(24, 'P') as PaymentId;
  const own = counter.journal.nextReference();
  const at = counter.clock.now();
  counter.journal.record(
    { type: 'sale.intent', saleId, ...own, amount: 100, operation: 'static-qr', body: '{}', skewMs: 0 },
    { type: 'sale.created', saleId, paymentId, createdAt: at, expiresAt: at + 60_000, via: 'create' },
    { type: 'sale.dismissed', saleId },
  );
  const payment = { paymentId, status: 'EXPIRED', amount: 100, reference: own.reference, createdAt: at, links: {} };
  counter.service.payments.set(paymentId, payment);
}

test('a payment made at another till is found by its reference, kept, and can be refunded', async () => {
  const elsewhere = new Counter({ seed: 99 });
  const there = await elsewhere.paidSale(800);
  const { reference } = elsewhere.view(there);
  for (const [id, payment] of elsewhere.service.payments) counter.service.payments.set(id, payment);
  const asked = counter.sales.findElsewhere(reference);
  await counter.clock.advance(100);
  expect(await asked).toEqual({ found: 1 });
  const [row] = counter.sales.find({ text: reference }, undefined, 10).rows;
  expect(row).toMatchObject({ amount: 800, stage: 'paid' });
  const started = counter.refunds.start({ saleId: row?.saleId ?? '', amount: 800 }, { byManager: true });
  await counter.clock.advance(100);
  await started;
  expect(counter.view(row?.saleId ?? '').refundable).toBe(0);
});

test('a payment of another till is looked at and not acknowledged: that is for the till that charged it', async () => {
  const elsewhere = new Counter({ seed: 99 });
  await elsewhere.charge(800, { reference: 'order 7' });
  await elsewhere.clock.advance(100);
  const { paymentId } = elsewhere.service.last;
  for (const [id, payment] of elsewhere.service.payments) counter.service.payments.set(id, payment);
  const asked = counter.sales.findElsewhere('order 7');
  await counter.clock.advance(100);
  await asked;
  const [row] = counter.sales.find({ text: 'order 7' }, undefined, 10).rows;
  counter.service.set(paymentId, 'PENDING_MERCHANT_ACKNOWLEDGEMENT');
  await counter.sales.customerSaysPaid(row?.saleId ?? '');
  await counter.clock.advance(5_000);
  expect(counter.view(row?.saleId ?? '').verdict?.kind).toBe('not-paid');
  expect(counter.service.acknowledged).toEqual([]);
});
