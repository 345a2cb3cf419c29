import { afterAll, beforeAll, test } from 'vitest';
import { charge, ends, expectPage, newSale, openShop, reads, type Shop } from './harness/index.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop({ provisioning: { managerPin: '471147', till: { chargeWith: 'payment', sticker: false } } });
});
afterAll(() => shop.close());

const park = () => shop.app.till.getByRole('button', { name: 'Park it, new sale' });
const parked = () => shop.app.till.getByRole('link', { name: 'Parked' });

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
