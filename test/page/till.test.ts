import { describe, expect, test } from 'vitest';
import { expectPage } from '../base/expect-page.ts';
import { readQr } from '../e2e/harness/pictures.ts';
import { answerWith, callsTo, refusal } from './recorded-calls.ts';
import { account } from './sample-payments.ts';
import { AT, DEEPLINK, found, live, SALE_ID, sale, till } from './sample-snapshots.ts';
import { expectCalls, windows } from './windows.ts';

describe('charging', () => {
  test('Enter charges an amount typed with any focus', async () => {
    const window = await windows.till(till());
    await window.page.getByRole('link', { name: 'Payments' }).focus();
    await window.page.keyboard.type('12,50');
    await expectPage(window.page.getByRole('textbox', { name: 'Amount' })).toHaveValue('12,50');
    await window.page.keyboard.press('Enter');
    await expectCalls(window, 'sale.start').toEqual([{ amount: 1250 }]);
    expect(window.faults).toEqual([]);
  });

  test('the keypad works by touch', async () => {
    const window = await windows.till(till());
    const press = (name: string) => window.page.getByRole('button', { name, exact: true }).click();
    const amount = window.page.getByRole('textbox', { name: 'Amount' });
    for (const key of ['9', 'Clear', '1', '00', 'Decimal comma', '5', '7', 'Backspace']) await press(key);
    await expectPage(amount).toHaveValue('100,5');
    await press('Charge');
    await expectCalls(window, 'sale.start').toEqual([{ amount: 10_050 }]);
  });

  test('refuses an invalid amount at its field, keeping the text', async () => {
    const window = await windows.till(till());
    const amount = window.page.getByRole('textbox', { name: 'Amount' });
    for (const [text, message] of [
      ['', /Type an amount\./],
      ['1,234', /two digits after the comma/],
      ['12 euro', /“e”/],
    ] as const) {
      await amount.fill(text);
      await window.page.getByRole('button', { name: 'Charge', exact: true }).click();
      await expectPage(amount).toHaveAccessibleDescription(message);
      await expectPage(amount).toHaveAttribute('aria-invalid', 'true');
      await expectPage(amount).toHaveValue(text);
    }
    expect(await callsTo(window, 'sale.start')).toEqual([]);
  });

  test('names invalid characters of reference and description while typing', async () => {
    const window = await windows.till(till());
    await window.page.getByRole('textbox', { name: 'Amount' }).fill('5');
    await window.page.getByRole('textbox', { name: 'Reference' }).fill('Table 4 😀');
    await window.page.getByRole('textbox', { name: 'Description' }).fill('x'.repeat(141));
    await expectPage(window.page.getByText('“😀”')).toBeVisible();
    await expectPage(window.page.getByText('At most 140 characters; this has 141.')).toBeVisible();
    await window.page.getByRole('button', { name: 'Charge', exact: true }).click();
    await expectCalls(window, 'sale.start').toEqual([]);
  });

  test('digits typed into the reference stay there', async () => {
    const window = await windows.till(till());
    await window.page.keyboard.type('3');
    await window.page.getByRole('textbox', { name: 'Reference' }).click();
    await window.page.keyboard.type('4711');
    await window.page.keyboard.press('Enter');
    await expectCalls(window, 'sale.start').toEqual([{ amount: 300, reference: '4711' }]);
  });

  test('a refusal of main keeps the typed amount', async () => {
    const window = await windows.till(till(), { answers: { 'sale.start': refusal('sale.busy') } });
    await window.page.keyboard.type('8');
    await window.page.keyboard.press('Enter');
    await window.page.getByText('nothing was charged').waitFor();
    await expectPage(window.page.getByRole('textbox', { name: 'Amount' })).toHaveValue('8');
  });

  test('a double click on Charge charges once', async () => {
    const window = await windows.till(till(), { answers: { 'sale.start': 'never' } });
    await window.page.keyboard.type('8');
    await window.page.getByRole('button', { name: 'Charge', exact: true }).dblclick();
    await window.page.keyboard.press('Enter');
    await window.page.getByText('Waiting for the payment service to make the code.').waitFor();
    await expectCalls(window, 'sale.start').toHaveLength(1);
  });
});

