import { beforeEach, describe, expect, test } from 'vitest';
import { Counter } from './counter.ts';

let counter: Counter;

beforeEach(() => {
  counter = new Counter();
});

describe('a sale', () => {
  test('goes from the keypad to paid', async () => {
    const saleId = await counter.charge(1250);
    expect(counter.view(saleId).stage).toBe('creating');
    await counter.clock.advance(100);
    const waiting = counter.view(saleId);
    expect(waiting).toMatchObject({ stage: 'waiting', status: 'PENDING', lifetimeMs: 60_000 });
    expect(waiting.deeplink).toBe(counter.service.last.links.deeplink);
    counter.service.set(counter.service.last.paymentId, 'IDENTIFIED');
    await counter.clock.advance(1_500);
    expect(counter.view(saleId).stage).toBe('scanned');
    counter.service.set(counter.service.last.paymentId, 'AUTHORIZED');
    await counter.clock.advance(1_100);
    expect(counter.view(saleId).stage).toBe('authorised');
    counter.service.set(counter.service.last.paymentId, 'SUCCEEDED', { debtor: { name: 'Zoë' } });
    await counter.clock.advance(1_100);
    expect(counter.view(saleId)).toMatchObject({ stage: 'paid', debtor: { name: 'Zoë' }, refundable: 1250 });
  });

  test('is refunded in part and then the rest, and not one cent more', async () => {
    const saleId = await counter.paidSale(1000);
    const first = counter.refunds.start({ saleId, amount: 400 }, { byManager: true });
    await counter.clock.advance(50);
    await first;
    await counter.clock.advance(50);
    expect(counter.view(saleId)).toMatchObject({ refundable: 600, refunds: [{ stage: 'pending' }] });
    for (const refund of counter.service.refunds.values()) refund.status = 'REFUNDED';
    await counter.clock.advance(5_000);
    expect(counter.view(saleId).refunds).toMatchObject([{ stage: 'refunded' }]);
    await expect(counter.refund({ saleId, amount: 601 })).rejects.toMatchObject({
      code: 'refund.above-remaining',
      values: { asked: 601, remaining: 600 },
    });
  });
});

test('a till that closes in the moment in which the network returns does not wait for answers that nobody asks for', async () => {
  const saleId = await counter.waiting();
  await counter.restart();
  counter.sales.networkReturned();
  let closed = false;
  void counter.sales.close().then(() => {
    closed = true;
  });
  await counter.clock.advance(60_000);
  expect(closed).toBe(true);
  expect(counter.view(saleId).stage).toBe('waiting');
});
