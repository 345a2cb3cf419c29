import { afterAll, beforeAll, expect, test } from 'vitest';
import { charge, ends, expectPage, newSale, openShop, reads, type Shop } from './harness/index.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop({ provisioning: { managerPin: '471147', till: { chargeWith: 'payment', sticker: false } } });
});
afterAll(() => shop.close());

const service = () => shop.app.till.getByRole('status', { name: 'Payment service' });
const park = () => shop.app.till.getByRole('button', { name: 'Park it, new sale' });
const parked = () => shop.app.till.getByRole('link', { name: 'Parked' });

test('a till that nobody uses sees by itself that the service is gone, and that it is back', async () => {
  const { app, sandbox } = shop;
  await app.till.getByRole('button', { name: 'Charge', exact: true }).waitFor();
  await service().filter({ hasText: 'online' }).waitFor();
  await sandbox.faults.goDown();
  await service().filter({ hasText: 'offline' }).waitFor();
  await reads(app.till, 'No connection to the payment service.');
  await sandbox.faults.comeUp();
  await service().filter({ hasText: 'online' }).waitFor();
  await expectPage(app.till.getByText('No connection to the payment service.')).toHaveCount(0);
});

test('a payment of unknown outcome is parked, the next customer pays, and the first is told as paid after all', async () => {
  const { app, sandbox } = shop;
  await charge(app, '12,50');
  const first = shop.newest();
  const refused = sandbox.faults.inject({ operation: 'readPayment', kind: 'status', status: 404, times: 0 });
  await app.till.getByRole('heading', { name: 'Unknown', exact: true }).waitFor();
  await park().click();
  await parked().waitFor();
  sandbox.faults.remove(refused);

  await parked().click();
  await reads(app.till, 'The till keeps asking while you serve other customers');
  await app.till.getByRole('link', { name: 'Sale' }).click();
  await charge(app, '3,00');
  shop.pay();
  await ends(app, 'Paid', 'Paid');
  await expectPage(parked()).toHaveCount(1);

  shop.pay(first);
  const alarm = app.till.getByRole('dialog', { name: 'Paid after all' });
  await alarm.waitFor({ timeout: 60_000 });
  await expectPage(alarm).toContainText('12,50');
  await alarm.getByRole('button', { name: 'Understood' }).click();
  await app.till.getByRole('heading', { name: 'Paid', exact: true }).waitFor();
  await expectPage(app.till.locator('[data-place="amount"]')).toContainText('3,00');
  await expectPage(parked()).toHaveCount(0);
  await newSale(app);
});

test('a parked payment that is not paid ends with a notice, and the keypad stays', async () => {
  const { app, sandbox } = shop;
  await charge(app, '7,00');
  const refused = sandbox.faults.inject({ operation: 'readPayment', kind: 'status', status: 404, times: 0 });
  await app.till.getByRole('heading', { name: 'Unknown', exact: true }).waitFor();
  await park().click();
  await parked().click();
  sandbox.faults.remove(refused);
  await app.till.getByRole('button', { name: 'Cancel payment' }).click();
  await app.till.getByRole('button', { name: 'Press again: cancel payment' }).click();
  await reads(app.till, /The parked payment \S+ of €\s7,00 was cancelled\. No money moved\./);
  await app.till.getByRole('link', { name: 'Sale' }).click();
  await app.till.getByRole('button', { name: 'Charge', exact: true }).waitFor();
  await app.till.getByRole('button', { name: 'Understood' }).click();
  await expect.poll(() => app.till.getByText('The parked payment').count()).toBe(0);
});
