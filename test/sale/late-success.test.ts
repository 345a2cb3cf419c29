import { beforeEach, describe, expect, test } from 'vitest';
import { Counter } from './counter.ts';
import { refused } from './scripted-service.ts';

let counter: Counter;
let saleId: string;

async function endAs(status: 'FAILED' | 'CANCELLED' | 'EXPIRED'): Promise<void> {
  await counter.clock.advance(100);
  counter.service.set(counter.service.last.paymentId, status);
  await counter.clock.advance(3_000);
  await counter.sales.dismiss(saleId);
}

const paid = () => counter.service.set(counter.service.last.paymentId, 'SUCCEEDED');
const alarm = { stage: 'paid', alarm: { acknowledged: false } };

describe('a payment paid long after its shown end', () => {
  beforeEach(async () => {
    counter = new Counter();
    counter.timeKnown = true;
    counter.service.lifetimeMs = 300_000;
    saleId = await counter.charge(1250);
  });

  test.each(['FAILED', 'CANCELLED', 'EXPIRED'] as const)('raises the alarm two minutes after %s', async (status) => {
    await endAs(status);
    await counter.clock.advance(119_000);
    paid();
    await counter.clock.advance(240_000);
    expect(counter.view(saleId)).toMatchObject(alarm);
  });

  test('raises the alarm after a restart, too', async () => {
    await endAs('FAILED');
    await counter.clock.advance(119_000);
    await counter.restart();
    paid();
    await counter.recover();
    expect(counter.view(saleId)).toMatchObject(alarm);
  });

  test('is read six times, then no more', async () => {
    await endAs('FAILED');
    const before = counter.service.count('read');
    await counter.clock.advance(48 * 3_600_000);
    expect(counter.service.count('read') - before).toBe(6);
    expect(counter.journal.openSales()).toEqual([]);
  });

  test('is read when opened days later', async () => {
    await endAs('FAILED');
    await counter.clock.advance(72 * 3_600_000);
    paid();
    await counter.clock.advance(3_600_000);
    expect(counter.view(saleId).stage).toBe('failed');
    counter.sales.open(saleId);
    await counter.clock.advance(100);
    expect(counter.view(saleId)).toMatchObject(alarm);
  });
});

describe('with a code for each payment, a new charge', () => {
  beforeEach(async () => {
    counter = new Counter({ chargeWith: 'payment' });
    counter.timeKnown = true;
    counter.service.lifetimeMs = 300_000;
    saleId = await counter.charge(1250);
  });

  test('cancels the failed earlier payment, journaled first', async () => {
    await endAs('FAILED');
    const next = await counter.charge(1250);
    const types = [...counter.journal.eventsBetween(1, 100)].map(({ event }) => event.type);
    expect(types.indexOf('sale.cancel-asked')).toBe(types.lastIndexOf('sale.intent') - 1);
    await counter.clock.advance(100);
    expect(counter.view(next).stage).toBe('waiting');
    const cancels = counter.facts(saleId).filter(({ type }) => type.startsWith('sale.cancel'));
    expect(cancels).toMatchObject([
      { type: 'sale.cancel-asked', by: 'till' },
      { type: 'sale.cancel-answered', outcome: 'dropped' },
    ]);
    expect(counter.view(saleId)).toMatchObject({ stage: 'failed', cancel: 'no' });
    expect(counter.view(saleId).problem).toBeUndefined();
  });

  test('cancels at once despite failing acknowledgements', async () => {
    await counter.clock.advance(100);
    counter.service.set(counter.service.last.paymentId, 'PENDING_MERCHANT_ACKNOWLEDGEMENT');
    counter.service.weather = (asked) => (asked === 'acknowledge' ? { error: refused(), acts: false } : undefined);
    await counter.clock.advance(10_000);
    expect(counter.service.count('acknowledge')).toBeGreaterThan(3);
    await endAs('FAILED');
    await counter.charge(900);
    await counter.clock.advance(30);
    expect(counter.service.count('cancel')).toBe(1);
  });

  test('cancels every earlier ended payment', async () => {
    await counter.clock.advance(100);
    counter.service.offline = true;
    await counter.clock.advance(60_000);
    await counter.sales.dismiss(saleId);
    counter.service.offline = false;
    const second = await counter.charge(900);
    await counter.clock.advance(100);
    for (const { paymentId } of counter.service.payments.values()) counter.service.set(paymentId, 'FAILED');
    await counter.clock.advance(30_000);
    await counter.sales.dismiss(second);
    await counter.charge(700);
    for (const before of [saleId, second])
      expect(counter.facts(before).map(({ type }) => type)).toContain('sale.cancel-asked');
  });

  test('begins before the windows are notified of the cancel', async () => {
    await endAs('FAILED');
    const ago: number[] = [];
    counter.sales.onChange(() => ago.push(counter.sales.beganAgoMs));
    await counter.charge(1250);
    expect(ago[0]).toBe(0);
  });

  test('does not cancel a parked payment', async () => {
    await counter.clock.advance(100);
    counter.service.offline = true;
    await counter.clock.advance(60_000);
    await counter.sales.dismiss(saleId);
    const { paymentId } = counter.service.last;
    counter.service.offline = false;
    await counter.charge(900);
    await counter.clock.advance(5_000);
    expect(counter.service.payments.get(paymentId)?.status).toBe('PENDING');
    expect(counter.service.count('cancel')).toBe(0);
  });
});

test('a charge on the same POS id sends no cancel', async () => {
  counter = new Counter();
  saleId = await counter.charge(1250);
  await endAs('FAILED');
  await counter.charge(1250);
  await counter.clock.advance(1_000);
  expect(counter.service.count('cancel')).toBe(0);
});
