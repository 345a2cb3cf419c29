import { spawnSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, rmdirSync, rmSync, statSync, truncateSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { onlyWhere } from '../base/only-where.ts';
import { charge, ends, enter, givenShop, newSale, reads, shows } from './harness/index.ts';

/** A real disk, small enough to fill up. */
interface SmallDisk {
  readonly folder: string;
  /** Leaves `spare` bytes: a starting process writes its lock before the till reads its journal. */
  fill(spare?: number): void;
  free(): void;
  close(): void;
}

const PAGE_BYTES = 4_096;

const disk = smallDisk();
const full = 'The disk is full: nothing new can be charged. The sale under way is followed to its end.';

const mounts = onlyWhere('as root on Linux', disk !== undefined, 'a small disk of its own is mounted, and filled up');

describe('a full disk', mounts, () => {
  afterAll(() => disk?.close());
  const shop = givenShop({ launch: { args: [`--user-data-dir=${disk?.folder}`] } });

  test('finishes the open sale and refuses new sales until freed', async () => {
    const { app, sandbox } = shop;
    await charge(app, '12,50');
    disk?.fill();
    shop.pay();
    await ends(app, 'Paid', 'Paid');
    await reads(app.till, full);
    await newSale(app);
    await enter(app.till, '5');
    await reads(app.till, 'The disk is full, so nothing new can be charged.');
    expect(sandbox.engine.store.payments.size).toBe(1);

    disk?.free();
    await app.till.getByText(full).waitFor({ state: 'hidden' });
    await app.till.keyboard.press('Enter');
    await shows(app.till, 'Waiting');
    expect(sandbox.engine.store.payments.size).toBe(2);
  });
});

/** Mounts a disk in memory; undefined without permission (needs root on Linux). */
function smallDisk(): SmallDisk | undefined {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return undefined;
  const folder = mkdtempSync(join(tmpdir(), 'tillmate-disk-'));
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=32m', 'tillmate-test', folder]);
  if (mounted.status !== 0) {
    rmdirSync(folder);
    return undefined;
  }
  const filler = join(folder, 'filler');
  return {
    folder,
    fill(spare = 0) {
      const handle = openSync(filler, 'w');
      try {
        for (const page = Buffer.alloc(PAGE_BYTES); ; ) writeSync(handle, page);
      } catch (thrown) {
        if (!(thrown instanceof Error && 'code' in thrown && thrown.code === 'ENOSPC')) throw thrown;
      } finally {
        closeSync(handle);
      }
      if (spare > 0) truncateSync(filler, statSync(filler).size - spare);
    },
    free: () => rmSync(filler, { force: true }),
    close() {
      spawnSync('umount', ['--lazy', folder]);
      rmdirSync(folder);
    },
  };
}
