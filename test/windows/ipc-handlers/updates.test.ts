import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { cents, tillWithHandlers } from './till-with-handlers.ts';

test('while an update is being installed nothing is charged or refunded, as the end of the app would cut it off', async () => {
  const { call, counter } = await tillWithHandlers({ installing: true });
  const saleId = await counter.paidSale(1_000);
  const refused = { ok: false, error: { code: 'update.installing' } };
  expect(await call('sale.start', { amount: 500 })).toMatchObject(refused);
  expect(await call('refund.start', { wish: randomUUID(), saleId, amount: cents(500), seen: 500 })).toMatchObject(
    refused,
  );
  expect(counter.sales.current()).toBeNull();
  expect(counter.view(saleId).refunds).toEqual([]);
});
