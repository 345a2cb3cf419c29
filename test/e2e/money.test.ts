import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  amountOn,
  cancelPayment,
  charge,
  ends,
  expectPage,
  newSale,
  openShop,
  reads,
  type Shop,
  scan,
  settingsPart,
  snapshotOf,
} from './harness/index.ts';

const EAN8 = '96385074';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop({ provisioning: { managerPin: '471147' } });
});
afterAll(() => shop.close());

const patiently = { timeout: 30_000 };
const payments = () => shop.sandbox.engine.store.payments.size;

test('a barcode that is scanned with nothing typed charges nothing, and names the next sale', async () => {
  const { app } = shop;
  await app.till.getByRole('button', { name: 'Charge', exact: true }).waitFor();
  await scan(app.till, EAN8, 'Enter');
  await reads(app.till, `Scanned: ${EAN8}. It is the reference of this sale now.`);
  expect(payments()).toBe(0);
  await charge(app, '12,50');
  expect(await snapshotOf(app)).toMatchObject({ sale: { amount: 1_250, reference: EAN8 } });
  shop.pay();
  await ends(app, 'Paid', 'Paid');
  await scan(app.till, '4006381333931', 'Enter');
  await reads(app.till, 'It is the reference of the next sale.');
  await app.till.getByRole('heading', { name: 'Paid' }).waitFor();
  await newSale(app);
  expect(payments()).toBe(1);
  const reference = app.till.getByRole('textbox', { name: 'Reference' });
  await reference.fill('');
  await reference.blur();
});

test('the same digits typed by hand take a manager, whose PIN charges them', async () => {
  const { app } = shop;
  await app.till.keyboard.type(EAN8);
  await app.till.keyboard.press('Enter');
  await reads(app.till, '€ 96.385.074,00 is more than the € 2.500,00 that this till takes at once.');
  await expectPage(app.till.getByLabel('Manager PIN')).toBeFocused();
  await app.till.keyboard.press('Enter');
  await reads(app.till, 'The PIN has 4 to 8 digits.');
  await app.till.keyboard.type('1111');
  await app.till.keyboard.press('Enter');
  await reads(app.till, 'The PIN is not right. Try again.');
  expect(payments()).toBe(1);
  await app.till.keyboard.type('471147');
  await app.till.keyboard.press('Enter');
  await expect.poll(() => amountOn(app.display), patiently).toBe('€ 96.385.074,00');
  await cancelPayment(app);
  await ends(app, 'Cancelled', 'Cancelled');
  await newSale(app);
});

test('after ten paid sales more than ten times the usual one is asked about', async () => {
  const { app } = shop;
  for (let sales = 1; sales < 10; sales += 1) {
    const started = await app.till.evaluate(() => window.tillmate.call('sale.start', { amount: 1_250 }));
    if (!started.ok) throw new Error(started.error.message);
    const { saleId } = started.value;
    await expect.poll(async () => (await snapshotOf(app)).sale?.stage, patiently).toBe('waiting');
    shop.pay();
    await expect.poll(async () => (await snapshotOf(app)).sale?.stage, patiently).toBe('paid');
    await app.till.evaluate((id) => window.tillmate.call('sale.dismiss', { saleId: id }), saleId);
  }
  const before = payments();
  await app.till.getByRole('button', { name: 'Charge', exact: true }).waitFor();
  await app.till.keyboard.type('962');
  for (let presses = 0; presses < 3; presses += 1) await app.till.keyboard.press('Enter');
  await reads(app.till, '€ 962,00 is more than 10 times a usual sale. Charge it?');
  expect(payments()).toBe(before);
  await app.till.getByRole('button', { name: 'Charge €\u00a0962,00' }).click();
  await expect.poll(() => amountOn(app.display), patiently).toBe('€ 962,00');
  await cancelPayment(app);
  await ends(app, 'Cancelled', 'Cancelled');
  await newSale(app);
});

test('a manager sets quick amounts and cents first; both hold at once, and over a restart', async () => {
  const { till } = shop.app;
  await till.getByRole('link', { name: 'Settings' }).click();
  await till.getByLabel('Manager PIN').fill('471147');
  await till.getByRole('button', { name: 'Unlock' }).click();
  await settingsPart(shop.app, 'Money and limits');
  await till.getByText('Cents first: 1250').click();
  await till.getByLabel('Quick amounts').fill('2,50 5');
  await till.getByRole('button', { name: 'Save' }).click();
  await reads(till, 'Saved.');
  await till.getByRole('link', { name: 'Sale', exact: true }).click();
  await till.getByRole('group', { name: 'Quick amounts' }).getByRole('button', { name: '€\u00a05,00' }).click();
  await expectPage(till.getByRole('textbox', { name: 'Amount' })).toHaveValue('5,00');
  await shop.restart('quit');
  const after = shop.app.till;
  await reads(after, 'Cents first');
  await after.keyboard.type('725');
  await expectPage(after.getByRole('textbox', { name: 'Amount' })).toHaveValue('7,25');
  await after.keyboard.press('Enter');
  await expect.poll(() => amountOn(shop.app.display), patiently).toBe('€ 7,25');
});
