import { describe, expect, test } from 'vitest';
import type { CounterSettings } from '../../preload/contract/settings-table.ts';
import type { TillSnapshot } from '../../preload/contract/views.ts';
import { expectPage } from '../base/expect-page.ts';
import { hold, scan, scanHeldUp } from '../e2e/harness/hands.ts';
import { cutOf, overflowOf } from './layout-measurements.ts';
import type { OpenWindow } from './open-windows.ts';
import { callsTo, refusal } from './recorded-calls.ts';
import { found, live, sale, till } from './sample-snapshots.ts';
import { expectCalls, windows } from './windows.ts';

/** Safeguards against wrong amounts: scanners, held keys, unusual amounts, and the entry of amounts. */

const EAN8 = '96385074';
const amount = ({ page }: OpenWindow) => page.getByRole('textbox', { name: 'Amount' });
const reference = ({ page }: OpenWindow) => page.getByRole('textbox', { name: 'Reference' });
const counting = (change: Partial<CounterSettings>, more: Partial<TillSnapshot> = {}) => {
  const base = live(more);
  return { ...base, counter: { ...base.counter, ...change } };
};

const unusual = refusal('sale.unusual', { values: { amount: 96_200, times: 10, usual: 1_000 } });
const aboveMaximum = refusal('pin.maximum', { values: { amount: 300_000, maximum: 250_000 } });

