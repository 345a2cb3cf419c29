import type { Locator } from '@playwright/test';
import { expect, test } from 'vitest';
import { drawn, ends, expectPage, givenShop, newSale, PIN, reads, scan, shows, snapshotOf } from './harness/index.ts';

const EAN8 = '96385074';

const shop = givenShop({
  provisioning: { managerPin: PIN, till: { chargeWith: 'static-qr', sticker: false, refundPinAbove: 5_000 } },
});

test('a whole sale on the keyboard: a barcode that names it and charges nothing, amount, Enter, F3, Enter for the next', async () => {
  const { app } = shop;
  const { keyboard } = app.till;
  await app.till.getByRole('button', { name: 'Charge', exact: true }).waitFor();
  await scan(app.till, EAN8, 'Enter');
  await reads(app.till, `Scanned: ${EAN8}. It is the reference of this sale now.`);
  expect(amountsCharged()).toEqual([]);
  await keyboard.type('14,59');
  await keyboard.press('Backspace');
  await keyboard.type('0');
  await keyboard.press('Enter');
  await Promise.all([shows(app.till, 'Waiting'), shows(app.display, 'Scan to pay')]);
  expect(await snapshotOf(app)).toMatchObject({ sale: { amount: 1_450, reference: EAN8 } });
  await keyboard.press('F3');
  await reads(app.till, 'Not paid as of');
  shop.pay();
  await ends(app, 'Paid', 'Paid');
  await app.till.getByRole('button', { name: 'New sale' }).and(app.till.locator(':enabled')).waitFor();
  await keyboard.press('Enter');
  await app.till.getByRole('button', { name: 'Charge', exact: true }).waitFor();
  expect(amountsCharged()).toEqual([1450]);
});

test('F2 opens the payments, the arrow keys and Enter choose one, and its refund needs no mouse', async () => {
  const { app, sandbox } = shop;
  const { keyboard } = app.till;
  await keyboard.press('F2');
  await expectPage(app.till.getByRole('searchbox', { name: 'Find a payment' })).toBeFocused();
  await keyboard.type('14,50');
  // The other payment is in the list until what was typed has been looked for.
  await expectPage(app.till.getByRole('row')).toHaveCount(1);
  const row = app.till.getByRole('row').filter({ hasText: '14,50' });
  await tabTo(row);
  await keyboard.press('Enter');
  await tabTo(app.till.getByRole('button', { name: 'Refund', exact: true }));
  await keyboard.press('Enter');

  const amount = app.till.getByRole('textbox', { name: 'Refund amount' });
  await amount.and(app.till.locator(':focus')).waitFor();
  await keyboard.press('Control+A');
  await keyboard.type('2,50');
  await keyboard.press('Tab');
  await keyboard.type('Broken cup');
  await keyboard.press('Enter');
  await app.till.getByRole('dialog').waitFor({ state: 'hidden' });
  await expect.poll(() => [...sandbox.engine.store.refunds.values()].map(({ amount }) => amount)).toEqual([250]);

  await keyboard.press('F2');
  await app.till.getByRole('button', { name: 'Charge', exact: true }).waitFor();
});

test('part of a payment goes back, then one cent more than the rest is refused at the field, then the rest goes back', async () => {
  const { app } = shop;
  await shop.sell('12,50');
  const before = refunds();

  await refund('4,20', 'The cake came back');
  settleRefund();
  await Promise.all([
    reads(app.till, /Refunded/),
    reads(app.display, /€\s4,20 of the €\s12,50 you paid has gone back/),
  ]);

  const dialog = await openDialog();
  await reads(dialog, /€\s12,50 was paid; €\s8,30 of it can be refunded\./);
  await amountBox().fill('8,31');
  await reads(dialog, /^Only €\s8,30 of this payment is left to refund\.$/);
  // A paid sale is read on for a while, so only what a refund asks counts: by faults without a delay.
  const { faults } = shop.sandbox;
  const asks = (['listRefunds', 'createRefund'] as const).map((operation) =>
    faults.inject({ operation, kind: 'latency', ms: 0, times: 0 }),
  );
  await dialog.getByRole('button', { name: 'Confirm refund' }).click();
  await reads(dialog, /^Only €\s8,30 of this payment is left to refund\.$/);
  await drawn(app);
  expect(refunds()).toEqual([...before, 420]);
  expect(faults.list().filter(({ id, met }) => asks.includes(id) && met > 0)).toEqual([]);

  await amountBox().fill('8,30');
  await confirm(dialog);
  await expect.poll(refunds).toEqual([...before, 420, 830]);
  settleRefund();
  await app.till.getByRole('button', { name: 'Refund', exact: true }).waitFor({ state: 'hidden' });
  await newSale(app);
});

test("a refund above the shop's limit asks for the manager's PIN, and a wrong one moves nothing", async () => {
  const { app } = shop;
  await shop.sell('80');
  const before = refunds().length;
  const dialog = await openDialog();
  const pin = dialog.getByLabel('Manager PIN');
  await pin.fill('0000');
  await dialog.getByRole('button', { name: 'Confirm refund' }).click();
  await reads(dialog, 'The PIN is not right. Try again.');
  expect(refunds()).toHaveLength(before);
  await pin.fill(PIN);
  await dialog.getByRole('button', { name: 'Confirm refund' }).click();
  await dialog.waitFor({ state: 'hidden' });
  await expect.poll(refunds).toHaveLength(before + 1);
  settleRefund();
  await reads(app.till, 'Refunded');
  await newSale(app);
});

/** Presses Tab until the element has the focus. Fails after more presses than a person would make. */
async function tabTo(target: Locator): Promise<void> {
  await target.waitFor();
  for (let presses = 0; presses < 60; presses += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await shop.app.till.keyboard.press('Tab');
  }
  throw new Error('The Tab key does not lead there.');
}

function amountsCharged(): number[] {
  return [...shop.sandbox.engine.store.payments.values()].map(({ amount }) => amount);
}

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

/** A busy machine's keychain may take more than five seconds: then it is pressed again, as the till says to. */
async function confirm(dialog: Locator): Promise<void> {
  const button = dialog.getByRole('button', { name: 'Confirm refund' });
  const pressAgain = async () => {
    if (await dialog.getByText('Try again in a moment').isVisible()) await button.click();
    return dialog.isHidden();
  };
  await button.click();
  await expect.poll(pressAgain, { interval: 500, timeout: 60_000 }).toBe(true);
}

function settleRefund(): void {
  const refundId = [...shop.sandbox.engine.store.refunds.keys()].at(-1);
  if (refundId === undefined) throw new Error('The service has no refund yet.');
  shop.sandbox.engine.endRefund(refundId, 'REFUNDED');
}

/** Amounts of every refund at the service in cents, the newest last. */
function refunds(): number[] {
  return [...shop.sandbox.engine.store.refunds.values()].map(({ amount }) => amount);
}
