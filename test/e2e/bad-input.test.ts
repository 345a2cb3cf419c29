import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { expectPage, openShop, reads, type Shop } from './harness/index.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
  await shop.app.till.getByRole('status', { name: 'Payment service' }).filter({ hasText: 'online' }).waitFor();
});
beforeEach(async () => {
  await amount().fill('');
  await reference().fill('');
  await description().fill('');
});
afterAll(() => shop.close());

describe('an amount that cannot be charged has its message at the field, and nothing is sent', () => {
  test.each([
    ['left empty', '', 'Type an amount.'],
    ['zero', '0,00', 'The amount must be more than zero.'],
    ['negative', '-5', 'The amount cannot be negative. To give money back, use Refund.'],
    ['above the most', '10000000000,00', 'At most 9.999.999.999,99 can be charged at once.'],
    ['with three decimals', '1,234', 'At most two digits after the comma.'],
    ['with words', '12 euros', '“e” does not belong in an amount. Type it like 12,50.'],
    ['with mixed separators', '1,2.3,4', 'The commas and points are in the wrong places.'],
  ])('%s', async (_name, text, message) => {
    await amount().fill(text);
    await refusesToCharge(message);
    await expectPage(amount()).toHaveAttribute('aria-invalid', 'true');
    await expectPage(amount()).toHaveValue(text);
  });

  test('pasted from somewhere else', async () => {
    await amount().focus();
    await shop.app.till.evaluate(() => document.execCommand('insertText', false, 'total: € 12.50\n'));
    await refusesToCharge('does not belong in an amount');
  });
});

test('an amount pasted as a spreadsheet writes it is read, not refused', async () => {
  await amount().focus();
  await shop.app.till.evaluate(() => document.execCommand('insertText', false, ' € 1.234,50 '));
  // Only the reference is refused.
  await reference().fill('Tafel 🥐 4');
  await refusesToCharge('The character “🥐” cannot be used here. Leave it out.');
  await expectPage(amount()).not.toHaveAttribute('aria-invalid', 'true');
});

test('a reference with an emoji is refused, naming the character, and nothing is sent', async () => {
  await amount().fill('5');
  await reference().fill('Tafel 🥐 4');
  await refusesToCharge('The character “🥐” cannot be used here. Leave it out.');
  await expectPage(reference()).toHaveAttribute('aria-invalid', 'true');
});

test('a reference of 36 characters is refused, naming the limit; nothing typed is taken away', async () => {
  await amount().fill('5');
  await reference().fill('R'.repeat(36));
  await refusesToCharge('At most 35 characters; this has 36.');
  await expectPage(reference()).toHaveValue('R'.repeat(36));
});

test('a description that is too long or has a character outside the SEPA set is refused at its field', async () => {
  await amount().fill('5');
  await description().fill('d'.repeat(141));
  await refusesToCharge('At most 140 characters; this has 141.');
  await description().fill('寿司');
  await refusesToCharge('The character “寿” cannot be used here. Leave it out.');
  await expectPage(description()).toHaveAttribute('aria-invalid', 'true');
});

test('what main refuses is refused too when a window does not check: no sale begins', async () => {
  const calls = shop.callsSeen();
  const answers = await shop.app.till.evaluate(() =>
    Promise.all(
      [0, -1, 1.5, 1_000_000_000_000, Number.NaN, '12'].map((cents) =>
        window.tillmate.call('sale.start', { amount: cents as number }),
      ),
    ),
  );
  expect(answers.map((answer) => answer.ok)).toEqual([false, false, false, false, false, false]);
  expect(answers.map((answer) => !answer.ok && answer.error.field)).toEqual(Array(6).fill('amount'));
  expect(shop.callsSeen()).toBe(calls);
});

const amount = () => shop.app.till.getByRole('textbox', { name: 'Amount' });
const reference = () => shop.app.till.getByRole('textbox', { name: 'Reference' });
const description = () => shop.app.till.getByRole('textbox', { name: 'Description' });

async function refusesToCharge(message: string): Promise<void> {
  const calls = shop.callsSeen();
  await shop.app.till.getByRole('button', { name: 'Charge', exact: true }).click();
  await reads(shop.app.till.locator('[id$="-message"]'), message);
  expect(shop.callsSeen()).toBe(calls);
  expect(shop.sandbox.engine.store.payments.size).toBe(0);
}
