import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { playPayer } from '../../tools/demo/payer.ts';
import {
  amountOn,
  cancelPayment,
  charge,
  ends,
  expectPage,
  newSale,
  openShop,
  readQr,
  reads,
  type Shop,
  shows,
} from './harness/index.ts';

let shop: Shop;
beforeAll(async () => {
  // A read that is held up is still waited for when the cashier has pressed, however long that takes.
  shop = await openShop({ provisioning: { tuning: { headersTimeoutMs: 60_000 } } });
});
afterEach(() => newSale(shop.app));
afterAll(() => shop.close());

test('a customer scans the code on the display, confirms, and both windows say Paid', async () => {
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
  // The customer display thanks for ten seconds only.
  await Promise.all([ends(app, 'Paid', 'Paid'), reads(app.display, /^Thank you, \S+!$/)]);
  await reads(app.till, 'The money has been received.');
});

test('the cashier cancels with the button: both windows say Cancelled, and the service has it so', async () => {
  const { app } = shop;
  await charge(app, '8');
  await cancelPayment(app);
  await ends(app, 'Cancelled', 'Cancelled');
  await reads(app.till, 'You cancelled the payment. No money moved.');
  expect(statusAtService()).toBe('CANCELLED');
});

test('Escape asks before it cancels: Escape again goes on waiting, Enter cancels', async () => {
  const { app } = shop;
  const { keyboard } = app.till;
  await charge(app, '3,20');
  await keyboard.press('Escape');
  await reads(app.till, 'Cancel this payment?');
  await keyboard.press('Escape');
  await app.till.getByText('Cancel this payment?').waitFor({ state: 'hidden' });
  await shows(app.till, 'Waiting');
  expect(statusAtService()).toBe('PENDING');

  await keyboard.press('Escape');
  await reads(app.till, 'Cancel this payment?');
  await keyboard.press('Enter');
  await ends(app, 'Cancelled', 'Cancelled');
});

test('the customer stops the payment in their app: the till says that it was them', async () => {
  const { app } = shop;
  await charge(app, '20');
  const code = await readQr(app.display);
  await playPayer(code, 'scan');
  await shows(app.till, 'Scanned');
  await playPayer(code, 'refuse');
  await ends(app, 'Cancelled', 'Cancelled');
  await reads(app.till, 'The customer stopped the payment in their app.');
});

test("the customer's bank refuses: the till says that no money moved and what to do", async () => {
  const { app } = shop;
  await charge(app, '20');
  shop.sandbox.payer.scan(shop.newest());
  shop.sandbox.payer.bankRefuses(shop.newest());
  await ends(app, 'Failed', 'Not paid');
  await reads(app.till, "The customer's bank refused. No money moved. Ask for another way to pay, or charge again.");
});

test('a cancel after the customer confirmed is too late: the till says so and follows the payment to Paid', async () => {
  const { app, sandbox } = shop;
  await charge(app, '17,35');
  sandbox.payer.scan(shop.newest());
  await shows(app.till, 'Scanned');
  // The till has not heard of the confirmation when the cashier presses.
  await shop.holdNextRead();
  sandbox.payer.confirm(shop.newest());
  await cancelPayment(app);
  await reads(app.till, 'Too late to cancel: the customer had already confirmed.');
  await shows(app.display, 'Confirmed');
  await expectPage(app.till.getByRole('heading', { name: 'Cancelled' })).toHaveCount(0);
  sandbox.engine.settle(shop.newest());
  await ends(app, 'Paid', 'Paid');
  await reads(app.till, 'The cancel came too late: the customer had already confirmed.');
});

test('another till takes the POS id: the payment that it ended is told as such, naming the POS id', async () => {
  const { app, sandbox } = shop;
  await charge(app, '15');
  const caller = sandbox.engine.signer(sandbox.profile.profileId);
  if (caller === undefined) throw new Error('The service has no profile.');
  const body = { posId: 'TILL42', amount: 100, currency: 'EUR', reference: 'OTHER-TILL' };
  expect(sandbox.engine.handle({ caller, operation: 'createStaticQrPayment', body }).status).toBe(201);
  await ends(app, 'Cancelled', 'Cancelled');
  await reads(app.till, 'This payment was ended, but not by this till: another till may be using TILL42 too.');
});

test('a payment that the service wants acknowledged is acknowledged by the till, and then paid', async () => {
  const { app, sandbox } = shop;
  sandbox.addProfile({ profileId: sandbox.profile.profileId, acknowledgement: true });
  await charge(app, '21,10');
  shop.pay();
  await ends(app, 'Paid', 'Paid');
  expect(sandbox.engine.store.payments.get(shop.newest())?.acknowledged).toBe(true);
  sandbox.addProfile({ profileId: sandbox.profile.profileId, acknowledgement: false });
});

test('the customer says they paid: the till asks at once and answers with amount, time and first name', async () => {
  const { app, sandbox } = shop;
  await charge(app, '6,80');
  // The button comes after ten seconds.
  await app.till.getByRole('button', { name: 'Customer says they paid' }).click();
  await reads(app.till, /^Not paid as of \d\d:\d\d:\d\d\. Nothing has been received yet/);

  const paymentId = shop.newest();
  // The till's own next read is held up, so that only the question can find out.
  await shop.holdNextRead();
  sandbox.payer.scan(paymentId, { name: 'Anke', iban: 'NL91ABNA0417164300' });
  sandbox.payer.confirm(paymentId);
  sandbox.engine.settle(paymentId);
  await app.till.keyboard.press('F3');
  await Promise.all([ends(app, 'Paid', 'Paid'), reads(app.display, 'Thank you, Anke!')]);
  await reads(app.till, /^Yes: €\s6,80 paid at \d\d:\d\d:\d\d by Anke\.$/);
});

function statusAtService(): string | undefined {
  return shop.sandbox.engine.store.payments.get(shop.newest())?.status;
}
