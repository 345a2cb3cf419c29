import { describe, expect, test } from 'vitest';
import { expectPage } from '../base/expect-page.ts';
import { hold } from '../e2e/harness/hands.ts';
import type { OpenWindow } from './open-windows.ts';
import { answerLater, answerWith, callsTo, refundsAsked, refusal } from './recorded-calls.ts';
import { AT, live, SALE_ID, sale, till } from './sample-snapshots.ts';
import { expectCalls, windows } from './windows.ts';

describe('refunds', () => {
  test('start with the remaining amount and refuse a cent more', async () => {
    const window = await windows.till(till({ sale: sale('paid', { refundable: 850 }) }));
    await window.page.getByRole('button', { name: 'Refund' }).click();
    const dialog = window.page.getByRole('dialog', { name: 'Refund payment' });
    const amount = dialog.getByRole('textbox', { name: 'Refund amount' });
    await expectPage(amount).toHaveValue('8,50');
    await amount.fill('8,51');
    await dialog.getByRole('button', { name: 'Confirm refund' }).click();
    await expectPage(dialog.getByText('Only €\u00a08,50 of this payment is left to refund.')).toBeVisible();
    await expect.poll(() => refundsAsked(window)).toEqual([]);
    await amount.fill('3');
    await dialog.getByRole('textbox', { name: 'Reason' }).fill('Burnt');
    await dialog.getByRole('button', { name: 'Confirm refund' }).click();
    await dialog.waitFor({ state: 'detached' });
    await expect.poll(() => refundsAsked(window)).toEqual([{ saleId: SALE_ID, amount: 300, reason: 'Burnt' }]);
  });

  test('ask for the PIN when main does', async () => {
    const answers = { 'refund.start': refusal('pin.required') };
    const window = await windows.till(till({ sale: sale('paid') }), { answers });
    await window.page.getByRole('button', { name: 'Refund' }).click();
    await window.page.getByRole('button', { name: 'Confirm refund' }).click();
    await window.page.getByLabel('Manager PIN').waitFor();
    await window.page.getByRole('button', { name: 'Confirm refund' }).click();
    await window.page.getByText('The PIN has 4 to 8 digits.').waitFor();
    expect(await refundsAsked(window)).toHaveLength(1);
  });

  test('can be retried after a temporary refusal', async () => {
    const answers = { 'refund.start': refusal('pin.keychain', { retryable: true }) };
    const window = await windows.till(till({ sale: sale('paid', { refundable: 850 }) }), { answers });
    await window.page.getByRole('button', { name: 'Refund' }).click();
    const confirm = window.page.getByRole('button', { name: 'Confirm refund' });
    await confirm.click();
    await window.page.getByText("Try again in a moment, or with a manager's PIN. Nothing was sent.").waitFor();
    const asked = { saleId: SALE_ID, amount: 850 };
    await expectPage(confirm).not.toHaveAttribute('aria-disabled', 'true');
    await confirm.click();
    await expect.poll(() => refundsAsked(window)).toEqual([asked, asked]);
    await window.page.getByRole('textbox', { name: 'Refund amount' }).fill('8');
    const less = { ...asked, amount: 800 };
    await expectPage(confirm).not.toHaveAttribute('aria-disabled', 'true');
    await confirm.click();
    await expect.poll(() => refundsAsked(window)).toEqual([asked, asked, less]);
    await expectPage(confirm).not.toHaveAttribute('aria-disabled', 'true');
    await window.page.getByLabel('Manager PIN').fill('2468');
    await confirm.click();
    await expect.poll(() => refundsAsked(window)).toEqual([asked, asked, less, { ...less, managerPin: '2468' }]);
  });

  test('show their stages', async () => {
    const refunds = [
      { refundKey: 'a', amount: 400, stage: 'refunded', at: AT },
      { refundKey: 'b', amount: 100, stage: 'unconfirmed', at: AT },
    ] as const;
    const window = await windows.till(till({ sale: sale('paid', { refunds: [...refunds], refundable: 750 }) }));
    await expectPage(window.page.getByRole('list', { name: 'Refunds' }).getByRole('listitem')).toHaveText(
      [/4,00\s+Refunded/, /1,00\s+Not confirmed yet\s[\s\S]*€\s1,00 stay reserved\. Do not give cash\./],
      { useInnerText: true },
    );
  });
});