describe('a sale on the screen', () => {
  test('shows state, time left and a scannable code', async () => {
    const window = await windows.till(till({ sale: sale('waiting') }));
    await expectPage(window.page.getByRole('status', { name: 'Payment status' })).toHaveText('Waiting', {
      useInnerText: true,
    });
    await expectPage(window.page.getByRole('timer', { name: 'Time left' })).toContainText(/^2:\d\d$/, {
      useInnerText: true,
    });
    expect(await readQr(window.page)).toBe(DEEPLINK);
    const deeplink = 'https://pay.example.org/t/6/another?amount=1250&pos=TILL42';
    for (const snapshot of [till(), till({ sale: sale('waiting', { saleId: 'another', deeplink }) })])
      await window.show(snapshot);
    expect(await readQr(window.page)).toBe(deeplink);
  });

  test('F3 asks about the payment and shows the verdict', async () => {
    const window = await windows.till(till({ sale: sale('waiting') }));
    await window.page.keyboard.press('F3');
    await expectCalls(window, 'sale.customer-says-paid').toEqual([{ saleId: SALE_ID }]);
    const verdict = { at: AT, kind: 'paid', succeededAt: AT } as const;
    await window.push(till({ sale: sale('scanned', { verdict, debtor: { name: 'Zoë' } }) }));
    await window.page.getByText('Yes: €\u00a012,50 paid at 14:02:31 by Zoë.').waitFor();
  });

  test('each end is a heading until New sale', async () => {
    const window = await windows.till(till());
    await window.stopClock();
    const ends = {
      paid: 'Paid',
      cancelled: 'Cancelled',
      expired: 'Expired',
      failed: 'Failed',
      voided: 'Voided',
    } as const;
    for (const [stage, name] of Object.entries(ends)) {
      await window.push(till({ sale: sale('waiting') }));
      await window.push(till({ sale: sale(stage as keyof typeof ends) }));
      await window.page.getByRole('heading', { name, exact: true }).waitFor();
      const before = (await callsTo(window, 'sale.dismiss')).length;
      await window.page.clock.runFor(600);
      expect(await callsTo(window, 'sale.dismiss')).toHaveLength(before);
      await window.page.getByRole('button', { name: 'New sale', disabled: false }).click();
      await expectCalls(window, 'sale.dismiss').toHaveLength(before + 1);
    }
    await window.push(till({ sale: sale('unknown') }));
    await window.page.getByRole('heading', { name: 'Unknown', exact: true }).waitFor();
    await expectPage(window.page.getByRole('button', { name: 'New sale', exact: true })).toHaveCount(0);
  });

  test('ignores a click meant for the previous screen', async () => {
    const opened = await windows.till(till({ sale: sale('waiting') }));
    // In a single call inside the page, so that a slow machine cannot let the pause elapse in between.
    await opened.page.evaluate(
      async (next) => {
        fake.push(next);
        const action = () => document.querySelector<HTMLElement>('[data-place="action"] button');
        // Polls without animation frames: a frame can take longer than the pause.
        while (action() === null) await new Promise((later) => setTimeout(later, 5));
        document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }));
        action()?.click();
      },
      till({ sale: sale('paid') }),
    );
    await expectPage(opened.page.getByRole('heading', { name: 'Paid' })).toHaveCount(1);
    await expectCalls(opened, 'sale.dismiss').toEqual([]);
  });

  test('earlier keys do not acknowledge the late-payment alarm', async () => {
    const alarm = { shownAs: 'cancelled', at: AT, acknowledged: false } as const;
    const window = await windows.till(till());
    await window.page.keyboard.type('12,50');
    await window.push(till({ opened: sale('paid', { alarm }) }));
    const dialog = window.page.getByRole('dialog', { name: 'Paid after all' });
    await expectPage(dialog.getByText('Hand over the goods, or refund')).toBeFocused();
    for (const key of ['Enter', 'Space', 'Escape']) await window.page.keyboard.press(key);
    const understood = dialog.getByRole('button', { name: 'Understood' });
    await expectPage(understood).toBeEnabled();
    expect(await callsTo(window, 'sale.acknowledge-alarm')).toEqual([]);
    await understood.focus();
    await window.page.keyboard.press('Enter');
    await expectCalls(window, 'sale.acknowledge-alarm').toEqual([{ saleId: SALE_ID }]);
    expect(await callsTo(window, 'sale.start')).toEqual([]);
  });

  test('an early tap acknowledges no late-payment alarm', async () => {
    const alarm = { shownAs: 'cancelled', at: AT, acknowledged: false } as const;
    const another = '00000000-0000-4000-8000-000000000099';
    const window = await windows.till(till());
    // In a single call inside the page, so that a slow machine cannot let the pause elapse in between.
    const tapAtOnce = (selector: string, snapshot: ReturnType<typeof till>) =>
      window.page.evaluate(
        async ([wanted, next]) => {
          fake.push(next);
          const button = () => document.querySelector<HTMLButtonElement>(wanted);
          while (button() === null) await new Promise((later) => setTimeout(later, 5));
          button()?.click();
        },
        [selector, snapshot] as const,
      );
    await tapAtOnce('[role="dialog"] button', till({ opened: sale('paid', { alarm }) }));
    const understood = window.page.getByRole('button', { name: 'Understood' });
    await expectPage(understood).toBeEnabled();
    expect(await callsTo(window, 'sale.acknowledge-alarm')).toEqual([]);
    await tapAtOnce('[data-settling]', till({ opened: { ...sale('paid', { alarm }), saleId: another } }));
    expect(await callsTo(window, 'sale.acknowledge-alarm')).toEqual([]);
    await understood.click();
    await expectCalls(window, 'sale.acknowledge-alarm').toEqual([{ saleId: another }]);
  });

  test('a payment taken back has its own alarm', async () => {
    const alarm = { shownAs: 'paid', at: AT, acknowledged: false } as const;
    const window = await windows.till(till({ sale: sale('voided', { alarm }) }));
    const dialog = window.page.getByRole('dialog', { name: 'Payment taken back' });
    await dialog.getByText('the money is not there').waitFor();
    await expectPage(dialog.getByText('Hand over the goods')).toHaveCount(0);
    await dialog.getByRole('button', { name: 'Understood' }).click();
    await expectCalls(window, 'sale.acknowledge-alarm').toEqual([{ saleId: SALE_ID }]);
    await window.push(till({ sale: sale('voided', { alarm: { ...alarm, acknowledged: true } }) }));
    await window.page.getByText('was paid at first, and the payment service took it back').waitFor();
  });
});

