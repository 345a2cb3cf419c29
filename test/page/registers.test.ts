import { describe, expect, test } from 'vitest';
import { expectPage } from '../base/expect-page.ts';
import { answerWith, callsTo, refusal } from './recorded-calls.ts';
import { linked, registersAnswers } from './sample-people.ts';
import { live } from './sample-snapshots.ts';
import { windows } from './windows.ts';

const view = ['Settings', 'Cash registers'] as const;

describe('cash registers', () => {
  test('the code stands large with its time and the address, and the dialog closes as a register comes', async () => {
    const answers = registersAnswers();
    const window = await windows.till(linked, { answers, view });
    const { page } = window;
    await page.getByRole('button', { name: 'Pair a cash register' }).click();
    const dialog = page.getByRole('dialog', { name: 'Pair a cash register' });
    await expectPage(dialog.getByRole('status', { name: 'Pairing code' })).toHaveText('482 913');
    await expectPage(dialog.getByRole('timer')).toHaveText('1:47 left');
    await dialog.getByText('http://127.0.0.1:47800').waitFor();
    expect(await callsTo(window, 'registers.begin-pairing')).toEqual([{}]);
    const { value } = answers['registers.read'];
    const came = { id: 'r3', name: 'Till 2 of the bakery', pairedAt: 0 };
    const { pairing: _over, ...rest } = value;
    await answerWith(window, {
      'registers.read': { ok: true, value: { ...rest, registers: [...value.registers, came] } },
    });
    await page.getByText('Paired: Till 2 of the bakery.').waitFor();
    await dialog.waitFor({ state: 'detached' });
    expect(await callsTo(window, 'registers.stop-pairing')).toEqual([]);
  });

  test('closing the dialog takes the code back, and one that has run out is followed by another on demand', async () => {
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

  test('one is ended by name, after a question', async () => {
    const window = await windows.till(linked, { answers: registersAnswers(), view });
    const { page } = window;
    await page.getByRole('button', { name: 'End Counter by the door' }).click();
    const dialog = page.getByRole('dialog', { name: 'End Counter by the door?' });
    await dialog.getByRole('button', { name: 'End', exact: true }).click();
    await page.getByText('Ended: Counter by the door.').waitFor();
    expect(await callsTo(window, 'registers.end')).toEqual([{ id: 'r1' }]);
  });

  test.each([
    ['while they are switched off', live(), {}, 'Switch it on and save, then pair the first one.'],
    ['while the port is taken', linked, { problems: [refusal('register.port-taken').error] }, 'Another program uses'],
  ])('none can be paired %s, and the part says why', async (_when, snapshot, change, said) => {
    const answers = registersAnswers({ ...change, address: undefined });
    const window = await windows.till(snapshot, { answers, view });
    await window.page.getByText(said).waitFor();
    await window.page.getByRole('button', { name: 'Pair a cash register' }).click({ force: true });
    expect(await callsTo(window, 'registers.begin-pairing')).toEqual([]);
  });
});
