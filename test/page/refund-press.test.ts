import { expect, test } from 'vitest';
import { expectPage } from '../base/expect-page.ts';
import type { OpenWindow } from './open-windows.ts';
import { callsTo, refundsAsked, refusal } from './recorded-calls.ts';
import { AT, live, SALE_ID, sale, till } from './sample-snapshots.ts';
import { windows } from './windows.ts';

const paid = () => sale('paid', { refundable: 850 });

async function openRefund(answers: Readonly<Record<string, unknown>>, snapshot = till({ sale: paid() })) {
  const window = await windows.till(snapshot, { answers });
  await window.page.getByRole('button', { name: 'Refund' }).click();
  const dialog = window.page.getByRole('dialog', { name: 'Refund payment' });
  return { window, dialog, confirm: dialog.getByRole('button', { name: 'Confirm refund' }) };
}

/** Holds the key: the system repeats it. */
async function hold({ page }: OpenWindow, key: string): Promise<void> {
  for (let n = 0; n < 12; n += 1) await page.keyboard.down(key);
  await page.keyboard.up(key);
}

test('Enter that is held on a button presses it once, whatever each press is answered with', async () => {
  const { window, confirm } = await openRefund({ 'refund.start': refusal('network.refused') });
  await confirm.focus();
  await hold(window, 'Enter');
  await hold(window, ' ');
  await expect.poll(() => refundsAsked(window)).toHaveLength(2);
  await confirm.press('Enter');
  await expect.poll(() => refundsAsked(window)).toHaveLength(3);
});

test('says when the figures are from, or that the service could not be asked', async () => {
  const asked = await openRefund({ 'refund.look': { ok: true, value: { at: AT, complete: true } } });
  await expectPage(asked.dialog.getByText(/As the payment service told at \d/)).toBeVisible();
  expect(await callsTo(asked.window, 'refund.look')).toEqual([{ saleId: SALE_ID }]);
  await asked.window.close();
  const pending = await openRefund({ 'refund.look': 'never' });
  await expectPage(pending.dialog.getByText('Asking the payment service what went back already')).toBeVisible();
  await expectPage(pending.confirm).toBeEnabled();
  await pending.window.close();
  for (const answer of [refusal('network.refused'), { ok: true, value: { at: AT, complete: false } }]) {
    const failed = await openRefund({ 'refund.look': answer });
    await expectPage(failed.dialog.getByText('could not be asked what went back already')).toBeVisible();
    await failed.window.close();
  }
});

test('what another till has refunded meanwhile is gone from the dialog before anybody confirms', async () => {
  const { window, dialog } = await openRefund({});
  await expectPage(dialog.getByRole('textbox', { name: 'Refund amount' })).toHaveValue('8,50');
  await window.show(till({ sale: sale('paid', { refundable: 200 }) }));
  await expectPage(dialog.getByRole('textbox', { name: 'Refund amount' })).toHaveValue('2,00');
});

test('leaving takes back what is being prepared, by the id of that press', async () => {
  const { window, dialog, confirm } = await openRefund({
    'refund.start': 'never',
    'refund.take-back': { ok: true, value: { outcome: 'taken-back' } },
  });
  await confirm.click();
  await expectPage(dialog.getByText('Nothing has been sent yet.', { exact: false })).toBeVisible();
  await dialog.getByRole('button', { name: 'Not now' }).click();
  await dialog.waitFor({ state: 'detached' });
  const [press] = (await callsTo(window, 'refund.start')) as readonly { readonly wish: string }[];
  expect(await callsTo(window, 'refund.take-back')).toEqual([{ wish: press?.wish }]);
});

test('Escape takes it back too, and too late is said', async () => {
  const { window, dialog, confirm } = await openRefund({
    'refund.start': 'never',
    'refund.take-back': { ok: true, value: { outcome: 'too-late' } },
  });
  await confirm.click();
  await window.page.keyboard.press('Escape');
  await expect.poll(async () => (await callsTo(window, 'refund.take-back')).length).toBe(1);
  await expectPage(dialog).toBeVisible();
});

test('while one is prepared for another window, or since before a reload, there is nothing to confirm', async () => {
  const asked = { wish: '6c5f5d5e-8c63-4ad1-9c4e-0f6d4f1f3b11', amount: 400, at: AT } as const;
  const snapshot = live({ sale: sale('paid', { refundable: 850, refundAsked: asked }) });
  const { window, dialog, confirm } = await openRefund(
    { 'refund.take-back': { ok: true, value: { outcome: 'taken-back' } } },
    snapshot,
  );
  await expectPage(dialog.getByText(/A refund of €\s4,00 is being prepared\./)).toBeVisible();
  await expectPage(confirm).toHaveCount(0);
  await dialog.getByRole('button', { name: 'Take it back' }).click();
  await expect.poll(() => callsTo(window, 'refund.take-back')).toEqual([{ wish: asked.wish }]);
  await window.show(live({ sale: sale('paid', { refundable: 850 }) }));
  await expectPage(confirm).toBeVisible();
});