describe('a barcode scanner', () => {
  test('fills the reference wherever the focus is, without charging', async () => {
    const window = await windows.till(till());
    const description = window.page.getByRole('textbox', { name: 'Description' });
    await window.page.keyboard.type('12,5');
    for (const focused of [undefined, amount(window), description]) {
      await focused?.focus();
      await scan(window.page, EAN8, 'Enter');
      await window.page.getByText(`Scanned: ${EAN8}. It is the reference of this sale now.`).waitFor();
      await expectPage(reference(window)).toHaveValue(EAN8);
      await expectPage(amount(window)).toHaveValue('12,5');
      await expectPage(description).toHaveValue('');
      await scan(window.page, '4006381333931', 'Tab');
      await expectPage(reference(window)).toHaveValue('4006381333931');
    }
    expect(await callsTo(window, 'sale.start')).toEqual([]);
  });

  test('that stops halfway charges nothing and allows typing', async () => {
    const window = await windows.till(till());
    await scan(window.page, EAN8.slice(0, 5));
    await window.page.getByText('Scanned: 96385.').waitFor();
    await window.page.keyboard.type('7,25');
    await expectPage(amount(window)).toHaveValue('7,25');
    await window.page.keyboard.press('Enter');
    await expectCalls(window, 'sale.start').toEqual([{ amount: 725, reference: '96385' }]);
  });

  /**
   * Delays the timer that treats a lone digit as typed by hand, because the next scanned key can be late on a busy
   * machine.
   */
  const neverTypedByHand = ({ page }: OpenWindow) =>
    page.evaluate(() => {
      const { setTimeout: real } = window;
      const patient = (run: () => void, ms?: number) => real(run, ms === 150 ? 60_000 : ms);
      Object.assign(window, { setTimeout: patient });
      fake.undos.push(() => Object.assign(window, { setTimeout: real }));
    });

  test('at an end provides the reference of the next sale', async () => {
    const window = await windows.till(till({ sale: sale('paid') }));
    await expectPage(window.page.getByRole('button', { name: 'New sale' })).toBeEnabled();
    await neverTypedByHand(window);
    await scan(window.page, EAN8, 'Enter');
    await window.page.getByText('It is the reference of the next sale.').waitFor();
    await window.page.getByRole('button', { name: 'New sale' }).click();
    await expectCalls(window, 'sale.dismiss').toHaveLength(1);
    await window.push(till());
    await expectPage(reference(window)).toHaveValue(EAN8);
    await expectPage(amount(window)).toHaveValue('');
  });

  test('before Charge again provides the reference of the sale', async () => {
    const window = await windows.till(till({ sale: sale('expired', { description: 'Two loaves' }) }));
    const again = window.page.getByRole('button', { name: 'Charge again' });
    await expectPage(again).toBeEnabled();
    await neverTypedByHand(window);
    await scan(window.page, EAN8, 'Enter');
    await window.page.getByText('It is the reference of the next sale.').waitFor();
    await again.click();
    await expectCalls(window, 'sale.dismiss').toHaveLength(1);
    await window.push(till());
    await expectCalls(window, 'sale.start').toEqual([{ amount: 1250, reference: EAN8, description: 'Two loaves' }]);
  });

  test('is ignored during a sale or an open dialog', async () => {
    const window = await windows.till(till({ sale: sale('waiting') }));
    await window.page.keyboard.press('Escape');
    await window.page.getByText('Cancel this payment?').waitFor();
    await scan(window.page, EAN8, 'Enter');
    await window.page.getByText('A code was scanned while a payment is under way. It was not used.').waitFor();
    await window.push(live({ sale: sale('paid') }));
    await window.page.getByRole('button', { name: 'Refund' }).click();
    const box = window.page.getByRole('textbox', { name: 'Refund amount' });
    await box.focus();
    await scan(window.page, EAN8, 'Enter');
    await window.page.getByText('A code was scanned while a question is open. It was not used.').first().waitFor();
    await expectPage(box).toHaveValue('12,50');
    for (const call of ['sale.cancel', 'refund.start'] as const) expect(await callsTo(window, call)).toEqual([]);
  });

  test('searches in the payments view', async () => {
    const window = await windows.till(till(), { answers: found(4) });
    await window.page.keyboard.press('F2');
    const box = window.page.getByRole('searchbox', { name: 'Find a payment' });
    await box.fill('old');
    await scan(window.page, EAN8, 'Enter');
    await expectPage(box).toHaveValue(EAN8);
    await expect.poll(async () => (await callsTo(window, 'payments.find')).at(-1)).toMatchObject({ text: EAN8 });
  });

  test('without Enter keeps its number in the sale', async () => {
    const window = await windows.till(till(), { answers: found(4) });
    const { page } = window;
    await scan(page, EAN8);
    await page.getByText(`Scanned: ${EAN8}.`).waitFor();
    await page.keyboard.press('F2');
    await scan(page, '4006381333931');
    await expectPage(page.getByRole('searchbox', { name: 'Find a payment' })).toHaveValue('4006381333931');
    await page.getByRole('link', { name: 'Sale' }).click();
    await expectPage(reference(window)).toHaveValue(EAN8);
    await expectPage(page.getByText('4006381333931')).toHaveCount(0);
  });

  test('with late keys is read completely, never in part', async () => {
    const window = await windows.till(till());
    const { page } = window;
    await page.keyboard.type('12,5');
    await reference(window).fill('Order 7');
    const partIsTaken = () => expectPage(reference(window)).toHaveValue('xxxxx');
    await scanHeldUp(page, ['xxxxx', 'x'.repeat(31)], partIsTaken);
    await page.getByText('The scanned code is too long for a reference').waitFor();
    await expectPage(reference(window)).toHaveValue('Order 7');
    await scanHeldUp(page, ['xxxxx', EAN8], partIsTaken);
    await expectPage(reference(window)).toHaveValue(`xxxxx${EAN8}`);
    // A late end key has no effect.
    await scanHeldUp(page, [EAN8, ''], () => expectPage(reference(window)).toHaveValue(EAN8));
    await expectPage(reference(window)).toHaveValue(EAN8);
    await expectPage(amount(window)).toHaveValue('12,5');
    expect(await callsTo(window, 'sale.start')).toEqual([]);
  });
});

test('a held key types a single digit', async () => {
  const window = await windows.till(live());
  await hold(window.page, '9', 12);
  await expectPage(amount(window)).toHaveValue('9');
  await amount(window).focus();
  await hold(window.page, '8', 12);
  await expectPage(amount(window)).toHaveValue('98');
  await window.push(live({ sale: sale('paid') }));
  await window.page.getByRole('button', { name: 'Refund' }).click();
  const box = window.page.getByRole('textbox', { name: 'Refund amount' });
  await box.fill('');
  await hold(window.page, '7', 12);
  await expectPage(box).toHaveValue('7');
});