describe('a refund that may have been made', () => {
  const refund = { refundKey: 'a', amount: 2_000, stage: 'unconfirmed', at: AT } as const;

  test('explains the uncertainty and the waiting time', async () => {
    const trouble = { code: 'service.busy', message: 'busy', retryable: true } as const;
    const refunds = [{ ...refund, trouble, waitsUntil: AT + 120_000 }];
    const window = await windows.till(till({ sale: sale('paid', { refunds }) }));
    const line = await window.page.getByRole('list', { name: 'Refunds' }).getByRole('listitem').innerText();
    expect(line).toContain(
      'The payment service may have made this refund: €\u00a020,00 stay reserved. Do not give cash.',
    );
    expect(line).toContain('The payment service asked to wait until 14:04');
  });

  test('requires a manager to decide, stating each risk', async () => {
    const refunds = [{ ...refund, unsettled: 'absent' as const }];
    const window = await windows.till(live({ role: 'cashier', sale: sale('paid', { refunds }) }));
    await window.page.getByRole('button', { name: 'Decide about this refund' }).click();
    const dialog = window.page.getByRole('dialog', { name: 'Refund without an answer' });
    await dialog.getByText('the customer then gets the money twice').waitFor();
    await dialog.getByRole('button', { name: 'Send it again' }).click();
    await expectCalls(window, 'refund.settle').toEqual([]);
    await dialog.getByLabel('Manager PIN').fill('2468');
    await dialog.getByRole('button', { name: 'Send it again' }).click();
    await dialog.waitFor({ state: 'detached' });
    await expectCalls(window, 'refund.settle').toEqual([
      { refundKey: 'a', decision: 'send-again', managerPin: '2468' },
    ]);
  });
});

const paid = () => sale('paid', { refundable: 850 });

async function openRefund(answers: Readonly<Record<string, unknown>>, snapshot = till({ sale: paid() })) {
  const window = await windows.till(snapshot, { answers });
  await window.page.getByRole('button', { name: 'Refund' }).click();
  const dialog = window.page.getByRole('dialog', { name: 'Refund payment' });
  return { window, dialog, confirm: dialog.getByRole('button', { name: 'Confirm refund' }) };
}

test('a held Enter clicks a button only once', async () => {
  const { window, confirm } = await openRefund({ 'refund.start': refusal('network.refused') });
  await confirm.focus();
  await hold(window.page, 'Enter', 12);
  await hold(window.page, ' ', 12);
  await expect.poll(() => refundsAsked(window)).toHaveLength(2);
  await confirm.press('Enter');
  await expect.poll(() => refundsAsked(window)).toHaveLength(3);
});

test('shows when the service was last asked', async () => {
  const asked = await openRefund({ 'refund.look': { at: AT, complete: true } });
  await expectPage(asked.dialog.getByText(/From the payment service, at \d/)).toBeVisible();
  expect(await callsTo(asked.window, 'refund.look')).toEqual([{ saleId: SALE_ID }]);
  await asked.window.close();
  const pending = await openRefund({ 'refund.look': 'never' });
  await expectPage(pending.dialog.getByText('Asking the payment service what has been refunded already')).toBeVisible();
  await expectPage(pending.confirm).toBeEnabled();
  await pending.window.close();
  for (const answer of [refusal('network.refused'), { at: AT, complete: false }]) {
    const failed = await openRefund({ 'refund.look': answer });
    await expectPage(failed.dialog.getByText('could not be asked what has been refunded already')).toBeVisible();
    await failed.window.close();
  }
});

test('updates the amount after a refund elsewhere', async () => {
  const { window, dialog } = await openRefund({});
  await expectPage(dialog.getByRole('textbox', { name: 'Refund amount' })).toHaveValue('8,50');
  await window.show(till({ sale: sale('paid', { refundable: 200 }) }));
  await expectPage(dialog.getByRole('textbox', { name: 'Refund amount' })).toHaveValue('2,00');
});

test('leaving withdraws the pending refund by its id', async () => {
  const { window, dialog, confirm } = await openRefund({
    'refund.start': 'never',
    'refund.take-back': { outcome: 'taken-back' },
  });
  await confirm.dblclick();
  await expectPage(dialog.getByText('Nothing has been sent yet.', { exact: false })).toBeVisible();
  await dialog.getByRole('button', { name: 'Not now' }).click();
  await dialog.waitFor({ state: 'detached' });
  const [press] = (await callsTo(window, 'refund.start')) as readonly { readonly wish: string }[];
  expect(await callsTo(window, 'refund.take-back')).toEqual([{ wish: press?.wish }]);
});

test('Escape withdraws too, and stays open when too late', async () => {
  const { window, dialog, confirm } = await openRefund({
    'refund.start': 'never',
    'refund.take-back': { outcome: 'too-late' },
  });
  await confirm.click();
  await window.page.keyboard.press('Escape');
  await expect.poll(async () => (await callsTo(window, 'refund.take-back')).length).toBe(1);
  await expectPage(dialog).toBeVisible();
});

