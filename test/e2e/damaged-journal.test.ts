import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { charge, ends, newSale, openShop, reads, type Shop, snapshotOf } from './harness/index.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop.close());

/** Nothing of the file can be read any more. */
function ruinJournal(): void {
  const file = join(shop.journalFolder, 'journal.sqlite');
  const bytes = readFileSync(file);
  writeFileSync(file, bytes.fill(0xa5));
}

test('a ruined record of payments: the till starts, says so, and has again what the service knows', async () => {
  for (const amount of ['12,50', '4,20']) {
    await charge(shop.app, amount);
    shop.pay();
    await ends(shop.app, 'Paid', 'Paid');
    await newSale(shop.app);
  }
  await charge(shop.app, '7,77');
  await shop.app.stop();
  ruinJournal();
  await shop.sandbox.faults.goDown();
  await shop.restart('quit');
  await reads(shop.app.till, /The record of payments was damaged\. Entries that are gone: \d+\. Nothing is refunded/);

  await shop.sandbox.faults.comeUp();
  // A till whose service was away looks for it every fourteen seconds, and then asks for what is gone.
  await shop.app.till.getByRole('link', { name: /12,50 Paid/ }).waitFor({ timeout: 60_000 });
  await shop.app.till.getByRole('button', { name: 'Clear the alarm' }).click();
  await expect
    .poll(async () => (await snapshotOf(shop.app)).notices)
    .toContainEqual(
      expect.objectContaining({ code: 'journal.refilled', values: expect.objectContaining({ count: 3 }) }),
    );
  await shop.app.till.getByRole('link', { name: /4,20 Paid/ }).waitFor();
  await shop.app.till.getByRole('link', { name: /7,77 Waiting/ }).waitFor();
  expect(readdirSync(shop.journalFolder).filter((name) => name.startsWith('journal-damaged-'))).toHaveLength(1);
});

test('the sale that was on when it was ruined is followed on, and what came of it is told after the next start', async () => {
  await shop.restart('quit');
  shop.pay();
  await shop.app.till.getByRole('link', { name: /7,77 Paid/ }).waitFor({ timeout: 60_000 });
  await reads(shop.app.till, 'Left open when the till stopped, and looked up:');
  await shop.app.till.getByRole('button', { name: 'Understood' }).click();
  await shop.app.till.getByText('Left open when the till stopped').waitFor({ state: 'hidden' });
});
