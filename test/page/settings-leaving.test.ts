import { describe, expect, test } from 'vitest';
import { expectPage } from '../base/expect-page.ts';
import type { Opening, OpenWindow } from './open-windows.ts';
import { callsTo, refusal } from './recorded-calls.ts';
import { live, sale, storedSettings, till } from './sample-snapshots.ts';
import { expectCalls, windows } from './windows.ts';

const shopName = ({ page }: OpenWindow) => page.getByRole('textbox', { name: 'Shop name' });
const question = ({ page }: OpenWindow) => page.getByRole('dialog', { name: 'Leave without saving?' });
const provisioned = () => {
  const base = till();
  return { ...base, terminal: { ...base.terminal, provisioned: true } };
};

async function openSettings(snapshot = live(), answers: Opening['answers'] = {}): Promise<OpenWindow> {
  const window = await windows.till(snapshot, { answers: { ...storedSettings, ...answers }, view: ['Settings'] });
  await shopName(window).waitFor();
  return window;
}

describe('unsaved settings', () => {
  test('ask before a link, key or Lock leaves', async () => {
    const window = await openSettings();
    const { page } = window;
    const lock = () => page.getByRole('button', { name: 'Lock' }).click();
    await shopName(window).fill('Bakkerij Anna');
    await page.getByText('1 change, not saved yet.').waitFor();
    for (const leave of [
      () => page.getByRole('link', { name: 'Sale', exact: true }).click(),
      () => page.keyboard.press('F2'),
      lock,
    ]) {
      await leave();
      await question(window).getByRole('button', { name: 'Back to the settings' }).click();
      await question(window).waitFor({ state: 'detached' });
      await expectPage(shopName(window)).toHaveValue('Bakkerij Anna');
    }
    expect(await callsTo(window, 'session.lock')).toEqual([]);
    await lock();
    await question(window).getByRole('button', { name: 'Leave without saving' }).click();
    await shopName(window).waitFor({ state: 'detached' });
    expect(await callsTo(window, 'session.lock')).toHaveLength(1);
    expect(await callsTo(window, 'settings.save')).toEqual([]);
  });

  test('are restored by Undo without a question', async () => {
    const window = await openSettings();
    await shopName(window).fill('Bakkerij Anna');
    await window.page.getByRole('button', { name: 'Undo' }).click();
    await expectPage(shopName(window)).toHaveValue('Bakkerij Zoë');
    await window.page.getByRole('link', { name: 'Sale', exact: true }).click();
    await window.page.getByRole('button', { name: 'Charge', exact: true }).waitFor();
  });
});

/** Clicks Save and then Sale, before main has answered. */
async function savesAndLeaves(window: OpenWindow): Promise<void> {
  await shopName(window).fill('Bakkerij Anna');
  await window.page.evaluate(() => {
    for (const pressed of ['button[type="submit"]', 'a[href="#sale"]'])
      document.querySelector<HTMLElement>(pressed)?.click();
  });
  await expectCalls(window, 'settings.save').toHaveLength(1);
}

test.each(['settings.stale', 'settings.unwritable'])(
  'keeps changes when a save before leaving fails with %s',
  async (code) => {
    const window = await openSettings(live(), { 'settings.save': refusal(code) });
    await savesAndLeaves(window);
    await question(window).getByRole('button', { name: 'Back to the settings' }).click();
    await question(window).waitFor({ state: 'detached' });
    await expectPage(shopName(window)).toHaveValue('Bakkerij Anna');
  },
);

test('leaves for Sale once the save has succeeded', async () => {
  const window = await openSettings();
  await savesAndLeaves(window);
  await window.page.getByRole('button', { name: 'Charge', exact: true }).waitFor();
  await expectPage(question(window)).toHaveCount(0);
});

