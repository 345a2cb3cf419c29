import { expect, test } from 'vitest';
import { TillError } from '../../main/base/till-error.ts';
import { counter, givenCounter } from './counter.ts';

givenCounter();

const away = () => new TillError('network.refused', 'nobody there', { retryable: true, acted: 'no' });

/** Parks a waiting sale as soon as allowed, during an outage of the service. */
async function parkedInAnOutage(): Promise<string> {
  const saleId = await counter.charge(1_250);
  await counter.clock.advance(2_000);
  counter.service.weather = () => ({ acts: false, error: away() });
  await counter.clock.advance(60_000);
  await counter.sales.dismiss(saleId);
  return saleId;
}

test('a parked sale frees the screen for the next customer', async () => {
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

test('a parked sale paid later raises an alarm', async () => {
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

test('a late superseded payment is cancelled', async () => {
  const reset = new TillError('network.reset', 'broke', { retryable: true, acted: 'maybe' });
  counter.service.fail('create', { error: reset, acts: true, actsAfterMs: 8_000 });
  const late = await counter.charge(50_000);
  await counter.clock.advance(100);
  await counter.sales.dismiss(late);
  const next = await counter.charge(300);
  await counter.clock.advance(100);
  const shown = counter.service.last.paymentId;
  await counter.clock.advance(8_000);
  // On the same POS the late creation invalidates the payment of the next sale.
  counter.service.set(shown, 'CANCELLED');
  await counter.clock.advance(30_000);
  expect(counter.service.last).toMatchObject({ amount: 50_000, status: 'CANCELLED' });
  expect(counter.service.count('cancel')).toBe(1);
  expect(counter.view(late)).toMatchObject({ stage: 'cancelled', ending: 'cashier' });
  expect(counter.view(next)).toMatchObject({ stage: 'cancelled', paymentId: shown });
});

test('the end of a parked sale is reported once despite restart', async () => {
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

test('a sale ended before leaving the screen is never parked', async () => {
  const saleId = await counter.paidSale(500);
  expect(counter.view(saleId).parked).toBeUndefined();
  expect(counter.sales.parked()).toEqual([]);
  expect(counter.parkedEnded).toEqual([]);
});
