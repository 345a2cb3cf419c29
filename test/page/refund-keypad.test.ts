import { expect, test } from 'vitest';
import { expectPage } from '../base/expect-page.ts';
import type { OpenWindow } from './open-windows.ts';
import { callsTo, refundsAsked } from './recorded-calls.ts';
import { live, SALE_ID, sale } from './sample-snapshots.ts';
import { windows } from './windows.ts';

const amount = ({ page }: OpenWindow) => page.getByRole('textbox', { name: 'Refund amount' });
const confirm = ({ page }: OpenWindow) => page.getByRole('button', { name: 'Confirm refund' });

async function openRefund(refundableWithoutPin = 10_000): Promise<OpenWindow> {
  const paid = sale('paid', { amount: 5_000, refundable: 5_000, refundableWithoutPin });
  const window = await windows.till(live({ role: 'cashier', sale: paid }));
  await window.page.getByRole('button', { name: 'Refund', exact: true }).click();
  await expectPage(amount(window)).toBeFocused();
  return window;
}

/** Presses keys of the keypad in the dialog, by their names. */
async function press({ page }: OpenWindow, ...names: readonly string[]): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Refund payment' });
  for (const name of names) await dialog.getByRole('button', { name, exact: true }).click();
}

test('the whole amount is selected: what is typed or pressed first replaces it, and the rest follows', async () => {
  const window = await openRefund();
  await expectPage(amount(window)).toHaveValue('50,00');
  await press(window, '2', '0');
  await expectPage(amount(window)).toHaveValue('20');
  await press(window, 'Decimal comma', '5', '00');
  await expectPage(amount(window)).toHaveValue('20,500');
  await press(window, 'Backspace');
  await expectPage(amount(window)).toHaveValue('20,50');
  await expectPage(amount(window)).toBeFocused();
  await press(window, 'Clear', '7');
  await expectPage(amount(window)).toHaveValue('7');
  await window.close();
  const typed = await openRefund();
  await typed.page.keyboard.type('12,5');
  await expectPage(amount(typed)).toHaveValue('12,5');
});

test('the button says how much goes back, and Enter in the amount sends nothing', async () => {
  const window = await openRefund();
  await window.page.keyboard.type('20');
  await expectPage(confirm(window)).toHaveText('Refund €\u00a020,00');
  await window.page.keyboard.press('Enter');
  await expectPage(window.page.getByRole('dialog')).toBeVisible();
  expect(await refundsAsked(window)).toEqual([]);
  await confirm(window).click();
  await expect.poll(() => refundsAsked(window)).toEqual([{ saleId: SALE_ID, amount: 2_000 }]);
});

test("the manager's PIN is pressed on the same keypad, digits only", async () => {
  const window = await openRefund(1_000);
  const pin = window.page.getByRole('textbox', { name: 'Manager PIN' });
  await pin.click();
  await expectPage(window.page.getByRole('dialog').getByRole('button', { name: 'Decimal comma' })).toBeDisabled();
  await press(window, '4', '7', '1', '1');
  await expectPage(pin).toHaveValue('4711');
  await expectPage(amount(window)).toHaveValue('50,00');
  await confirm(window).click();
  await expect.poll(() => refundsAsked(window)).toEqual([{ saleId: SALE_ID, amount: 5_000, managerPin: '4711' }]);
});

test('the dialog before a view for managers takes its PIN from a keypad too', async () => {
  const window = await windows.till(live({ role: 'cashier' }), { view: ['Settings'] });
  const dialog = window.page.getByRole('dialog', { name: 'Manager needed' });
  for (const name of ['1', '2', '3', '4', '5']) await dialog.getByRole('button', { name, exact: true }).click();
  await dialog.getByRole('button', { name: 'Backspace' }).click();
  await dialog.getByRole('button', { name: 'Unlock' }).click();
  await expect.poll(() => callsTo(window, 'session.unlock')).toEqual([{ pin: '1234' }]);
});