test('leaving training asks first and explains the change', async () => {
  const window = await openSettings(provisioned());
  await window.page.getByRole('button', { name: 'Leave training' }).click();
  const dialog = window.page.getByRole('dialog', { name: 'Take real payments from now on?' });
  await dialog.getByText("real money from the customer's account to that of Bakkerij Zoë").waitFor();
  await expectPage(dialog.getByRole('button', { name: 'Not now' })).toBeFocused();
  await window.page.keyboard.press('Enter');
  await dialog.waitFor({ state: 'detached' });
  expect(await callsTo(window, 'terminal.choose')).toEqual([]);
  await window.page.getByRole('button', { name: 'Leave training' }).click();
  await dialog.getByRole('button', { name: 'Take real payments from now on' }).click();
  await expectCalls(window, 'terminal.choose').toEqual([{ mode: 'live' }]);
});

test('saving asks first when training would end', async () => {
  const window = await openSettings(till());
  await shopName(window).fill('Bakkerij Anna');
  await window.page.getByRole('button', { name: 'Save' }).click();
  const dialog = window.page.getByRole('dialog', { name: 'Take real payments from now on?' });
  await dialog.waitFor();
  expect(await callsTo(window, 'settings.save')).toEqual([]);
  await dialog.getByRole('button', { name: 'Take real payments from now on' }).click();
  await expectCalls(window, 'settings.save').toHaveLength(1);
});

test('saving asks before the test environment becomes live', async () => {
  const base = live();
  const testing = { ...base, terminal: { ...base.terminal, environment: 'PREPROD' as const } };
  const window = await openSettings(testing);
  await shopName(window).fill('Bakkerij Anna');
  await window.page.getByRole('button', { name: 'Save' }).click();
  const dialog = window.page.getByRole('dialog', { name: 'Take real payments from now on?' });
  await dialog.getByText("real money from the customer's account to that of Bakkerij Anna").waitFor();
  await expectPage(dialog.getByText('What was practised in training')).toHaveCount(0);
  expect(await callsTo(window, 'settings.save')).toEqual([]);
  await dialog.getByRole('button', { name: 'Take real payments from now on' }).click();
  await expectCalls(window, 'settings.save').toHaveLength(1);
});

test('limits and PIN are saved in training without an account', async () => {
  const window = await windows.till(till(), {
    answers: {
      'settings.read': { settings: null, counter: till().counter, apiKeySet: false, pinSet: false, version: 'v1' },
    },
    view: ['Settings', 'Money and limits'],
  });
  await window.page.getByLabel('Manager PIN').fill('4711');
  await window.page.getByLabel('The same PIN again').fill('4711');
  await window.page.getByLabel('Sales above this need a manager').fill('100');
  await window.page.getByText('2 changes, not saved yet.').waitFor();
  await window.page.getByRole('button', { name: 'Save' }).click();
  await window.page.getByText('Saved.').waitFor();
  expect(await callsTo(window, 'settings.counter.save')).toEqual([
    { version: 'v1', managerPin: '4711', counter: expect.objectContaining({ maximum: 10_000, unusualFactor: 10 }) },
  ]);
  expect(await callsTo(window, 'settings.save')).toEqual([]);
});

test('a PIN is saved only when typed twice', async () => {
  const window = await windows.till(live(), { answers: storedSettings, view: ['Settings', 'Money and limits'] });
  const { page } = window;
  const again = page.getByLabel('The same PIN again');
  await page.getByLabel('Manager PIN').waitFor();
  await expectPage(again).toHaveCount(0);
  await page.getByLabel('Manager PIN').fill('471147');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('The two are not the same. Type the PIN twice.').waitFor();
  await expectPage(again).toBeFocused();
  await again.fill('471174');
  await page.getByRole('button', { name: 'Save' }).click();
  await expectPage(again).toHaveAttribute('aria-invalid', 'true');
  expect(await callsTo(window, 'settings.counter.save')).toEqual([]);
  await page.getByLabel('Manager PIN').fill('');
  await expectPage(again).toHaveCount(0);
  await page.getByLabel('Manager PIN').fill('471174');
  await expectPage(again).toHaveValue('');
  await again.fill('471174');
  await page.getByText('1 change, not saved yet.').waitFor();
  await page.getByRole('button', { name: 'Save' }).click();
  await expectCalls(window, 'settings.counter.save').toMatchObject([{ managerPin: '471174' }]);
  expect(Object.keys((await callsTo(window, 'settings.counter.save'))[0] as object)).not.toContain('managerPinAgain');
});