describe('an unusual amount', () => {
  test('requires a click, not Enter, before charging', async () => {
    const window = await windows.till(till(), { answers: { 'sale.start': unusual } });
    const before = await window.page.getByRole('button', { name: 'Charge', exact: true }).boundingBox();
    await window.page.keyboard.type('962');
    for (let presses = 0; presses < 3; presses += 1) await window.page.keyboard.press('Enter');
    await window.page.getByText('€\u00a0962,00 is more than 10 times a usual sale. Charge it?').waitFor();
    await window.page.keyboard.press('Enter');
    await window.page.keyboard.press('Space');
    expect(await callsTo(window, 'sale.start')).toEqual([{ amount: 96_200 }]);
    const yes = window.page.getByRole('button', { name: 'Charge €\u00a0962,00' });
    const box = await yes.boundingBox();
    expect(box !== null && before !== null && box.x + box.width <= before.x).toBe(true);
    await yes.click();
    await expectCalls(window, 'sale.start').toEqual([{ amount: 96_200 }, { amount: 96_200, confirmed: true }]);
  });

  test('can be taken back without losing the typed amount', async () => {
    const window = await windows.till(till(), { answers: { 'sale.start': unusual } });
    const change = window.page.getByRole('button', { name: 'Change the amount' });
    await window.page.keyboard.type('962');
    for (const [takeBack, left] of [
      // A held Escape too: a further Escape would clear the amount.
      [() => hold(window.page, 'Escape', 3), '962'],
      [() => change.click(), '962'],
      [() => window.page.keyboard.press('5'), '9625'],
    ] as const) {
      await window.page.keyboard.press('Enter');
      await change.waitFor();
      await takeBack();
      await change.waitFor({ state: 'detached' });
      await expectPage(amount(window)).toHaveValue(left);
    }
  });

  test('above the maximum requires a manager PIN, also by keypad', async () => {
    const window = await windows.till(live({ role: 'cashier' }), {
      answers: { 'sale.start': aboveMaximum },
    });
    await window.page.keyboard.type('3000');
    await window.page.keyboard.press('Enter');
    await window.page.getByText('is more than the €\u00a02.500,00 that this till takes at once').waitFor();
    const pin = window.page.getByRole('textbox', { name: 'Manager PIN' });
    await expectPage(window.page.getByRole('button', { name: 'Decimal comma' })).toBeDisabled();
    await window.page.getByRole('button', { name: '00', exact: true }).click();
    await window.page.getByRole('button', { name: 'Clear', exact: true }).click();
    await expectPage(pin).toHaveValue('');
    await expectPage(amount(window)).toHaveValue('3000');
    for (const digit of '47') await window.page.getByRole('button', { name: digit, exact: true }).click();
    await window.page.keyboard.type('11');
    await window.page.keyboard.press('Enter');
    await expectCalls(window, 'sale.start').toEqual([{ amount: 300_000 }, { amount: 300_000, managerPin: '4711' }]);
    await expectPage(pin).toHaveValue('');
  });

  test('forgets a partial PIN when the question is closed', async () => {
    const values = { amount: 300_000, maximum: 250_000 };
    const window = await windows.till(live({ role: 'cashier' }), {
      answers: { 'sale.start': refusal('pin.maximum', { values }) },
    });
    const pin = window.page.getByRole('textbox', { name: 'Manager PIN' });
    await window.page.keyboard.type('3000');
    await window.page.keyboard.press('Enter');
    await expectPage(pin).toBeFocused();
    await window.page.keyboard.type('4711');
    await window.page.keyboard.press('Escape');
    await pin.waitFor({ state: 'detached' });
    await window.page.keyboard.press('Enter');
    await expectPage(pin).toBeFocused();
    await expectPage(pin).toHaveValue('');
  });
});

describe('a scan while an amount is questioned', () => {
  const asked = 'A code was scanned while a question is open. It was not used.';

  test.each([EAN8, 'ABC-4711'])('is ignored with a notice (%s)', async (code) => {
    const window = await windows.till(till(), { answers: { 'sale.start': unusual } });
    await window.page.keyboard.type('962');
    await window.page.keyboard.press('Enter');
    await window.page.getByRole('button', { name: 'Change the amount' }).waitFor();
    await scan(window.page, code, 'Enter');
    await window.page.getByText(asked).waitFor();
    await expectPage(amount(window)).toHaveValue('962');
    if (await window.page.getByRole('button', { name: 'Change the amount' }).isVisible())
      await window.page.getByRole('button', { name: 'Change the amount' }).click();
    await expectPage(reference(window)).toHaveValue('');
    expect(await callsTo(window, 'sale.start')).toEqual([{ amount: 96_200 }]);
  });

  test('before the question hides no part of the question', async () => {
    const window = await windows.till(till(), { answers: { 'sale.start': unusual } });
    await window.page.keyboard.type('962');
    await scan(window.page, EAN8, 'Enter');
    await window.page.getByText(`Scanned: ${EAN8}.`).waitFor();
    await window.page.getByRole('button', { name: 'Charge', exact: true }).click();
    await window.page.getByText('is more than 10 times a usual sale. Charge it?').waitFor();
  });

  test('leaves the PIN unchanged', async () => {
    const window = await windows.till(live({ role: 'cashier' }), {
      answers: { 'sale.start': aboveMaximum },
      width: 1024,
      height: 528,
    });
    await window.page.keyboard.type('3000');
    await window.page.keyboard.press('Enter');
    const pin = window.page.getByRole('textbox', { name: 'Manager PIN' });
    await expectPage(pin).toBeFocused();
    await window.page.keyboard.type('47');
    await scan(window.page, EAN8, 'Enter');
    await window.page.getByText(asked).waitFor();
    await expectPage(pin).toHaveValue('47');
    expect(await overflowOf(window.page)).toEqual([]);
    expect(await cutOf(window.page)).toEqual([]);
    await window.page.getByRole('button', { name: '1', exact: true }).click();
    await expectPage(pin).toHaveValue('471');
    await window.page.getByText('is more than the €\u00a02.500,00 that this till takes at once').waitFor();
    expect(await callsTo(window, 'sale.start')).toEqual([{ amount: 300_000 }]);
  });
});

