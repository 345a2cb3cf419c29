import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { charge, openShop, reads, type Shop, shows, snapshotOf, unlocks } from './harness/index.ts';

const PIN = '471147';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop({ provisioning: { managerPin: PIN } });
  // The windows open while the till still writes what it was set up with.
  await shop.app.till.getByRole('status', { name: 'Payment service' }).filter({ hasText: 'online' }).waitFor();
});
afterAll(() => shop.close());

test('a terminal.json that was edited keeps the till from taking payments, and the till names the field', async () => {
  const file = join(shop.userDataDir, 'terminal.json');
  const stored = JSON.parse(await readFile(file, 'utf8'));
  await writeFile(file, JSON.stringify({ ...stored, counter: { ...stored.counter, maximum: 99_999_900 } }));
  await shop.restart('quit');
  const { app } = shop;
  await reads(app.till, 'changed outside Tillmate: Sales above this need a manager.');
  expect(await snapshotOf(app)).toMatchObject({ role: 'cashier', terminal: { mode: 'live' }, nextReference: '' });
  await app.till.keyboard.type('5');
  await app.till.keyboard.press('Enter');
  await reads(app.till, 'A manager has to accept them first.');
  expect(shop.sandbox.engine.store.payments.size).toBe(0);
});

test('a manager accepts it with the PIN, and the till sells again', async () => {
  const { app } = shop;
  const accept = app.till.getByRole('button', { name: 'Accept as manager' });
  await accept.click();
  await unlocks(app, PIN);
  await accept.click();
  await accept.waitFor({ state: 'hidden' });
  await charge(app, '1');
  await shows(app.display, 'Scan to pay');
  expect(shop.sandbox.engine.store.payments.size).toBe(1);
});
