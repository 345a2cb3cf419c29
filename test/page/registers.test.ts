import type { Page } from '@playwright/test';
import { describe, expect, test } from 'vitest';
import { expectPage } from '../base/expect-page.ts';
import { answerWith, callsTo, refusal } from './recorded-calls.ts';
import { linked, peopleAnswers, registersAnswers } from './sample-people.ts';
import { foundForRegister, foundPayment, live, registerWaits, SALE_ID, sale, till } from './sample-snapshots.ts';
import { expectCalls, windows } from './windows.ts';

const view = ['Settings', 'Cash registers'] as const;

describe('cash registers', () => {
  test('the pairing dialog shows code, time and address until paired', async () => {
    const answers = registersAnswers();
    const window = await windows.till(linked, { answers, view });
    const { page } = window;
    await page.getByRole('button', { name: 'Pair a cash register' }).click();
    const dialog = page.getByRole('dialog', { name: 'Pair a cash register' });
    await expectPage(dialog.getByRole('status', { name: 'Pairing code' })).toHaveText('482 913');
    await expectPage(dialog.getByRole('timer')).toHaveText('1:47 left');
    await dialog.getByText('http://127.0.0.1:47800').waitFor();
    expect(await callsTo(window, 'registers.begin-pairing')).toEqual([{}]);
    const came = { id: 'r3', name: 'Till 2 of the bakery', pairedAt: 0 };
    const { pairing: _over, ...rest } = answers['registers.read'];
    await answerWith(window, { 'registers.read': { ...rest, registers: [...rest.registers, came] } });
    await page.getByText('Paired: Till 2 of the bakery.').waitFor();
    await dialog.waitFor({ state: 'detached' });
    expect(await callsTo(window, 'registers.stop-pairing')).toEqual([]);
  });

  test('closing revokes the code, an expired code is renewable', async () => {
    const window = await windows.till(linked, { answers: registersAnswers({ pairing: undefined }), view });
    const { page } = window;
    await page.getByRole('button', { name: 'Pair a cash register' }).click();
    const dialog = page.getByRole('dialog', { name: 'Pair a cash register' });
    await dialog.getByText('The code has run out').waitFor();
    await answerWith(window, registersAnswers());
    await dialog.getByRole('button', { name: 'New code' }).click();
    await dialog.getByText('482 913').waitFor();
    expect(await callsTo(window, 'registers.begin-pairing')).toHaveLength(2);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    expect(await callsTo(window, 'registers.stop-pairing')).toEqual([{}]);
  });

  test('unpairing names the register and asks first', async () => {
    const window = await windows.till(linked, { answers: registersAnswers(), view });
    const { page } = window;
    await page.getByRole('button', { name: 'End Counter by the door' }).click();
    const dialog = page.getByRole('dialog', { name: 'End Counter by the door?' });
    await dialog.getByRole('button', { name: 'End', exact: true }).click();
    await page.getByText('Ended: Counter by the door.').waitFor();
    expect(await callsTo(window, 'registers.end')).toEqual([{ id: 'r1' }]);
  });

  test('show the lower refund limit in force', async () => {
    const { page } = await windows.till(linked, { answers: registersAnswers({ refundLimit: 2_500 }), view });
    await page.getByText('Cash registers refund up to €\u00a025,00 now').waitFor();
  });

  test.each([
    ['while they are switched off', live(), {}, 'Switch it on and save, then pair the first one.'],
    [
      'while the port is taken',
      linked,
      { problems: [refusal('register.port-taken', { values: { port: 47800 } }).error] },
      'Another program uses port 47800',
    ],
  ])('pairing is refused %s, with the reason', async (_when, snapshot, change, said) => {
    const answers = registersAnswers({ ...change, address: undefined });
    const window = await windows.till(snapshot, { answers, view });
    await window.page.getByText(said).waitFor();
    await window.page.getByRole('button', { name: 'Pair a cash register' }).click({ force: true });
    expect(await callsTo(window, 'registers.begin-pairing')).toEqual([]);
  });
});

test('filters the audit log by an unpaired register', async () => {
  const answers = { ...peopleAnswers, ...registersAnswers() };
  const window = await windows.till(linked, { answers, view: ['Settings', 'Record'] });
  await window.page.getByRole('combobox', { name: 'Who' }).selectOption({ label: 'kassa' });
  const asked = () => callsTo(window, 'record.find');
  await expect.poll(asked).toContainEqual(expect.objectContaining({ person: 'folder' }));
});

