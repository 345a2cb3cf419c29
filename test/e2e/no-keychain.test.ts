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

  test('cannot be set up for real payments, says why, and trains with a key in memory only', async () => {
    await reads(app.till, 'This machine has no keychain, so this till cannot take real payments.');
    expect((await snapshotOf(app)).terminal).toMatchObject({ mode: 'training', provisioned: false });
    await drawn(app);
    await expectPage(shredButton(app)).toHaveCount(0);
    await charge(app, '1');
    await shows(app.display, 'Scan to pay');
    expect((await snapshotOf(app)).terminal.keychain).toBe('memory');
  });

  test('a till that lost its keychain takes no payment, says why, and can still train', async () => {
    await shop.restart('quit', { env: without });
    const { till } = shop.app;
    await reads(till, 'This machine has no keychain, so this till cannot take real payments.');
    await enter(till, '5');
    // The notice says otherwise, and stands there before anybody charges.
    await reads(till, 'This machine has no keychain, so no keys can be kept.');
    expect(shop.sandbox.engine.store.payments.size).toBe(0);

    // The keychain says whether a PIN is set: nobody is a manager without it.
    expect((await snapshotOf(shop.app)).role).toBe('cashier');
    await shop.restart('quit', { env: without, args: ['--training'] });
    await trainingBand(shop.app.till).waitFor();
  });
});
