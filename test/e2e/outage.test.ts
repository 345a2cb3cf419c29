import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { notOnWindows } from '../base/only-where.ts';
import {
  amountOn,
  cancelPayment,
  charge,
  drawn,
  ends,
  expectPage,
  givenShop,
  launchApp,
  newSale,
  onlyOnHost,
  readQr,
  reads,
  shows,
  snapshotOf,
} from './harness/index.ts';

const shop = givenShop();

test('recovers payments of a ruined journal from the service', async () => {
  await shop.sellAndLeave('12,50');
  await charge(shop.app, '7,77');
  await shop.app.stop();
  const file = join(shop.journalFolder, 'journal.sqlite');
  writeFileSync(file, readFileSync(file).fill(0xa5));
  await shop.restart('quit');
  const { till } = shop.app;
  await reads(till, /The record of payments was damaged: \d+ entr(y|ies) lost\. Nothing is refunded/);
  await till.getByRole('button', { name: 'Clear the alarm' }).click();
  const refilled = { code: 'journal.refilled', values: expect.objectContaining({ count: 2 }) };
  await expect.poll(async () => (await snapshotOf(shop.app)).notices).toContainEqual(expect.objectContaining(refilled));
  await till.getByRole('link', { name: /12,50 Paid/ }).waitFor();
  await till.getByRole('link', { name: /7,77 Waiting/ }).waitFor();
  expect(readdirSync(shop.journalFolder).filter((name) => name.startsWith('journal-damaged-'))).toHaveLength(1);
  shop.pay();
  await till.getByRole('link', { name: /7,77 Paid/ }).waitFor({ timeout: 60_000 });
  const alarm = till.getByRole('dialog', { name: 'Paid after all' });
  await reads(alarm, /^€\s7,77$/);
  await alarm.getByRole('button', { name: 'Understood' }).click();
  await alarm.waitFor({ state: 'hidden' });
});

test('keeps a sale through a service outage', async () => {
  const { app, sandbox } = shop;
  await charge(app, '12,50');
  await sandbox.faults.goDown();
  await reads(
    app.till,
    'No connection to the payment service. The payment is kept, and the till keeps trying by itself.',
  );
  await app.till.getByRole('status', { name: 'Payment service' }).filter({ hasText: 'offline' }).waitFor();
  await drawn(app);
  await expectPage(app.till.getByText(/connection to the payment service|cannot be reached/)).toHaveCount(1);
  await shows(app.display, 'Scan to pay');
  await expectPage(app.display.getByRole('img', { name: 'Payment QR code' })).toHaveCount(1);

  await app.till.keyboard.press('F3');
  await reads(
    app.till,
    /could not be reached at \d\d:\d\d:\d\d, so it is not known yet\. Ask the customer to wait; do not charge again\./,
  );

  shop.pay();
  await sandbox.faults.comeUp();
  await ends(app, 'Paid', 'Paid');
  await app.till.getByRole('status', { name: 'Payment service' }).filter({ hasText: 'online' }).waitFor();
  await newSale(app);
});

test('a lost response under a typed reference: the cashier decides', async () => {
  const { till, display } = shop.app;
  shop.sandbox.faults.inject({ operation: 'createStaticQrPayment', kind: 'reset-after', times: 1 });
  await till.getByRole('textbox', { name: 'Reference' }).fill('order 7');
  await till.getByRole('textbox', { name: 'Amount' }).fill('12,50');
  await till.keyboard.press('Enter');
  const decide = till.getByRole('main').getByRole('button', { name: 'Look and decide' });
  await decide.waitFor({ timeout: 60_000 });
  await expectPage(till.getByRole('button', { name: 'Cancel payment' })).toHaveCount(0);
  shop.pay();
  await shows(display, 'One moment');
  await decide.click();
  const dialog = till.getByRole('dialog', { name: 'Is it this payment?' });
  await reads(dialog, /State: Paid/);
  await dialog.getByRole('button', { name: 'This is the payment' }).click();
  await ends(shop.app, 'Paid', 'Paid');
  await newSale(shop.app);
});

test('shows the sale and the paid-after-all alarm after a kill', async () => {
  await charge(shop.app, '7,15');
  const cancelled = shop.sandbox.engine.store.payments.get(shop.newest());
  await cancelPayment(shop.app);
  await ends(shop.app, 'Cancelled', 'Cancelled');
  await newSale(shop.app);
  await charge(shop.app, '12,50');
  const made = shop.sandbox.engine.store.payments.size;
  const code = await readQr(shop.app.display);
  await shop.app.kill();
  Object.assign(cancelled ?? {}, { status: 'SUCCEEDED', succeededAt: Date.now() });
  await shop.restart('kill');
  const { till, display } = shop.app;
  const alarm = till.getByRole('dialog', { name: 'Paid after all' });
  await reads(alarm, /^€\s7,15$/);
  await alarm.getByRole('button', { name: 'Understood' }).click();
  await alarm.waitFor({ state: 'hidden' });
  await Promise.all([shows(till, 'Waiting'), shows(display, 'Scan to pay')]);
  await expect.poll(() => readQr(display)).toBe(code);
  await expect.poll(() => amountOn(till)).toBe('€ 12,50');
  shop.pay();
  await ends(shop.app, 'Paid', 'Paid');
  expect(shop.sandbox.engine.store.payments.size).toBe(made);
  await newSale(shop.app);
});

test(
  'a second start replaces a hanging first start',
  process.platform === 'win32' ? notOnWindows('Windows asks a person') : onlyOnHost('the first start hangs'),
  async () => {
    await charge(shop.app, '9,90');
    shop.app.process.kill('SIGSTOP');
    const env = { TILLMATE_HOST_SINGLETON_MS: '500' };
    const second = await launchApp({ userDataDir: shop.userDataDir, env });
    onTestFinished(() => second.stop());
    expect(shop.app.process.signalCode).toBe('SIGKILL');
    await shows(second.till, 'Waiting');
    shop.pay();
    await ends(second, 'Paid', 'Paid');
  },
);
