import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { charge, ends, expectPage, newSale, openShop, readQr, reads, type Shop, shows } from './harness/index.ts';

/** Long enough for a busy machine to show the code and the time before they are over. */
const LIFETIME_MS = 15_000;

let shop: Shop;
beforeAll(async () => {
  shop = await openShop({ sandbox: { pace: { lifetimeMs: LIFETIME_MS } } });
});
afterEach(() => newSale(shop.app));
afterAll(() => shop.close());

test('nobody scans before the time is up: both windows say so, and that no money moved', async () => {
  const { app } = shop;
  await charge(app, '4,95');
  await app.till.getByRole('timer', { name: 'Time left' }).waitFor();
  await app.display.getByRole('timer', { name: 'Time left' }).waitFor();
  await ends(app, 'Expired', 'Time is up');
  await reads(app.till, 'The time ran out before the customer confirmed. No money moved.');
  await reads(app.display, 'Nothing was charged. Please ask to try again.');
  await expectPage(app.display.getByRole('img', { name: 'Payment QR code' })).toHaveCount(0);
});

test('a payment confirmed in the last moment is not shown as expired: it is followed past its time to Paid', async () => {
  const { app, sandbox } = shop;
  await charge(app, '5,10');
  const expireAt = Date.now() + 2_000;
  Object.assign(payment(), { expireAt });
  sandbox.payer.scan(shop.newest());
  sandbox.payer.confirm(shop.newest());
  await shows(app.till, 'Confirmed');
  await expect.poll(() => Date.now()).toBeGreaterThan(expireAt + 1_000);
  await expectPage(app.till.getByRole('heading', { name: 'Expired' })).toHaveCount(0);
  sandbox.engine.settle(shop.newest());
  await ends(app, 'Paid', 'Paid');
});

test('a payment shown as expired that was paid after all raises an alarm until somebody acknowledges it', async () => {
  const { app } = shop;
  await charge(app, '6,45');
  await expect.poll(() => readQr(app.display)).toContain(shop.newest());
  await ends(app, 'Expired', 'Time is up');
  // A service should not do this. When one does, the till must show it.
  Object.assign(payment(), { status: 'SUCCEEDED', succeededAt: Date.now() });

  const alarm = app.till.getByRole('dialog', { name: 'Paid after all' });
  await alarm.waitFor();
  await reads(alarm, /was shown as expired, but the customer did pay\. The money was received\./);
  await reads(alarm, /^€\s6,45$/);
  await app.till.keyboard.press('Escape');
  await alarm.waitFor();
  await alarm.getByRole('button', { name: 'Understood' }).click();
  await alarm.waitFor({ state: 'hidden' });
  await app.till.getByRole('heading', { name: 'Paid', exact: true }).waitFor();
});

function payment() {
  const record = shop.sandbox.engine.store.payments.get(shop.newest());
  if (record === undefined) throw new Error('The service does not know its newest payment.');
  return record;
}
