import { afterAll, beforeAll, expect, test } from 'vitest';
import { cancelPayment, ends, expectPage, newSale, openShop, reads, type Shop, shows } from './harness/index.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop.close());

test('a whole sale on the keyboard: amount, Enter, F3, and Enter for the next', async () => {
  const { app } = shop;
  const { keyboard } = app.till;
  await app.till.getByRole('button', { name: 'Charge', exact: true }).waitFor();
  await keyboard.type('12,59');
  await keyboard.press('Backspace');
  await keyboard.type('0');
  await keyboard.press('Enter');
  await Promise.all([shows(app.till, 'Waiting'), shows(app.display, 'Scan to pay')]);
  await keyboard.press('F3');
  await reads(app.till, 'Not paid as of');
  shop.pay();
  await ends(app, 'Paid', 'Paid');
  await app.till.getByRole('button', { name: 'New sale' }).and(app.till.locator(':enabled')).waitFor();
  await keyboard.press('Enter');
  await app.till.getByRole('button', { name: 'Charge', exact: true }).waitFor();
  expect(amountsCharged()).toEqual([1250]);
});

test('digits typed while the focus is on a button or a link still make the amount, and Enter charges it', async () => {
  const { till } = shop.app;
  await till.getByRole('link', { name: 'Sale' }).click();
  await till.keyboard.type('3.40');
  await expectPage(till.getByRole('textbox', { name: 'Amount' })).toHaveValue(/^3[.,]40$/);
  await till.keyboard.press('Escape');
  await expectPage(till.getByRole('textbox', { name: 'Amount' })).toHaveValue('');
  await till.keyboard.type('3,50');
  await till.keyboard.press('Enter');
  await shows(shop.app.display, 'Scan to pay');
  await cancelPayment({ till });
  await ends(shop.app, 'Cancelled', 'Cancelled');
  await newSale(shop.app);
});

test('F2 opens the payments, the arrow keys and Enter choose one, and its refund needs no mouse', async () => {
  const { app, sandbox } = shop;
  const { keyboard } = app.till;
  await keyboard.press('F2');
  await expectPage(app.till.getByRole('searchbox', { name: 'Find a payment' })).toBeFocused();
  await keyboard.type('12,50');
  // The other payment is in the list until what was typed has been looked for.
  await expectPage(app.till.getByRole('row')).toHaveCount(1);
  const row = app.till.getByRole('row').filter({ hasText: '12,50' });
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

test('Escape closes the refund without sending anything', async () => {
  const { app, sandbox } = shop;
  const { keyboard } = app.till;
  await keyboard.press('F2');
  const refund = app.till.getByRole('button', { name: 'Refund', exact: true });
  await refund.waitFor();
  await tabTo(refund);
  await keyboard.press('Enter');
  await app.till.getByRole('dialog', { name: 'Refund payment' }).waitFor();
  await keyboard.press('Escape');
  await app.till.getByRole('dialog').waitFor({ state: 'hidden' });
  expect(sandbox.engine.store.refunds.size).toBe(1);
  await keyboard.press('F2');
});

/** Presses Tab until the element has the focus. Fails after more presses than a person would make. */
async function tabTo(target: ReturnType<Shop['app']['till']['getByRole']>): Promise<void> {
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
