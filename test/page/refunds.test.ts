import { describe, expect, test } from 'vitest';
import { expectPage } from '../base/expect-page.ts';
import { callsTo, refundsAsked, refusal } from './recorded-calls.ts';
import { AT, live, SALE_ID, sale, till } from './sample-snapshots.ts';
import { windows } from './windows.ts';

describe('refunds', () => {
  test('what is left is filled in; one cent more is refused here already', async () => {
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

  test('where main asks for the PIN, the dialog does too', async () => {
    const answers = { 'refund.start': refusal('pin.required') };
    const window = await windows.till(till({ sale: sale('paid') }), { answers });
    await window.page.getByRole('button', { name: 'Refund' }).click();
    await window.page.getByRole('button', { name: 'Confirm refund' }).click();
    await window.page.getByLabel('Manager PIN').waitFor();
    await window.page.getByRole('button', { name: 'Confirm refund' }).click();
    await window.page.getByText('The PIN has 4 to 8 digits.').waitFor();
    expect(await refundsAsked(window)).toHaveLength(1);
  });

  test('what keeps main from letting it go now may have passed at the next press, with a PIN or without', async () => {
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

  test('each refund says where it stands', async () => {
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

  test('says what keeps the till from knowing, and until when it waits', async () => {
    const trouble = { code: 'service.busy', message: 'busy', retryable: true } as const;
    const refunds = [{ ...refund, trouble, waitsUntil: AT + 120_000 }];
    const window = await windows.till(till({ sale: sale('paid', { refunds }) }));
    const line = await window.page.getByRole('list', { name: 'Refunds' }).getByRole('listitem').innerText();
    expect(line).toContain(
      'The payment service may have made this refund: €\u00a020,00 stay reserved. Do not give cash.',
    );
    expect(line).toContain('The payment service asked to wait until 14:04');
  });

  test('is decided about by a manager: a cashier needs the PIN, and each choice says what it can cost', async () => {
    const refunds = [{ ...refund, unsettled: 'absent' as const }];
    const window = await windows.till(live({ role: 'cashier', sale: sale('paid', { refunds }) }));
    await window.page.getByRole('button', { name: 'Decide about this refund' }).click();
    const dialog = window.page.getByRole('dialog', { name: 'Refund without an answer' });
    await dialog.getByText('the customer then gets the money twice').waitFor();
    await dialog.getByRole('button', { name: 'Send it again' }).click();
    await expect.poll(() => callsTo(window, 'refund.settle')).toEqual([]);
    await dialog.getByLabel('Manager PIN').fill('2468');
    await dialog.getByRole('button', { name: 'Send it again' }).click();
    await dialog.waitFor({ state: 'detached' });
    await expect
      .poll(() => callsTo(window, 'refund.settle'))
      .toEqual([{ refundKey: 'a', decision: 'send-again', managerPin: '2468' }]);
  });
});
