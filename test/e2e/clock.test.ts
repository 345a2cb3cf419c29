import { afterAll, beforeAll, test } from 'vitest';
import { systemClock } from '../../main/base/clock.ts';
import { charge, ends, openShop, reads, type Shop, shows } from './harness/index.ts';

/** The till's clock and the service's come apart: to a till it is the same whose hands were moved. */
let apartMs = 3_600_000;
let shop: Shop;
beforeAll(async () => {
  const clock = { ...systemClock, now: () => systemClock.now() + apartMs };
  shop = await openShop({ sandbox: { clock } });
});
afterAll(() => shop.close());

test('a clock that is an hour off: the till says so, and goes on by itself once it is right', async () => {
  const { app } = shop;
  await reads(app.till, "This machine's clock is 60 minutes off. No payment can be taken or refunded until it is set");
  apartMs = 0;
  await app.till.getByText("This machine's clock is 60 minutes off").waitFor({ state: 'hidden', timeout: 30_000 });
  await charge(app, '12,50');
  await shows(app.till, 'Waiting');
  shop.pay();
  await ends(app, 'Paid', 'Paid');
});