describe('cents first', () => {
  test('digits enter from the right and the mode is visible', async () => {
    const window = await windows.till(counting({ entry: 'cents-first' }));
    await window.page.getByText('Cents first', { exact: true }).waitFor();
    await window.page.keyboard.type('12');
    await expectPage(amount(window)).toHaveValue('0,12');
    await window.page.getByRole('button', { name: '00' }).click();
    await expectPage(amount(window)).toHaveValue('12,00');
    await window.page.keyboard.press('Backspace');
    await expectPage(amount(window)).toHaveValue('1,20');
    await amount(window).focus();
    await window.page.keyboard.type('5');
    await expectPage(amount(window)).toHaveValue('12,05');
    await window.page.keyboard.press('Enter');
    await expectCalls(window, 'sale.start').toEqual([{ amount: 1_205 }]);
    await window.page.getByRole('button', { name: 'Clear' }).click();
    await expectPage(amount(window)).toHaveValue('');
  });

  test('applies to the next sale and to refunds', async () => {
    const window = await windows.till(counting({ entry: 'cents-first' }, { sale: sale('paid') }));
    await window.page.getByRole('button', { name: 'Refund' }).click();
    const box = window.page.getByRole('textbox', { name: 'Refund amount' });
    await box.selectText();
    await window.page.keyboard.type('725');
    await expectPage(box).toHaveValue('7,25');
    const dialog = window.page.getByRole('dialog', { name: 'Refund payment' });
    for (const [key, shown] of [
      ['Backspace', '0,72'],
      ['Clear', ''],
      ['5', '0,05'],
      ['00', '5,00'],
    ] as const) {
      await dialog.getByRole('button', { name: key, exact: true }).click();
      await expectPage(box).toHaveValue(shown);
    }
    await window.page.keyboard.press('Escape');
    await window.page.keyboard.type('350');
    await expectCalls(window, 'sale.dismiss').toHaveLength(1);
    await window.push(counting({ entry: 'cents-first' }));
    await expectPage(amount(window)).toHaveValue('3,50');
  });
});

test('quick amounts add up without moving the layout', async () => {
  const window = await windows.till(counting({ quickAmounts: [250, 500, 1_000, 2_000, 5_000, 12_550] }), {
    width: 1024,
    height: 768,
  });
  const quick = window.page.getByRole('group', { name: 'Quick amounts' });
  expect(await quick.getByRole('button').allInnerTexts()).toEqual(
    ['2,50', '5,00', '10,00', '20,00', '50,00', '125,50'].map((text) => `€\u00a0${text}`),
  );
  const charge = window.page.getByRole('button', { name: 'Charge', exact: true });
  const before = await charge.boundingBox();
  await quick.getByRole('button', { name: '5,00', exact: false }).nth(0).click();
  await quick.getByRole('button', { name: '€\u00a010,00' }).click();
  await expectPage(amount(window)).toHaveValue('15,00');
  expect(await charge.boundingBox()).toEqual(before);
  await window.page.keyboard.press('Enter');
  await expectCalls(window, 'sale.start').toEqual([{ amount: 1_500 }]);
  const cut = await window.page.evaluate(
    () =>
      [...document.querySelectorAll('[data-place]')].filter(
        (place) => place.scrollHeight > place.clientHeight + 1 || place.scrollWidth > place.clientWidth + 1,
      ).length,
  );
  expect(cut).toBe(0);
});
