import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { onlyOnLinux } from '../base/only-where.ts';
import {
  charge,
  drawn,
  enter,
  expectPage,
  givenShop,
  launchApp,
  type RunningApp,
  reads,
  shows,
  shredButton,
  snapshotOf,
  trainingBand,
} from './harness/index.ts';

/** Linux has no keychain without a session bus. */
const without = { DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nonexistent', XDG_RUNTIME_DIR: '/nonexistent' };

describe('a machine without a keychain', onlyOnLinux('the keychain of other systems cannot be taken away'), () => {
  const shop = givenShop();
  let app: RunningApp;
  beforeAll(async () => {
    app = await launchApp({ env: without, args: [`--provision=${shop.provisioningFile}`] });
  });
  afterAll(() => app.stop());

  test('trains with a key in memory and gives the reason', async () => {
    await reads(app.till, 'This machine has no keychain, so this till cannot take real payments.');
    expect((await snapshotOf(app)).terminal).toMatchObject({ mode: 'training', provisioned: false });
    await drawn(app);
    await expectPage(shredButton(app)).toHaveCount(0);
    await charge(app, '1');
    await shows(app.display, 'Scan to pay');
    expect((await snapshotOf(app)).terminal.keychain).toBe('memory');
  });

  test('a till with a lost keychain only trains', async () => {
    await shop.restart('quit', { env: without });
    const { till } = shop.app;
    await reads(till, 'This machine has no keychain, so this till cannot take real payments.');
    await enter(till, '5');
    // Differs from the notice, which is visible before any charge.
    await reads(till, 'This machine has no keychain, so no keys can be kept.');
    expect(shop.sandbox.engine.store.payments.size).toBe(0);

    // The PIN is in the keychain: without keychain no role is manager.
    expect((await snapshotOf(shop.app)).role).toBe('cashier');
    await shop.restart('quit', { env: without, args: ['--training'] });
    await trainingBand(shop.app.till).waitFor();
  });
});
