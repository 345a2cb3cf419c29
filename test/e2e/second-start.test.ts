import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { notOnWindows } from '../base/only-where.ts';
import {
  charge,
  ends,
  filesHolding,
  launchApp,
  onlyOnHost,
  openShop,
  type RunningApp,
  type Shop,
  shows,
} from './harness/index.ts';

let shop: Shop | undefined;
let second: RunningApp | undefined;
afterEach(async () => {
  await second?.stop();
  await shop?.close();
  second = undefined;
  shop = undefined;
});

describe(
  'a first start that does not answer',
  process.platform === 'win32' ? notOnWindows('Windows asks a person') : onlyOnHost('the first start hangs'),
  () => {
    test('is killed by the second, which takes lock and journal over and follows the sale', async () => {
      shop = await openShop();
      await charge(shop.app, '9,90');
      shop.app.process.kill('SIGSTOP');
      const env = { TILLMATE_HOST_SINGLETON_MS: '500' };
      second = await launchApp({ userDataDir: shop.userDataDir, env });
      expect(shop.app.process.signalCode).toBe('SIGKILL');
      await shows(second.till, 'Waiting');
      shop.pay();
      await ends(second, 'Paid', 'Paid');
    });
  },
);

test(
  'a session that lasts, as Electron’s does, holds nothing of a sale and no cookie',
  onlyOnHost('its session begins empty unless it is told otherwise'),
  async () => {
    const profile = await mkdtemp(join(tmpdir(), 'tillmate-profile-'));
    try {
      shop = await openShop({ launch: { env: { TILLMATE_HOST_PROFILE: profile } } });
      const { app } = shop;
      await charge(app, '4,44');
      shop.pay();
      await ends(app, 'Paid', 'Paid');
      const stores = await app.till.evaluate(async () => [
        localStorage.length,
        sessionStorage.length,
        document.cookie,
        (await indexedDB.databases()).length,
      ]);
      expect(stores).toEqual([0, 0, '', 0]);
      const paymentId = shop.newest();
      const reference = (await app.till.locator('body').innerText()).match(/TILL42-\d{6}-\d+/)?.[0] ?? '';
      expect(reference).not.toBe('');
      await app.stop();
      for (const text of [paymentId, reference, 'Bakkerij']) expect(await filesHolding(profile, text)).toEqual([]);
    } finally {
      await rm(profile, { recursive: true, force: true });
    }
  },
);
