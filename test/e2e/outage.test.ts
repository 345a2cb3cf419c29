import { afterAll, beforeAll, expect, test } from 'vitest';
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
  shop = await openShop();
});
afterAll(() => shop.close());

test('the service goes down in the middle of a sale and comes back: the till says so, keeps the sale, follows it to Paid', async () => {
  const { app, sandbox } = shop;
  await charge(app, '12,50');
  await sandbox.faults.goDown();
  await reads(
    app.till,
    'No connection to the payment service. The payment is kept, and the till keeps trying by itself.',
  );
  await app.till.getByRole('status', { name: 'Payment service' }).filter({ hasText: 'offline' }).waitFor();
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

test('the answer to Charge is lost: the till looks the payment up by its reference and charges only once', async () => {
  const { app, sandbox } = shop;
  const before = sandbox.engine.store.payments.size;
  sandbox.faults.inject({ operation: 'createStaticQrPayment', kind: 'reset-after' });
  await charge(app, '3,35');
  expect(sandbox.engine.store.payments.size).toBe(before + 1);
  shop.pay();
  await ends(app, 'Paid', 'Paid');
  await newSale(app);
});

test('the till is killed while a customer pays: started again, it shows the sale and follows it to Paid', async () => {
  await charge(shop.app, '12,50');
  const made = shop.sandbox.engine.store.payments.size;
  const code = await readQr(shop.app.display);
  await shop.restart('kill');
  await Promise.all([shows(shop.app.till, 'Waiting'), shows(shop.app.display, 'Scan to pay')]);
  await expect.poll(() => readQr(shop.app.display)).toBe(code);
  await expect.poll(() => amountOn(shop.app.till)).toBe('€ 12,50');
  shop.pay();
  await ends(shop.app, 'Paid', 'Paid');
  expect(shop.sandbox.engine.store.payments.size).toBe(made);
  await newSale(shop.app);
});

test('the till is killed before the service answered the charge: it finds the payment again and does not charge twice', async () => {
  const { sandbox } = shop;
  const before = sandbox.engine.store.payments.size;
  sandbox.faults.inject({ operation: 'createStaticQrPayment', kind: 'stall-headers' });
  await shop.app.till.keyboard.type('9,90');
  await shop.app.till.keyboard.press('Enter');
  await expect.poll(() => sandbox.engine.store.payments.size).toBe(before + 1);
  await shop.restart('kill');
  await shop.app.display.getByRole('img', { name: 'Payment QR code' }).waitFor();
  expect(sandbox.engine.store.payments.size).toBe(before + 1);
  shop.pay();
  await ends(shop.app, 'Paid', 'Paid');
  await newSale(shop.app);
});

test('a cancelled sale turns out paid while the till was off: started again, it raises the alarm', async () => {
  await charge(shop.app, '7,15');
  const paymentId = shop.newest();
  await cancelPayment(shop.app);
  await ends(shop.app, 'Cancelled', 'Cancelled');
  await newSale(shop.app);
  const record = shop.sandbox.engine.store.payments.get(paymentId);
  Object.assign(record ?? {}, { status: 'SUCCEEDED', succeededAt: Date.now() });
  await shop.restart('kill');

  const alarm = shop.app.till.getByRole('dialog', { name: 'Paid after all' });
  await alarm.waitFor();
  await reads(alarm, /^€\s7,15$/);
  await alarm.getByRole('button', { name: 'Understood' }).click();
  await alarm.waitFor({ state: 'hidden' });
});
