import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { onlyWhere } from '../base/only-where.ts';
import { charge, ends, newSale, openShop, reads, type Shop, shows } from './harness/index.ts';
import { smallDisk } from './harness/small-disk.ts';

const disk = smallDisk();
const full = 'The disk is full: nothing new can be charged. The sale under way is followed to its end.';

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
});
