import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import keytar from 'keytar';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  type AppAgain,
  launchApp,
  onlyOnHost,
  openShop,
  pressLast,
  reads,
  type Shop,
  snapshotOf,
  startsAgain,
  unlocks,
} from './harness/index.ts';

const PASSPHRASE = 'drie appels en een peer';
const PIN = '471147';
let folder: string;
let shop: Shop;
let restored: AppAgain | undefined;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'tillmate-lost-'));
  const answers = [
    { filePath: join(folder, 'with.tillmate') },
    { filePath: join(folder, 'without.tillmate') },
    { filePaths: [join(folder, 'with.tillmate')] },
  ];
  const env = { TILLMATE_HOST_DIALOGS: JSON.stringify(answers) };
  shop = await openShop({ provisioning: { managerPin: PIN }, launch: { env } });
});
afterAll(async () => {
  await restored?.close();
  await shop.close();
  rmSync(folder, { recursive: true, force: true });
});

const atDialogs = onlyOnHost('its dialogs answer by themselves');

test(
  'a preview goes with its dialog, and a till that has lost its record has it back from a backup with keys',
  atDialogs,
  async () => {
    const { till } = shop.app;
    await till.getByRole('link', { name: 'Support' }).click();
    await unlocks(shop.app, PIN);
    for (const withKeys of [true, false]) {
      const made = await till.evaluate((ask) => window.tillmate.call('backup.create', ask), {
        passphrase: PASSPHRASE,
        withKeys,
      });
      expect(made.ok).toBe(true);
    }
    const opens = async (at: typeof till) => {
      const dialog = at.getByRole('dialog', { name: 'Restore a backup' });
      await at.getByRole('button', { name: 'Restore', exact: true }).click();
      await dialog.getByLabel('Passphrase').fill(PASSPHRASE);
      await dialog.getByRole('button', { name: /^Open / }).click();
      await dialog.getByRole('region', { name: 'What would change' }).waitFor();
      return dialog;
    };
    await till.getByRole('tab', { name: 'Backup' }).click();
    await opens(till);
    const draft = join(shop.userDataDir, 'restoring-draft');
    expect(existsSync(draft)).toBe(true);
    await till.evaluate(() => window.tillmate.call('session.lock', {}));
    await expect.poll(() => existsSync(draft)).toBe(false);

    const settings = readFileSync(join(shop.userDataDir, 'terminal.json'), 'utf8');
    const { terminalId } = JSON.parse(settings) as { terminalId: string };
    await shop.app.kill('SIGKILL');
    await keytar.deletePassword('Tillmate', `${terminalId}/record`);
    const answers = [{ filePaths: [join(folder, 'without.tillmate')] }, { filePaths: [join(folder, 'with.tillmate')] }];
    const lost = await launchApp({
      userDataDir: shop.userDataDir,
      env: { TILLMATE_HOST_DIALOGS: JSON.stringify(answers) },
    });
    await lost.till.getByRole('link', { name: 'Support' }).click();
    await lost.till.getByRole('button', { name: 'Set up from a file' }).waitFor();
    expect(await snapshotOf(lost)).toMatchObject({ role: 'cashier' });
    const refused = await opens(lost.till);
    await reads(refused, /^This till has lost its keys, and this backup has none/);
    await refused.getByRole('button', { name: 'Not now' }).click();
    const dialog = await opens(lost.till);
    await reads(dialog, 'The keys are then those of the backup.');
    const startAgain = startsAgain(lost);
    await pressLast(dialog.getByRole('button', { name: 'Restore and start again' }));
    restored = await startAgain();
    const app = restored;
    await app.till.getByRole('link', { name: 'Support' }).click();
    await unlocks(app, PIN);
    await app.till.getByRole('tab', { name: 'Keys' }).waitFor();
    expect((await snapshotOf(app)).terminal).toMatchObject({ mode: 'live' });
  },
);
