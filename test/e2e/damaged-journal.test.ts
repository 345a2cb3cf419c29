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

test('a ruined record of payments: the till starts, says so, has again what the service knows, and follows what was open', async () => {
  await charge(shop.app, '12,50');
  shop.pay();
  await ends(shop.app, 'Paid', 'Paid');
  await newSale(shop.app);
  await charge(shop.app, '7,77');
  await shop.app.stop();
  ruinJournal();
  await shop.restart('quit');
  await reads(shop.app.till, /The record of payments was damaged\. Entries that are gone: \d+\. Nothing is refunded/);
  await shop.app.till.getByRole('button', { name: 'Clear the alarm' }).click();
  await expect
    .poll(async () => (await snapshotOf(shop.app)).notices)
    .toContainEqual(
      expect.objectContaining({ code: 'journal.refilled', values: expect.objectContaining({ count: 2 }) }),
    );
  await shop.app.till.getByRole('link', { name: /12,50 Paid/ }).waitFor();
  await shop.app.till.getByRole('link', { name: /7,77 Waiting/ }).waitFor();
  expect(readdirSync(shop.journalFolder).filter((name) => name.startsWith('journal-damaged-'))).toHaveLength(1);
  shop.pay();
  await shop.app.till.getByRole('link', { name: /7,77 Paid/ }).waitFor({ timeout: 60_000 });
});
