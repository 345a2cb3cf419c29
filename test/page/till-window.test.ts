import { describe, expect, test } from 'vitest';
import { expectPage } from '../base/expect-page.ts';
import { callsTo } from './recorded-calls.ts';
import {
  firstReceipt,
  found,
  live,
  otherPath,
  preprod,
  SALE_ID,
  sale,
  storedSettings,
  till,
} from './sample-snapshots.ts';
import { expectCalls, windows } from './windows.ts';

describe('the question before the app ends', () => {
  const leaving = { id: 3, sale: { reference: 'A-1', amount: 1250, stage: 'waiting' }, refunds: 0 } as const;

  test('covers other dialogs and keeps keys from the sale', async () => {
    const window = await windows.till(live({ role: 'cashier', sale: sale('waiting') }), { view: ['Settings'] });
    await window.page.getByRole('dialog', { name: 'Manager needed' }).waitFor();
    await window.push(live({ role: 'cashier', sale: sale('waiting'), leaving }));
    const question = window.page.getByRole('alertdialog', { name: 'End Tillmate?' });
    await expectPage(question.getByRole('button', { name: 'Stay' })).toBeFocused();
    await expectCalls(window, 'leaving.shown').toEqual([{ id: 3 }]);
    await window.page.keyboard.press('Escape');
    await expectCalls(window, 'leaving.answer').toEqual([{ id: 3, answer: 'stay' }]);
    expect(await callsTo(window, 'sale.cancel')).toEqual([]);
    await question.getByRole('button', { name: 'End Tillmate' }).click();
    await expectCalls(window, 'leaving.answer').toHaveLength(2);
  });

  test('focuses Stay again when asked again', async () => {
    const window = await windows.till(live({ sale: sale('waiting'), leaving }));
    await expectPage(window.page.getByRole('button', { name: 'Stay' })).toBeFocused();
    await window.page.getByRole('button', { name: 'End Tillmate' }).focus();
    await window.push(live({ sale: sale('waiting'), leaving: { ...leaving, id: 4 } }));
    await expectPage(window.page.getByRole('button', { name: 'Stay' })).toBeFocused();
    await expectCalls(window, 'leaving.shown').toEqual([{ id: 3 }, { id: 4 }]);
    await window.push(live({ sale: sale('paid') }));
    await expectPage(window.page.getByRole('alertdialog')).toHaveCount(0);
    expect(window.faults).toEqual([]);
  });
});