test('a new attempt forgets the late withdrawal', async () => {
  const { window, dialog, confirm } = await openRefund({ 'refund.take-back': { outcome: 'too-late' } });
  const answer = await answerLater(window, 'refund.start');
  await confirm.click();
  await window.page.keyboard.press('Escape');
  await expectCalls(window, 'refund.take-back').toHaveLength(1);
  await answer(refusal('network.refused'));
  await expectPage(confirm).not.toHaveAttribute('aria-disabled', 'true');
  await answerWith(window, { 'refund.start': {} });
  await confirm.click();
  await dialog.waitFor({ state: 'detached' });
});

test('a pending refund from elsewhere replaces the confirmation', async () => {
  const asked = { wish: '6c5f5d5e-8c63-4ad1-9c4e-0f6d4f1f3b11', amount: 400, at: AT } as const;
  const snapshot = live({ sale: sale('paid', { refundable: 850, refundAsked: asked }) });
  const { window, dialog, confirm } = await openRefund({ 'refund.take-back': { outcome: 'taken-back' } }, snapshot);
  await expectPage(dialog.getByText(/A refund of €\s4,00 is being prepared\./)).toBeVisible();
  await expectPage(confirm).toHaveCount(0);
  await dialog.getByRole('button', { name: 'Take it back' }).click();
  await expectCalls(window, 'refund.take-back').toEqual([{ wish: asked.wish }]);
  await window.show(live({ sale: sale('paid', { refundable: 850 }) }));
  await expectPage(confirm).toBeVisible();
});

const amount = ({ page }: OpenWindow) => page.getByRole('textbox', { name: 'Refund amount' });
const confirm = ({ page }: OpenWindow) => page.getByRole('button', { name: 'Confirm refund' });

async function openWhole(refundableWithoutPin = 10_000): Promise<OpenWindow> {
  const paid = sale('paid', { amount: 5_000, refundable: 5_000, refundableWithoutPin });
  const window = await windows.till(live({ role: 'cashier', sale: paid }));
  await window.page.getByRole('button', { name: 'Refund', exact: true }).click();
  await expectPage(amount(window)).toBeFocused();
  return window;
}

async function press({ page }: OpenWindow, ...names: readonly string[]): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Refund payment' });
  for (const name of names) await dialog.getByRole('button', { name, exact: true }).click();
}

test('typing replaces the preselected whole amount', async () => {
  const window = await openWhole();
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
  const typed = await openWhole();
  await typed.page.keyboard.type('12,5');
  await expectPage(amount(typed)).toHaveValue('12,5');
});

test('the button names the amount; Enter sends nothing', async () => {
  const window = await openWhole();
  await window.page.keyboard.type('20');
  await expectPage(confirm(window)).toHaveText('Confirm refund €\u00a020,00');
  await window.page.keyboard.press('Enter');
  await expectPage(window.page.getByRole('dialog')).toBeVisible();
  expect(await refundsAsked(window)).toEqual([]);
  await confirm(window).click();
  await expect.poll(() => refundsAsked(window)).toEqual([{ saleId: SALE_ID, amount: 2_000 }]);
});

test("the keypad also enters the manager's PIN", async () => {
  const window = await openWhole(1_000);
  const pin = window.page.getByRole('textbox', { name: 'Manager PIN' });
  await pin.click();
  await expectPage(window.page.getByRole('dialog').getByRole('button', { name: 'Decimal comma' })).toBeDisabled();
  await press(window, '4', '7', '1', '1');
  await expectPage(pin).toHaveValue('4711');
  await expectPage(amount(window)).toHaveValue('50,00');
  await confirm(window).click();
  await expect.poll(() => refundsAsked(window)).toEqual([{ saleId: SALE_ID, amount: 5_000, managerPin: '4711' }]);
});

test('the dialog for managers takes its PIN from a keypad', async () => {
  const window = await windows.till(live({ role: 'cashier' }), { view: ['Settings'] });
  const dialog = window.page.getByRole('dialog', { name: 'Manager needed' });
  for (const name of ['1', '2', '3', '4', '5']) await dialog.getByRole('button', { name, exact: true }).click();
  await dialog.getByRole('button', { name: 'Backspace' }).click();
  await dialog.getByRole('button', { name: 'Unlock' }).click();
  await expectCalls(window, 'session.unlock').toEqual([{ pin: '1234' }]);
});
