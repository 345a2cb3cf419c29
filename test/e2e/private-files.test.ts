import { lstatSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { playPayer } from '../../tools/demo/payer.ts';
import { notOnWindows } from '../base/only-where.ts';
import { charge, ends, launchApp, logOf, type RunningApp, readQr } from './harness/index.ts';

const modes = notOnWindows('Windows has no permission bits');

/** A data folder as an earlier version left it: with names of payers in files that every account may read. */
let above: string;
let userDataDir: string;
let app: RunningApp;
beforeAll(async () => {
  above = await mkdtemp(join(tmpdir(), 'tillmate-e2e-'));
  userDataDir = join(above, 'data');
  await mkdir(join(userDataDir, 'logs'), { recursive: true });
  for (const path of ['logs/tillmate.1.log', 'logs/tillmate.log', 'service-keys.json']) {
    await writeFile(join(userDataDir, path), '');
    await chmod(join(userDataDir, path), 0o666);
  }
  for (const path of [userDataDir, join(userDataDir, 'logs')]) await chmod(path, 0o777);
  app = await launchApp({ userDataDir, args: ['--training'] });
  await charge(app, '3,99');
  const code = await readQr(app.display);
  await playPayer(code, 'scan');
  await playPayer(code, 'confirm');
  await ends(app, 'Paid', 'Paid');
});
afterAll(async () => {
  await app.stop();
  await rm(above, { recursive: true, force: true });
});

test(
  'after a sale no file of the data folder is open to another account, not the ones of an earlier version either',
  modes,
  async () => {
    const names = async () => {
      const entries = await readdir(userDataDir, { recursive: true, encoding: 'utf8' });
      return entries.map((name) => name.replaceAll('\\', '/'));
    };
    // The training service writes its own file when it comes to it.
    await expect
      .poll(names)
      .toEqual(
        expect.arrayContaining([
          'terminal.json',
          'logs/tillmate.log',
          'logs/tillmate.1.log',
          'service-keys.json',
          'training/journal.sqlite',
          'training/journal.sqlite-wal',
          'training/journal.sqlite-shm',
          'training/service.json',
        ]),
      );
    const open = ['', ...(await names())].filter((name) => {
      // The browser's profile is in the same folder, and its files come and go.
      const found = lstatSync(join(userDataDir, name), { throwIfNoEntry: false });
      return found !== undefined && !found.isSymbolicLink() && (found.mode & 0o077) !== 0;
    });
    expect(open).toEqual([]);
  },
);

test('and the log says how many were closed', modes, async () => {
  const lines = await logOf(app);
  expect(lines.map(({ msg }) => msg)).toContain('Files of an earlier version were closed to other accounts');
});
