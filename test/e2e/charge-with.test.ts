import { afterAll, beforeAll, expect, test } from 'vitest';
import { playPayer } from '../../tools/demo/payer.ts';
import {
  amountOn,
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
  shop = await openShop({
    sandbox: { picks: { staticQrDeeplink: 'pos' } },
    provisioning: { managerPin: '471147', till: { chargeWith: 'payment', sticker: true } },
  });
});
afterAll(() => shop.close());

test('a till that charges with a code for each payment shows that code on the display, another each time', async () => {
  const { app } = shop;
  const codes: string[] = [];
  for (const amount of ['12,50', '3,10']) {
    await charge(app, amount);
    const code = await readQr(app.display);
    codes.push(code);
    expect(new URL(code).pathname).toContain(shop.newest());
    expect(newestPayment()).toMatchObject({ channel: 'ONLINE', status: 'PENDING' });
    expect(newestPayment()?.posId).toBeUndefined();
    await playPayer(code, 'scan');
    await playPayer(code, 'confirm');
    shop.sandbox.engine.settle(shop.newest());
    await ends(app, 'Paid', 'Paid');
    await newSale(app);
  }
  expect(new Set(codes).size).toBe(2);
});

test("a manager changes it in Settings: the POS's own code hangs on the counter, the display has amount and state only", async () => {
  const { app } = shop;
  const { till, display } = app;
  await till.getByRole('link', { name: 'Settings' }).click();
  await till.getByLabel('Manager PIN').fill('471147');
  await till.getByRole('button', { name: 'Unlock' }).click();
  const sticker = till.getByRole('switch', { name: 'The code hangs on the counter' });
  await sticker.waitFor();
  await expectPage(sticker).toBeDisabled();
  await till.getByText("This till's own code", { exact: true }).click();
  // A setting of the till's own code shows again when that code is chosen.
  await expectPage(sticker).toBeChecked();
  await till.getByRole('button', { name: 'Save' }).click();
  await reads(till, 'Saved.');
  await till.getByRole('link', { name: 'Sale' }).click();

  await till.getByRole('button', { name: 'Charge', exact: true }).waitFor();
  await till.keyboard.type('8,20');
  await till.keyboard.press('Enter');
  await shows(display, 'Scan to pay');
  await reads(display, 'Scan the code on the counter with your payment app.');
  await expect.poll(() => amountOn(display)).toBe('€ 8,20');
  await expectPage(display.getByRole('img', { name: 'Payment QR code' })).toHaveCount(0);
  expect(newestPayment()).toMatchObject({ channel: 'INSTORE', posId: 'TILL42' });

  const onTheCounter = `${shop.sandbox.baseUrl}/pay/pos/${shop.sandbox.profile.profileId}/TILL42`;
  await playPayer(onTheCounter, 'scan');
  await Promise.all([shows(till, 'Scanned'), shows(display, 'Scanned')]);
  await playPayer(onTheCounter, 'confirm');
  shop.sandbox.engine.settle(shop.newest());
  await ends(app, 'Paid', 'Paid');
  await newSale(app);
});

function newestPayment() {
  return shop.sandbox.engine.store.payments.get(shop.newest());
}