describe('the window', () => {
  test('has its title and a button for a notice’s action', async () => {
    const notices = [
      {
        id: 'provision.shred',
        code: 'provision.shred',
        severity: 'warning',
        action: 'shred-file',
        values: { path: 'p.json' },
      },
    ] as const;
    const window = await windows.till(till({ notices: [...notices] }));
    await expectPage(window.page).toHaveTitle('Tillmate');
    await window.page.getByText('p.json').waitFor();
    await window.page.getByRole('button', { name: 'Shred the file' }).click();
    await expectCalls(window, 'provision.shred').toEqual([{}]);
  });

  test('offers a retry for a locked keychain', async () => {
    const notices = [
      { id: 'open.keychain.locked', code: 'keychain.locked', severity: 'alarm', action: 'try-again' },
    ] as const;
    const window = await windows.till(till({ notices: [...notices] }));
    await window.page.getByText('The keychain of this machine is locked, or waits for an answer.').waitFor();
    await window.page.getByRole('button', { name: 'Try again' }).click();
    await expectCalls(window, 'terminal.try-again').toEqual([{}]);
  });

  describe('a different path in responses', () => {
    test('shows both paths and accepts the displayed path', async () => {
      const window = await windows.till(live({ notices: [otherPath], role: 'manager' }));
      await window.page.getByText('signs responses for /refund/v3/payments/{paymentId}/refunds').waitFor();
      await window.page.getByRole('button', { name: 'Compare the paths' }).click();
      const dialog = window.page.getByRole('dialog', { name: 'Another path in responses' });
      for (const name of Object.values(otherPath.values))
        await expectPage(dialog.getByText(name, { exact: true }), name).toBeVisible();
      await dialog.getByRole('button', { name: 'Not now' }).click();
      await dialog.waitFor({ state: 'hidden' });
      await expectCalls(window, 'service.accept-path').toEqual([]);
      await window.page.getByRole('button', { name: 'Compare the paths' }).click();
      await dialog.getByRole('button', { name: 'Accept this path' }).click();
      await dialog.waitFor({ state: 'hidden' });
      await expectCalls(window, 'service.accept-path').toEqual([{ id: otherPath.id, path: otherPath.values.got }]);
    });

    test('stays open with the reason when main refuses', async () => {
      const answers = {
        'service.accept-path': {
          ok: false,
          error: { code: 'settings.sale-running', message: 'busy', retryable: true },
        },
      };
      const window = await windows.till(live({ notices: [otherPath], role: 'manager' }), { answers });
      await window.page.getByRole('button', { name: 'Compare the paths' }).click();
      await window.page.getByRole('button', { name: 'Accept this path' }).click();
      await window.page.getByText('A sale is still under way.').waitFor();
    });

    test('asks a cashier for the manager first', async () => {
      const window = await windows.till(live({ notices: [otherPath], role: 'cashier' }));
      await window.page.getByRole('button', { name: 'Compare the paths' }).click();
      await window.page.getByRole('dialog', { name: 'Manager needed' }).waitFor();
      await expectPage(window.page.getByRole('button', { name: 'Accept this path' })).toHaveCount(0);
    });
  });

  test('prints only the receipt, marked TRAINING', async () => {
    const window = await windows.till(till({ sale: sale('paid') }), { answers: firstReceipt });
    await window.page.getByRole('button', { name: 'Print receipt' }).click();
    await expectCalls(window, 'receipt.print').toMatchObject([{ saleId: SALE_ID, issued: 0, paper: '80mm' }]);
    await window.page.emulateMedia({ media: 'print' });
    const printed = await window.page.evaluate(() => document.body.innerText);
    for (const text of ['TRAINING', 'Bakkerij Zoë', '€\u00a012,50', 'TILL42-261120-0042', 'not a fiscal receipt'])
      expect(printed).toContain(text);
    expect(printed).not.toContain('New sale');
  });

  test('marks PREPROD on screen and receipt, but not PROD', async () => {
    const shown = preprod({ sale: sale('paid'), opened: sale('paid') });
    const window = await windows.till(shown, { answers: firstReceipt });
    const band = window.page.getByText('PREPROD – test environment', { exact: true });
    await expectPage(band).toHaveCount(1);
    await window.page.getByRole('link', { name: 'Payments' }).click();
    await window.page.getByRole('region', { name: 'Payment' }).getByText('PREPROD – test environment').waitFor();
    await window.page.getByRole('button', { name: 'Print receipt' }).click();
    await expectCalls(window, 'receipt.print').toHaveLength(1);
    await window.page.emulateMedia({ media: 'print' });
    const printed = () => window.page.evaluate(() => document.body.innerText);
    expect((await printed()).match(/PREPROD – TEST ENVIRONMENT/g)).toHaveLength(2);
    await window.push(live({ sale: sale('paid'), opened: sale('paid') }));
    await band.first().waitFor({ state: 'detached' });
    expect(await printed()).not.toMatch(/PREPROD|TRAINING/);
  });

  test('works under a policy without inline styles', async () => {
    const window = await windows.till(till({ sale: sale('paid') }), { answers: { ...found(20), ...storedSettings } });
    await window.page.getByRole('button', { name: 'Refund' }).click();
    await window.page.keyboard.press('Escape');
    await window.page.keyboard.press('F2');
    await window.page.getByRole('link', { name: 'Settings' }).click();
    await window.page.getByRole('textbox', { name: 'Shop name' }).waitFor();
    expect(window.faults).toEqual([]);
  });
});
