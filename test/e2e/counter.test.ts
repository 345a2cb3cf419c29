import type { Locator } from '@playwright/test';
import { expect, test } from 'vitest';
import { ends, expectPage, givenShop, PIN, reads, scan, shows, snapshotOf } from './harness/index.ts';

const EAN8 = '96385074';

const shop = givenShop({
  provisioning: { managerPin: PIN, till: { chargeWith: 'static-qr', sticker: false, refundPinAbove: 5_000 } },
});

test('plays a whole sale by keyboard and barcode scanner', async () => {
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

test('finds and refunds a payment by keyboard alone', async () => {
  const { app, sandbox } = shop;
  const { keyboard } = app.till;
  await keyboard.press('F2');
  await expectPage(app.till.getByRole('searchbox', { name: 'Find a payment' })).toBeFocused();
  await keyboard.type('14,50');
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

/** Presses Tab until the element has the focus. Fails after 60 presses. */
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
