import { expect, test } from 'vitest';
import { playPayer } from '../../tools/demo/payer.ts';
import {
  amountOn,
  charge,
  drawn,
  ends,
  enter,
  expectPage,
  givenShop,
  newSale,
  PIN,
  readQr,
  reads,
  shows,
  unlocks,
} from './harness/index.ts';

const shop = givenShop({
  sandbox: { picks: { staticQrDeeplink: 'pos' } },
  provisioning: { managerPin: PIN, till: { chargeWith: 'payment', sticker: true } },
});

const parked = () => shop.app.till.getByRole('link', { name: 'Parked' });

test('shows a new code for each payment', async () => {
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

test('reports a parked unknown payment as paid later', async () => {
  const { app, sandbox } = shop;
  await charge(app, '12,50');
  const first = shop.newest();
  const refused = sandbox.faults.inject({ operation: 'readPayment', kind: 'status', status: 404, times: 0 });
  await app.till.getByRole('heading', { name: 'Unknown', exact: true }).waitFor();
  await app.till.getByRole('button', { name: 'Park it, new sale' }).click();
  await parked().waitFor();
  sandbox.faults.remove(refused);

  await parked().click();
  await reads(app.till, 'The till keeps asking while you serve other customers');
  await app.till.getByRole('link', { name: 'Sale' }).click();
  await shop.sell('3,00');
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

test('shows no code when the counter has a sticker', async () => {
  const { app } = shop;
  const { till, display } = app;
  await till.getByRole('link', { name: 'Settings' }).click();
  await unlocks(app, PIN);
  const sticker = till.getByRole('switch', { name: 'The code hangs on the counter' });
  await sticker.waitFor();
  await expectPage(sticker).toBeDisabled();
  await till.getByText("This till's own code", { exact: true }).click();
  // The sticker setting is visible again when the till's own code is chosen.
  await expectPage(sticker).toBeChecked();
  await till.getByRole('button', { name: 'Save' }).click();
  await reads(till, 'Saved.');
  await till.getByRole('link', { name: 'Sale' }).click();

  await till.getByRole('button', { name: 'Charge', exact: true }).waitFor();
  await enter(till, '8,20');
  await shows(display, 'Scan to pay');
  await reads(display, 'Scan the code on the counter with your payment app.');
  await expect.poll(() => amountOn(display)).toBe('€ 8,20');
  await drawn(app);
  await expectPage(display.getByRole('img', { name: 'Payment QR code' })).toHaveCount(0);
  expect(newestPayment()).toMatchObject({ channel: 'INSTORE', posId: 'TILL42' });

  const onTheCounter = `${shop.sandbox.baseUrl}/l/1/${shop.sandbox.profile.profileId}/TILL42`;
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