describe('the sale of a cash register', () => {
  const register = 'Counter by the door';
  const amount = (page: Page) => page.getByRole('textbox', { name: 'Amount' });

  test('sets the cashier’s draft aside and restores the draft afterwards', async () => {
    const window = await windows.till(till());
    const { page } = window;
    await page.keyboard.type('12,5');
    await page.getByRole('textbox', { name: 'Description' }).fill('Two loaves');
    await window.push(till({ sale: sale('waiting', { register }) }));
    await page.getByText('Cash register: Counter by the door').waitFor();
    await page.getByText('What was typed here comes back after this sale.').waitFor();
    await page.keyboard.type('7');
    await window.push(till({ sale: sale('paid', { register }) }));
    await window.push(till());
    await expectPage(amount(page)).toHaveValue('12,5');
    await expectPage(page.getByRole('textbox', { name: 'Description' })).toHaveValue('Two loaves');
    expect(await callsTo(window, 'sale.start')).toEqual([]);
  });

  test('gives way to typing at its end, discarding the draft', async () => {
    const window = await windows.till(till());
    const { page } = window;
    await page.keyboard.type('12');
    await window.push(till({ sale: sale('paid', { register }) }));
    await page.keyboard.type('4');
    await expectCalls(window, 'sale.dismiss').toHaveLength(1);
    await window.push(till());
    await expectPage(amount(page)).toHaveValue('4');
  });

  test('replaces a pending Charge again', async () => {
    const window = await windows.till(till({ sale: sale('failed') }));
    await window.page.getByRole('button', { name: 'Charge again' }).click();
    await expectCalls(window, 'sale.dismiss').toHaveLength(1);
    await window.push(till({ sale: sale('waiting', { saleId: crypto.randomUUID(), register }) }));
    await window.push(till());
    await expectPage(amount(window.page)).toHaveValue('12,50');
    expect(await callsTo(window, 'sale.start')).toEqual([]);
  });

  test('offers Charge again only at the register', async () => {
    const { page } = await windows.till(till({ sale: sale('cancelled', { register, ending: 'register' }) }));
    await page.getByText('Counter by the door cancelled the payment.').first().waitFor();
    await page.getByText('Counter by the door asked for this payment.').waitFor();
    await expectPage(page.getByRole('button', { name: 'Charge again' })).toHaveCount(0);
  });
});

describe('a sale from a link', () => {
  const handedDraft = { id: 3, amount: 420, reference: 'ORDER-7', description: '' };
  const amount = (page: Page) => page.getByRole('textbox', { name: 'Amount' });

  test('fills the draft without charging', async () => {
    const window = await windows.till(till({ sale: sale('paid') }), { view: ['Payments'] });
    await window.push(till({ sale: sale('paid'), handedDraft }));
    await expectCalls(window, 'sale.take-draft').toEqual([{ id: 3 }]);
    await expectCalls(window, 'sale.dismiss').toHaveLength(1);
    await window.push(till());
    await expectPage(amount(window.page)).toHaveValue('4,20');
    await expectPage(window.page.getByRole('textbox', { name: 'Reference' })).toHaveValue('ORDER-7');
    expect(await callsTo(window, 'sale.start')).toEqual([]);
  });

  test.each([
    ['Keep what is typed', '12'],
    ['Use € 4,20', '4,20'],
  ])('asks before replacing typed text: %s', async (button, left) => {
    const window = await windows.till(till());
    await window.page.keyboard.type('12');
    await window.push(till({ handedDraft }));
    const dialog = window.page.getByRole('dialog', { name: 'Use the amount that was handed over?' });
    await dialog.getByRole('button', { name: button }).click();
    await expectCalls(window, 'sale.take-draft').toEqual([{ id: 3 }]);
    await window.push(till());
    await expectPage(amount(window.page)).toHaveValue(left);
  });
});

describe('a question about a cash register', () => {
  test.each([
    ['This is it', 'same'],
    ['It is another', 'another'],
  ] as const)('shows the payment and sends the answer: %s', async (name, decision) => {
    const window = await windows.till(live({ role: 'cashier', notices: [foundForRegister] }));
    const { page } = window;
    await page.getByRole('button', { name: 'Look and decide' }).click();
    const dialog = page.getByRole('dialog', { name: 'Is it this payment?' });
    for (const text of ['€ 12,50', 'Payer: Zoë', 'Reference: BON 7', 'State: Paid'])
      await expectPage(dialog.getByText(text).first(), text).toBeVisible();
    await dialog.getByRole('button', { name: 'Not now' }).click();
    await expectCalls(window, 'registers.decide').toEqual([]);
    await page.getByRole('button', { name: 'Look and decide' }).click();
    await dialog.getByRole('button', { name }).click();
    await dialog.waitFor({ state: 'hidden' });
    await expectCalls(window, 'registers.decide').toEqual([{ id: 'register.1', decision }]);
  });

  test.each([
    ['This is the payment', 'same'],
    ['Not this one', 'another'],
  ] as const)('asks about a found payment without offering cancel: %s', async (name, decision) => {
    const undecided = sale('unknown', { undecided: true });
    const window = await windows.till(live({ role: 'cashier', sale: undecided, notices: [foundPayment] }));
    const { page } = window;
    await expectPage(page.getByRole('button', { name: 'Cancel payment' })).toHaveCount(0);
    await page.getByRole('main').getByRole('button', { name: 'Look and decide' }).click();
    const dialog = page.getByRole('dialog', { name: 'Is it this payment?' });
    for (const text of ['€ 12,50', 'Payer: Zoë', 'Reference: BON 7'])
      await expectPage(dialog.getByText(text).first(), text).toBeVisible();
    await dialog.getByRole('button', { name }).click();
    await dialog.waitFor({ state: 'hidden' });
    await expectCalls(window, 'sale.decide').toEqual([{ saleId: SALE_ID, paymentId: 'P1', decision }]);
  });

  test('releases a register whose payment has no end', async () => {
    const window = await windows.till(live({ role: 'cashier', notices: [registerWaits] }));
    const { page } = window;
    await page.getByText('Counter by the door charges nothing more').waitFor();
    await page.getByRole('button', { name: 'Let it charge' }).click();
    const dialog = page.getByRole('dialog', { name: 'Let Counter by the door charge again?' });
    await dialog.getByText('Keep those goods').waitFor();
    await dialog.getByRole('button', { name: 'Let it charge' }).click();
    await dialog.waitFor({ state: 'hidden' });
    await expectCalls(window, 'registers.decide').toEqual([{ id: 'register.2', decision: 'release' }]);
  });
});
