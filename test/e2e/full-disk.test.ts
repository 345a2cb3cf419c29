import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { onlyWhere } from '../base/only-where.ts';
import { charge, ends, newSale, openShop, reads, type Shop, shows } from './harness/index.ts';
import { smallDisk } from './harness/small-disk.ts';

const disk = smallDisk();
const full = 'The disk is full: nothing new can be charged. The sale under way is followed to its end.';
const spare = 4_096;

const mounts = onlyWhere('as root on Linux', disk !== undefined, 'a small disk of its own is mounted, and filled up');

describe('the disk of the till is full', mounts, () => {
  let shop: Shop;
  beforeAll(async () => {
    shop = await openShop({ launch: { args: [`--user-data-dir=${disk?.folder}`] } });
  });
  afterAll(async () => {
    await shop.close();
    disk?.close();
  });

  test('the sale under way is followed to its end, no new one begins, and the till says why until there is room', async () => {
    const { app, sandbox } = shop;
    await charge(app, '12,50');
    disk?.fill();
    shop.pay();
    await ends(app, 'Paid', 'Paid');
    await reads(app.till, full);
    await newSale(app);
    await app.till.keyboard.type('5');
    await app.till.keyboard.press('Enter');
    await reads(app.till, 'The disk is full, so nothing new can be charged.');
    expect(sandbox.engine.store.payments.size).toBe(1);

    disk?.free();
    await app.till.getByText(full).waitFor({ state: 'hidden' });
    await app.till.keyboard.press('Enter');
    await shows(app.till, 'Waiting');
    expect(sandbox.engine.store.payments.size).toBe(2);
  });

  test('started again on the full disk, the till has the sale under way and follows it; with room it is written', async () => {
    await shop.app.stop();
    disk?.fill(spare);
    await shop.restart('quit');
    await shows(shop.app.till, 'Waiting');
    shop.pay();
    await ends(shop.app, 'Paid', 'Paid');
    await reads(shop.app.till, full);

    disk?.free();
    await shop.app.till.getByText(full).waitFor({ state: 'hidden' });
    await shop.restart('kill');
    await shop.app.till.getByRole('heading', { name: 'Paid', exact: true }).waitFor();
    await shop.app.till.getByRole('link', { name: 'Payments' }).click();
    for (const amount of ['12,50', '5,00'])
      await shop.app.till.getByRole('row').filter({ hasText: amount }).filter({ hasText: 'Paid' }).waitFor();
  });
});
