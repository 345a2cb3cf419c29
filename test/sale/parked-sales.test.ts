import { expect, test } from 'vitest';
import { TillError } from '../../main/base/till-error.ts';
import { counter, givenCounter } from './counter.ts';

givenCounter();

const away = () => new TillError('network.refused', 'nobody there', { retryable: true, acted: 'no' });

/** A sale whose customer has the code when the service goes away, parked as soon as it may be. */
async function parkedInAnOutage(): Promise<string> {
  const saleId = await counter.charge(1_250);
  await counter.clock.advance(2_000);
  counter.service.weather = () => ({ acts: false, error: away() });
  await counter.clock.advance(60_000);
  await counter.sales.dismiss(saleId);
  return saleId;
}

test('a sale that is parked leaves the screen to the next customer, and is told as parked', async () => {
  const saleId = await parkedInAnOutage();
  expect(counter.sales.current()).toBeNull();
  expect(counter.sales.parked()).toMatchObject([{ saleId, amount: 1_250, stage: 'waiting', parked: true }]);
  expect(counter.sales.find({ text: '' }, undefined, 1).rows).toMatchObject([{ saleId, parked: true }]);
  expect(counter.view(saleId).parked).toBe(true);
  expect(counter.sales.busyWith()?.saleId).toBe(saleId);
  const next = await counter.charge(300);
  expect(counter.sales.busyWith()?.saleId).toBe(next);
  expect(counter.sales.current()?.saleId).toBe(next);
  expect(counter.sales.parked()).toMatchObject([{ saleId }]);
});

test('once it was paid after all it is parked no more, raises an alarm, and leaves the screen alone', async () => {
  const saleId = await parkedInAnOutage();
  const parkedWhenPaid: unknown[] = [];
  counter.sales.onChange(() => {
    if (counter.view(saleId).stage === 'paid') parkedWhenPaid.push(counter.sales.parked());
  });
  counter.service.weather = () => undefined;
  counter.service.set(counter.service.last.paymentId, 'SUCCEEDED');
  await counter.clock.advance(60_000);
  expect(parkedWhenPaid[0]).toEqual([]);
  expect(counter.sales.parked()).toEqual([]);
  expect(counter.view(saleId)).toMatchObject({ stage: 'paid', alarm: { acknowledged: false } });
  expect(counter.view(saleId).parked).toBeUndefined();
  expect(counter.sales.current()).toBeNull();
  expect(counter.parkedEnded).toMatchObject([{ saleId, stage: 'paid' }]);
});

test('a superseded payment that appears late is cancelled, and the read of the next sale shows its end', async () => {
  const reset = new TillError('network.reset', 'broke', { retryable: true, acted: 'maybe' });
  counter.service.fail('create', { error: reset, acts: true, actsAfterMs: 8_000 });
  const late = await counter.charge(50_000);
  await counter.clock.advance(100);
  await counter.sales.dismiss(late);
  const next = await counter.charge(300);
  await counter.clock.advance(100);
  const shown = counter.service.last.paymentId;
  await counter.clock.advance(8_000);
  // On one POS the late creation invalidates the payment of the next sale.
  counter.service.set(shown, 'CANCELLED');
  await counter.clock.advance(30_000);
  expect(counter.service.last).toMatchObject({ amount: 50_000, status: 'CANCELLED' });
  expect(counter.service.count('cancel')).toBe(1);
  expect(counter.view(late)).toMatchObject({ stage: 'cancelled', ending: 'cashier' });
  expect(counter.view(next)).toMatchObject({ stage: 'cancelled', paymentId: shown });
});

test('its end is told once, also when the till was started again in between', async () => {
  const saleId = await parkedInAnOutage();
  await counter.restart();
  expect(counter.sales.parked()).toMatchObject([{ saleId }]);
  counter.service.weather = () => undefined;
  counter.service.set(counter.service.last.paymentId, 'EXPIRED');
  await counter.recover();
  await counter.clock.advance(120_000);
  expect(counter.parkedEnded).toMatchObject([{ saleId, stage: 'expired' }]);
  expect(counter.sales.parked()).toEqual([]);
});

test('a sale that has ended before it is left was never parked', async () => {
  const saleId = await counter.paidSale(500);
  expect(counter.view(saleId).parked).toBeUndefined();
  expect(counter.sales.parked()).toEqual([]);
  expect(counter.parkedEnded).toEqual([]);
});
