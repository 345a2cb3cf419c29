import { describe, expect, test } from 'vitest';
import type { HeadOfficeView } from '../../preload/contract/head-office.ts';
import { expectPage } from '../base/expect-page.ts';
import { answerWith, callsTo, refusal } from './recorded-calls.ts';
import { live, storedSettings } from './sample-snapshots.ts';
import { expectCalls, windows } from './windows.ts';

const view = ['Settings', 'Head office'] as const;
const address = 'https://chain.example';
const enrolled: HeadOfficeView['enrolled'] = { chain: 'Zoë Bakeries', till: 12, address, waiting: 0, sets: [] };

describe('head office', () => {
  test('enrols the till by address and code, explaining refusals', async () => {
    const answers = { ...storedSettings, 'head-office.enrol': refusal('head-office.code-used') };
    const window = await windows.till(live(), { answers, view });
    const { page } = window;
    const enrol = page.getByRole('button', { name: 'Enrol' });
    await page.getByRole('textbox', { name: 'Address' }).fill('http://chain.example');
    await enrol.click();
    await page.getByText('must start with https').waitFor();
    expect(await callsTo(window, 'head-office.enrol')).toEqual([]);
    await page.getByRole('textbox', { name: 'Address' }).fill(` ${address} `);
    await page.getByRole('textbox', { name: 'Code' }).fill('K7QX-2M9F');
    await page.keyboard.press('Enter');
    await page.getByText('This code was used before. Ask head office for another one.').waitFor();
    await answerWith(window, { 'head-office.enrol': {}, 'head-office.read': { enrolled } });
    await enrol.click();
    await page.getByText('Enrolled with Zoë Bakeries, as till 12').waitFor();
    await expectCalls(window, 'head-office.enrol').toEqual([
      { address, code: 'K7QX-2M9F' },
      { address, code: 'K7QX-2M9F' },
    ]);
    expect(await callsTo(window, 'settings.counter.save')).toEqual([]);
  });

  test('shows last upload, pending entries, problems and its settings', async () => {
    const { error: problem } = refusal('head-office.unreachable', { values: { host: 'chain.example', why: 'x' } });
    const { error: settingsProblem } = refusal('head-office.setting', { values: { path: 'counter.entry' } });
    const sets = ['counter.maximum'];
    const shown = { ...enrolled, waiting: 214, shippedAt: Date.now(), problem, sets, settingsProblem };
    const answers = { ...storedSettings, 'head-office.read': { enrolled: shown } };
    const { page } = await windows.till(live(), { answers, view });
    await page.getByText('chain.example cannot be reached. Check the address and the network').waitFor();
    await expectPage(page.getByRole('status').filter({ hasText: 'Last shipped' })).toContainText(
      'Waiting: 214 entries',
    );
    await page.getByText('does not fit this till: Amounts are typed.').waitFor();
    await page.getByText('Set by head office: Sales above this need a manager').waitFor();
  });

  test('leaving requires confirmation', async () => {
    const answers = { ...storedSettings, 'head-office.read': { enrolled } };
    const window = await windows.till(live(), { answers, view });
    const { page } = window;
    await page.getByRole('button', { name: 'Leave head office' }).click();
    const dialog = page.getByRole('dialog', { name: 'Leave Zoë Bakeries?' });
    await answerWith(window, { 'head-office.read': {} });
    await dialog.getByRole('button', { name: 'Leave head office' }).click();
    await page.getByRole('button', { name: 'Enrol' }).waitFor();
    expect(await callsTo(window, 'head-office.leave')).toEqual([{}]);
  });

  test('support can neither enrol nor leave', async () => {
    const answers = { ...storedSettings, 'head-office.read': { enrolled } };
    const { page } = await windows.till(live({ role: 'support' }), { answers, view });
    await page.getByText('Enrolled with Zoë Bakeries, as till 12').waitFor();
    await expectPage(page.getByRole('button', { name: 'Leave head office' })).toHaveCount(0);
  });

  test('its settings are visible but read-only', async () => {
    const byHeadOffice = ['counter.maximum', 'counter.entry', 'counter.sound.muted'];
    const settings = { ...storedSettings['settings.read'], byHeadOffice };
    const answers = { ...storedSettings, 'settings.read': settings };
    const { page } = await windows.till(live(), { answers, view: ['Settings', 'Money and limits'] });
    const maximum = page.getByRole('textbox', { name: 'Sales above this need a manager' });
    await expectPage(maximum).toHaveAttribute('readonly');
    await expectPage(maximum).toHaveAccessibleDescription('Set by head office');
    await expectPage(page.getByRole('radio').first()).toBeDisabled();
    await expectPage(page.getByRole('textbox', { name: 'Quick amounts' })).not.toHaveAttribute('readonly');
    await page.getByRole('tab', { name: 'Display' }).click();
    await expectPage(page.getByRole('switch', { name: 'No sound' })).toBeDisabled();
  });
});
