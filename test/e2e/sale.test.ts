import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { playPayer } from '../../tools/demo/payer.ts';
import {
  amountOn,
  cancelPayment,
  charge,
  drawn,
  ends,
  expectPage,
  filesHolding,
  givenFolder,
  givenShop,
  newSale,
  onlyOnHost,
  readQr,
  reads,
  shows,
} from './harness/index.ts';

const folder = givenFolder();
const profile = join(folder, 'profile');
const shop = givenShop({
  // A delayed read is still pending when the cashier clicks, however long the click takes.
  provisioning: { tuning: { headersTimeoutMs: 60_000 } },
  launch: { env: { TILLMATE_HOST_TRAFFIC: join(folder, 'traffic'), TILLMATE_HOST_PROFILE: profile } },
});

test('shows Paid in both windows after scan and confirmation', async () => {
  const { app } = shop;
  await charge(app, '12,50');
  await shows(app.till, 'Waiting');
  await shows(app.display, 'Scan to pay');
  await expect.poll(() => amountOn(app.till)).toBe('€ 12,50');
  await expect.poll(() => amountOn(app.display)).toBe('€ 12,50');

  const code = await readQr(app.display);
  await playPayer(code, 'scan');
  await Promise.all([shows(app.till, 'Scanned'), shows(app.display, 'Scanned')]);
  await playPayer(code, 'confirm');
  await Promise.all([shows(app.till, 'Confirmed'), shows(app.display, 'Confirmed')]);
  shop.sandbox.engine.settle(shop.newest());
  await Promise.all([ends(app, 'Paid', 'Paid'), reads(app.display, /^Thank you, \S+!$/)]);
  await reads(app.till, 'The money has been received.');
  await newSale(app);
});

test('shows Cancelled in both windows when the cashier cancels', async () => {
  const { app } = shop;
  await charge(app, '8');
  await cancelPayment(app);
  await ends(app, 'Cancelled', 'Cancelled');
  await reads(app.till, 'You cancelled the payment. No money moved.');
  expect(shop.sandbox.engine.store.payments.get(shop.newest())?.status).toBe('CANCELLED');
  await newSale(app);
});

test('follows a payment to Paid after a late cancel', async () => {
  const { app, sandbox } = shop;
  await charge(app, '17,35');
  sandbox.payer.scan(shop.newest());
  await shows(app.till, 'Scanned');
  // The till has not received the confirmation when the cashier clicks.
  await shop.holdNextRead();
  sandbox.payer.confirm(shop.newest());
  await cancelPayment(app);
  await reads(app.till, 'Too late to cancel: the customer had already confirmed.');
  await shows(app.display, 'Confirmed');
  await drawn(app);
  await expectPage(app.till.getByRole('heading', { name: 'Cancelled' })).toHaveCount(0);
  sandbox.engine.settle(shop.newest());
  await ends(app, 'Paid', 'Paid');
  await reads(app.till, 'The cancel came too late: the customer had already confirmed.');
  await newSale(app);
});

test('asks at once when the customer says they paid', async () => {
  const { app, sandbox } = shop;
  await charge(app, '6,80');
  // The button appears after ten seconds.
  await app.till.keyboard.press('F3');
  await reads(app.till, /^Not paid as of \d\d:\d\d:\d\d\. Nothing has been received yet/);

  const paymentId = shop.newest();
  // The till's next read is delayed, so that only the cashier's question can find the payment.
  await shop.holdNextRead();
  sandbox.payer.scan(paymentId, { name: 'Anke', iban: 'NL91ABNA0417164300' });
  sandbox.payer.confirm(paymentId);
  sandbox.engine.settle(paymentId);
  await app.till.keyboard.press('F3');
  await Promise.all([ends(app, 'Paid', 'Paid'), reads(app.display, 'Thank you, Anke!')]);
  await reads(app.till, /^Yes: €\s6,80 paid at \d\d:\d\d:\d\d by Anke\.$/);
  await newSale(app);
});

test('shows an expiry, and an alarm if paid after all', async () => {
  const { app } = shop;
  await charge(app, '4,95');
  await app.till.getByRole('timer', { name: 'Time left' }).waitFor();
  shop.sandbox.payer.expire(shop.newest());
  await ends(app, 'Expired', 'Time is up');
  await reads(app.till, 'The time ran out before the customer confirmed. No money moved.');
  // A service should never change an expired payment. The till must still show the change.
  const payment = shop.sandbox.engine.store.payments.get(shop.newest());
  Object.assign(payment ?? {}, { status: 'SUCCEEDED', succeededAt: Date.now() });
  const alarm = app.till.getByRole('dialog', { name: 'Paid after all' });
  await reads(alarm, /was shown as expired, but the customer did pay\. The money was received\./);
  await app.till.keyboard.press('Escape');
  await alarm.getByRole('button', { name: 'Understood' }).click();
  await alarm.waitFor({ state: 'hidden' });
  await app.till.getByRole('heading', { name: 'Paid', exact: true }).waitFor();
  await newSale(app);
});

test(
  'all sales contacted only the payment service',
  onlyOnHost('who asks for what over a network is written down'),
  async () => {
    const text = await readFile(join(folder, 'traffic'), 'utf8');
    // The last element is empty or an incomplete line.
    const asked = text
      .split('\n')
      .slice(0, -1)
      .map((line) => JSON.parse(line) as [asker: string, address: string]);
    const service = [shop.sandbox.baseUrl, shop.sandbox.jwksUrl].map((url) => new URL(url).host);
    expect(asked).toContainEqual(['page', 'app://tillmate/till/index.html']);
    expect(asked).toContainEqual(['main', service[0]]);
    const own = ([asker, address]: [string, string]) =>
      asker === 'page' ? /^(app:\/\/tillmate\/|data:)/.test(address) : asker === 'main' && service.includes(address);
    expect(asked.filter((line) => !own(line))).toEqual([]);
  },
);

test(
  'a persistent session stores no sale data and no cookie',
  onlyOnHost('its session begins empty unless it is told otherwise'),
  async () => {
    const { app } = shop;
    await shop.sell('4,44');
    const stores = await app.till.evaluate(async () => [
      localStorage.length,
      sessionStorage.length,
      document.cookie,
      (await indexedDB.databases()).length,
    ]);
    expect(stores).toEqual([0, 0, '', 0]);
    const [reference = ''] = (await app.till.locator('body').innerText()).match(/TILL42-\d{6}-\d+/) ?? [];
    expect(reference).not.toBe('');
    await app.stop();
    for (const text of [shop.newest(), reference, 'Bakkerij']) expect(await filesHolding(profile, text)).toEqual([]);
  },
);
