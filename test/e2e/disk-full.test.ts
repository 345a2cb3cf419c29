import { spawnSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { charge, ends, newSale, openShop, reads, type Shop } from './harness/index.ts';

/** A disk of its own for the data folder, where this machine lets us make one: on Linux, as root. */
const disk = smallDisk();

describe.skipIf(disk === undefined)('the disk of the till fills up', () => {
  let shop: Shop;
  const filler = join(disk ?? '', 'filler');
  beforeAll(async () => {
    shop = await openShop({ userDataDir: join(disk ?? '', 'data') });
    await shop.app.till.getByRole('button', { name: 'Shred the file' }).click();
  });
  afterAll(async () => {
    await shop.close();
    if (disk === undefined) return;
    spawnSync('umount', [disk]);
    rmSync(disk, { recursive: true });
  });

  test('in the middle of a sale: the till says so, and follows the sale to Paid all the same', async () => {
    await charge(shop.app, '12,50');
    fillUp(filler);
    shop.pay();
    await ends(shop.app, 'Paid', 'Paid');
    await reads(shop.app.till, 'The disk is full: nothing new can be charged.');
  });

  test('then nothing new is charged, and the till says why', async () => {
    const payments = shop.sandbox.engine.store.payments.size;
    await newSale(shop.app);
    await shop.app.till.keyboard.type('5');
    await shop.app.till.keyboard.press('Enter');
    await reads(shop.app.till.getByRole('alert'), 'The disk is full, so nothing new can be charged.');
    expect(shop.sandbox.engine.store.payments.size).toBe(payments);
  });

  test('somebody makes room: the next sale works, and after a restart both are in the list', async () => {
    rmSync(filler);
    await shop.app.till.keyboard.press('Enter');
    await shop.app.display.getByRole('img', { name: 'Payment QR code' }).waitFor();
    shop.pay();
    await ends(shop.app, 'Paid', 'Paid');
    await shop.app.till.getByText('The disk is full').waitFor({ state: 'hidden' });
    await shop.restart('kill');
    await shop.app.till.getByRole('link', { name: 'Payments' }).click();
    for (const amount of ['12,50', '5,00'])
      await shop.app.till.getByRole('row').filter({ hasText: amount }).filter({ hasText: 'Paid' }).waitFor();
  });
});

function smallDisk(): string | undefined {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return undefined;
  const folder = mkdtempSync(join(tmpdir(), 'tillmate-e2e-disk-'));
  const { status } = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=16m', 'tmpfs', folder]);
  if (status === 0) return folder;
  rmSync(folder, { recursive: true });
  return undefined;
}

function fillUp(path: string): void {
  const handle = openSync(path, 'w');
  try {
    for (;;) writeSync(handle, Buffer.alloc(4_096));
  } catch (thrown) {
    if ((thrown as NodeJS.ErrnoException).code !== 'ENOSPC') throw thrown;
  } finally {
    closeSync(handle);
  }
}
