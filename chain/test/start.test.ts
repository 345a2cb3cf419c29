import { expect, onTestFinished, test } from 'vitest';
import { addShop, newCode } from '../demo/head-office.ts';
import { ShopDay } from '../demo/shop-day.ts';
import { SimulatedTill } from '../demo/simulated-till.ts';
import { readOptions } from '../options.ts';
import { startChain } from '../start.ts';
import { emptyDatabase } from './database.ts';
import { freePort } from './web/open-page.ts';

test("the day's sums match an enrolled till's uploaded sales", async () => {
  const port = String(await freePort());
  const chain = await startChain(readOptions({ DATABASE_URL: await emptyDatabase(), CHAIN_PORT: port }));
  onTestFinished(chain.close);
  await addShop(chain.database, 'SHOP1', 'Shop');
  const till = new SimulatedTill({ address: chain.address, shop: 'SHOP1', pos: 'TILL1' });
  await till.enrol(await newCode(chain.database, 'SHOP1'));
  const day = new ShopDay(till, 'TILL1', () => 0.5);
  for (let sale = 0; sale < 5; sale += 1) day.sell(Date.now() - 60_000 + sale);
  await till.ship();

  const sums = 'SELECT sum(paid_count)::int AS count, sum(paid_sum)::int AS cents FROM day_hours';
  const taken = day.paid.reduce((sum, { amount }) => sum + amount, 0);
  await expect.poll(async () => (await chain.database.query(sums)).rows[0]).toEqual({ count: 5, cents: taken });
});

test('the link signs in a single administrator, once', async () => {
  const port = String(await freePort());
  const chain = await startChain(readOptions({ DATABASE_URL: await emptyDatabase(), CHAIN_PORT: port }));
  onTestFinished(chain.close);
  const first = await fetch(chain.link, { redirect: 'manual' });
  expect(first.headers.get('set-cookie')).toMatch(/^chain=.*HttpOnly; SameSite=Lax/);
  const second = await fetch(chain.link, { redirect: 'manual' });
  expect(second.headers.get('set-cookie')).toBeNull();
});
