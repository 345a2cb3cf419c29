import type { Locator } from '@playwright/test';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { charge, ends, expectPage, newSale, openShop, reads, type Shop } from './harness/index.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop({
    provisioning: { managerPin: '471147', till: { chargeWith: 'static-qr', sticker: false, refundPinAbove: 5_000 } },
  });
});
afterAll(() => shop.close());

test('part of a payment goes back, then one cent more than the rest is refused at the field, then the rest goes back', async () => {
  const { app } = shop;
  await charge(app, '12,50');
  shop.pay();
  await ends(app, 'Paid', 'Paid');

  await refund('4,20', 'The cake came back');
  settleRefund('REFUNDED');
  await Promise.all([
    reads(app.till, /Refunded/),
    reads(app.display, /€\s4,20 of the €\s12,50 you paid has gone back/),
  ]);

  const dialog = await openDialog();
  await reads(dialog, /€\s12,50 was paid; €\s8,30 of it can be refunded\./);
  await amountBox().fill('8,31');
  await reads(dialog, /^Only €\s8,30 of this payment is left to refund\.$/);
  const before = shop.callsSeen();
  await dialog.getByRole('button', { name: 'Confirm refund' }).click();
  await reads(dialog, /^Only €\s8,30 of this payment is left to refund\.$/);
  expect(shop.sandbox.engine.store.refunds.size).toBe(1);
  expect(shop.callsSeen()).toBe(before);

  await amountBox().fill('8,30');
  await confirm(dialog);
  await expect.poll(() => shop.sandbox.engine.store.refunds.size).toBe(2);
  settleRefund('REFUNDED');
  await app.till.getByRole('button', { name: 'Refund', exact: true }).waitFor({ state: 'hidden' });
  expect(refunds()).toEqual([420, 830]);
  await newSale(app);
});

test("a refund above the shop's limit asks for the manager's PIN, and a wrong one moves nothing", async () => {
  const { app } = shop;
  await charge(app, '80');
  shop.pay();
  await ends(app, 'Paid', 'Paid');
  const before = refunds().length;
  const dialog = await openDialog();
  const pin = dialog.getByLabel('Manager PIN');
  await pin.fill('0000');
  await dialog.getByRole('button', { name: 'Confirm refund' }).click();
  await reads(dialog, 'The PIN is not right. Try again.');
  expect(refunds()).toHaveLength(before);
  await pin.fill('471147');
  await dialog.getByRole('button', { name: 'Confirm refund' }).click();
  await dialog.waitFor({ state: 'hidden' });
  await expect.poll(refunds).toHaveLength(before + 1);
  settleRefund('REFUNDED');
  await reads(app.till, 'Refunded');
  await newSale(app);
});

test('the service goes away after it refunded: the till sends the same refund again, and money moves once', async () => {
  const { app, sandbox } = shop;
  await charge(app, '7,70');
  shop.pay();
  await ends(app, 'Paid', 'Paid');
  const before = refunds().length;
  sandbox.faults.inject({ operation: 'createRefund', kind: 'reset-after' });
  await refund('7,70', 'Sent twice');
  await expect.poll(refunds).toHaveLength(before + 1);
  settleRefund('REFUNDED');
  await reads(app.till, 'Refunded');
  expect(refunds()).toHaveLength(before + 1);
  await newSale(app);
});

test('a service takes two seconds for each answer: left while it is prepared and confirmed again, a refund goes out once', async () => {
  const { app } = shop;
  await charge(app, '30');
  shop.pay();
  await ends(app, 'Paid', 'Paid');
  const before = refunds();
  const dialog = await openDialog();
  const quick = slow();
  await amountBox().fill('10');
  await dialog.getByRole('button', { name: 'Confirm refund' }).click();
  await reads(dialog, 'Nothing has been sent yet.');
  await dialog.getByRole('button', { name: 'Not now' }).click();
  await dialog.waitFor({ state: 'hidden' });
  const again = await openDialog();
  await amountBox().fill('10');
  await again.getByRole('button', { name: 'Confirm refund' }).click();
  await again.waitFor({ state: 'hidden' });
  await expect.poll(refunds).toEqual([...before, 1_000]);
  quick();
  await newSale(app);
});

test('what another till has refunded is said when the dialog opens, and nothing is left to confirm', async () => {
  const { app, sandbox } = shop;
  await charge(app, '32');
  shop.pay();
  await ends(app, 'Paid', 'Paid');
  const caller = sandbox.engine.signer(sandbox.profile.profileId);
  if (caller === undefined) throw new Error('The profile is not there.');
  const params = { 'payment-id': shop.newest() };
  const body = { amount: 3_200, currency: 'EUR' };
  sandbox.engine.handle({ caller, operation: 'createRefund', params, idempotencyKey: 'other till', body });
  sandbox.engine.endRefund([...sandbox.engine.store.refunds.keys()].at(-1) ?? '', 'REFUNDED');
  const quick = slow();
  await app.till.getByRole('button', { name: 'Refund', exact: true }).click();
  const dialog = app.till.getByRole('dialog', { name: 'Refund payment' });
  await reads(dialog, 'Asking the payment service what went back already');
  await reads(dialog, /€\s0,00 of it can be refunded/);
  quick();
  await dialog.getByRole('button', { name: 'Not now' }).click();
  await newSale(app);
});

async function openDialog() {
  await shop.app.till.getByRole('button', { name: 'Refund', exact: true }).click();
  const dialog = shop.app.till.getByRole('dialog', { name: 'Refund payment' });
  await expectPage(amountBox()).toBeFocused();
  return dialog;
}

function amountBox() {
  return shop.app.till.getByRole('textbox', { name: 'Refund amount' });
}

async function refund(amount: string, reason: string): Promise<void> {
  const before = refunds().length;
  const dialog = await openDialog();
  await amountBox().fill(amount);
  await dialog.getByRole('textbox', { name: 'Reason' }).fill(reason);
  await confirm(dialog);
  await expect.poll(refunds).toHaveLength(before + 1);
}

/** Without a PIN. A busy machine's keychain may take more than five seconds: then it is pressed again, as the till says to. */
async function confirm(dialog: Locator): Promise<void> {
  const button = dialog.getByRole('button', { name: 'Confirm refund' });
  const pressAgain = async () => {
    if (await dialog.getByText('Try again in a moment').isVisible()) await button.click();
    return dialog.isHidden();
  };
  await button.click();
  await expect.poll(pressAgain, { interval: 500, timeout: 60_000 }).toBe(true);
}

/** Ends the newest refund at the service. */
function settleRefund(status: 'REFUNDED' | 'FAILED'): void {
  const refundId = [...shop.sandbox.engine.store.refunds.keys()].at(-1);
  if (refundId === undefined) throw new Error('The service has no refund yet.');
  shop.sandbox.engine.endRefund(refundId, status);
}

/** Amounts of every refund at the service in cents, the newest last. */
function refunds(): number[] {
  return [...shop.sandbox.engine.store.refunds.values()].map(({ amount }) => amount);
}

/** Each answer about a refund takes two seconds, until what this returns is called. */
function slow(): () => void {
  const ids = (['readPayment', 'listRefunds', 'createRefund'] as const).map((operation) =>
    shop.sandbox.faults.inject({ operation, kind: 'latency', ms: 2_000, times: 0 }),
  );
  return () => {
    for (const id of ids) shop.sandbox.faults.remove(id);
  };
}