describe('the automatic return to a new sale', () => {
  const returning = (snapshot: ReturnType<typeof till>) => ({
    ...snapshot,
    counter: { ...snapshot.counter, returnAfterSeconds: 3 },
  });
  const alarm = { shownAs: 'cancelled', at: 0, acknowledged: true } as const;

  /** A window with a stopped clock, showing the end of a sale. */
  async function atEnd(snapshot: () => ReturnType<typeof till>): Promise<OpenWindow> {
    const window = await windows.till(returning(till()));
    await window.page.getByRole('button', { name: 'Charge', exact: true }).waitFor();
    await window.stopClock();
    await window.push(returning(snapshot()));
    await window.page.getByRole('button', { name: 'New sale' }).waitFor();
    await window.page.clock.runFor(1_000);
    return window;
  }

  test('counts from the last key press', async () => {
    const window = await atEnd(() => till({ sale: sale('paid') }));
    await window.page.clock.runFor(1_900);
    expect(await callsTo(window, 'sale.dismiss')).toEqual([]);
    await window.page.keyboard.press('Shift');
    await window.page.clock.runFor(2_900);
    expect(await callsTo(window, 'sale.dismiss')).toEqual([]);
    await window.page.clock.runFor(200);
    await expectCalls(window, 'sale.dismiss').toHaveLength(1);
  });

  test('never leaves an unknown outcome or an alarm', async () => {
    const window = await atEnd(() => till({ sale: sale('unknown') }));
    await window.page.clock.runFor(600_000);
    await window.push(returning(till({ sale: sale('paid', { alarm }) })));
    await window.page.clock.runFor(600_000);
    expect(await callsTo(window, 'sale.dismiss')).toEqual([]);
  });

  test('waits while a dialog is open', async () => {
    const window = await atEnd(() => live({ sale: sale('paid') }));
    await window.page.getByRole('button', { name: 'Refund' }).click();
    await window.page.getByRole('dialog').waitFor();
    await window.page.clock.runFor(60_000);
    expect(await callsTo(window, 'sale.dismiss')).toEqual([]);
  });
});

test('About names version, terminal and data folder', async () => {
  const about = { version: '1.2.3', terminalId: 'id-of-this-terminal', dataFolder: '/data/Tillmate' };
  const window = await windows.till(live(), {
    answers: { ...storedSettings, 'terminal.about': about },
    view: ['Settings', 'About'],
  });
  for (const text of Object.values(about)) await window.page.getByText(text).waitFor();
});

test('About shows each licence text inside the app', async () => {
  const licences = [{ name: 'zod', version: '4.0.0', licence: 'MIT' }, { name: 'zlib' }, { name: 'zlib' }];
  const window = await windows.till(live(), {
    answers: {
      ...storedSettings,
      'terminal.licences': { licences },
      'terminal.licence': { text: 'Permission is hereby granted' },
    },
    view: ['Settings', 'About'],
  });
  await window.page.getByRole('button', { name: 'Licences' }).click();
  const dialog = window.page.getByRole('dialog', { name: 'Licences' });
  await expectPage(dialog.getByRole('listitem')).toHaveCount(3);
  expect(await callsTo(window, 'terminal.licence')).toEqual([]);
  await dialog.getByText('zod 4.0.0 MIT').click();
  await dialog.getByText('Permission is hereby granted').waitFor();
  await dialog.getByText('zlib').last().click();
  await expectPage(dialog.getByText('Permission is hereby granted')).toHaveCount(2);
  expect(await callsTo(window, 'terminal.licence')).toEqual([{ index: 0 }, { index: 2 }]);
  await dialog.getByRole('button', { name: 'Close' }).click();
  await expectPage(dialog).toHaveCount(0);
});