describe('payments', () => {
  test('F2 lists the visible rows, opened with arrow keys', async () => {
    const window = await windows.till(till(), { answers: found(400) });
    await window.page.keyboard.press('F2');
    const rows = window.page.getByRole('row');
    await rows.first().waitFor();
    expect(await rows.count()).toBeLessThan(40);
    await rows.first().focus();
    await window.page.keyboard.press('ArrowDown');
    await expectPage(rows.nth(1)).toBeFocused();
    await window.page.keyboard.press('Enter');
    await expectCalls(window, 'payments.open').toEqual([{ saleId: '00000000-0000-4000-8000-000000000001' }]);
  });

  test('the end of the list fetches the next page', async () => {
    const { rows } = found(400)['payments.find'];
    const next = { at: AT - 1, saleId: SALE_ID };
    const answers = { 'payments.find': { rows, next } };
    const window = await windows.till(till(), { answers, view: ['Payments'] });
    await window.page.getByRole('row').first().focus();
    await window.page.keyboard.press('End');
    await expectCalls(window, 'payments.find').toContainEqual({ text: '', limit: 100, after: next });
  });

  test('searches the journal, and the service by whole reference', async () => {
    const answers = { ...found(0), 'payments.find-elsewhere': { found: 1 } };
    const window = await windows.till(till(), { answers, view: ['Payments'] });
    await window.page.getByRole('searchbox', { name: 'Find a payment' }).fill('TILL9-1');
    await window.page.getByText('No payment of this till matches.').waitFor();
    await expectCalls(window, 'payments.find').toContainEqual({ text: 'TILL9-1', limit: 100 });
    await window.page.getByRole('button', { name: 'Find payments made at another till' }).click();
    await window.page.getByText('Found 1 payment.').waitFor();
    await expectCalls(window, 'payments.find-elsewhere').toEqual([{ reference: 'TILL9-1' }]);
  });

  test('an error about the transfer account ends with further actions', async () => {
    const copied = account['payments.copy-refund-iban'];
    const answers = { ...found(3), ...account, 'payments.copy-refund-iban': refusal('network.refused') };
    const window = await windows.till(live({ opened: sale('paid') }), { answers, view: ['Payments'] });
    const press = (name: string) => window.page.getByRole('button', { name, exact: true }).click();
    const refused = window.page.getByText('could not be reached', { exact: false });
    await press('Account for a transfer');
    await press('Copy');
    await refused.waitFor();
    await press('Show whole');
    await refused.waitFor({ state: 'detached' });
    await answerWith(window, {
      'payments.copy-refund-iban': copied,
      'payments.show-refund-iban': refusal('network.refused'),
    });
    await press('Show whole');
    await refused.waitFor();
    await press('Copy');
    await window.page.getByText('Copied. It is taken out of the clipboard').waitFor();
  });

  test('the transfer account disappears on time', async () => {
    const window = await windows.till(live({ opened: sale('paid') }), { answers: found(3), view: ['Payments'] });
    await window.stopClock();
    const forgottenAt = await window.page.evaluate(() => Date.now() + 120_000);
    await answerWith(window, { 'payments.refund-iban': { masked: 'NL•• 43 00', forgottenAt } });
    await window.page.getByRole('button', { name: 'Account for a transfer' }).click();
    const shown = window.page.getByText('NL•• 43 00');
    await shown.waitFor();
    await window.page.clock.runFor(119_000);
    await expectPage(shown).toBeVisible();
    await window.page.clock.runFor(1_000);
    await shown.waitFor({ state: 'detached' });
  });

  test('reads the history after each change of the payment', async () => {
    const window = await windows.till(live({ opened: sale('paid') }), { answers: found(3), view: ['Payments'] });
    for (const [reads, stage] of [
      [1, 'paid'],
      [2, 'voided'],
      [3, 'paid'],
    ] as const) {
      await window.push(live({ opened: sale(stage) }));
      await expectCalls(window, 'payments.history').toHaveLength(reads);
    }
  });

  test('shows service status, id, payer and masked account', async () => {
    const window = await windows.till(till({ opened: sale('paid') }), { answers: found(3), view: ['Payments'] });
    const details = window.page.getByRole('region', { name: 'Payment' });
    for (const text of ['SUCCEEDED', '65f1c0ffee65f1c0ffee65f1', 'Zoë', 'NL91 **** **** **43 00'])
      await expectPage(details.getByText(text, { exact: true }), text).toBeVisible();
  });
});
