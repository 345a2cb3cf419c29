import { expect, test } from 'vitest';
import { language } from '../../preload/contract/setting-values.ts';
import { expectPage } from '../base/expect-page.ts';
import { goTo } from './pictures/shot.ts';
import { checksAnswers, wellChecks } from './sample-checks.ts';
import { sampleFigures } from './sample-figures.ts';
import { keysAnswers } from './sample-keys.ts';
import { logAnswers } from './sample-logs.ts';
import { payoutAnswers } from './sample-payouts.ts';
import { peopleAnswers } from './sample-people.ts';
import { shiftAnswers } from './sample-shifts.ts';
import { backup, found, live } from './sample-snapshots.ts';
import { finder } from './texts.ts';
import { windows } from './windows.ts';

const views = [
  ['nav.payments'],
  ['nav.day'],
  ['nav.day', 'day.part.figures'],
  ['nav.payouts'],
  ['nav.settings'],
  ['nav.settings', 'settings.part.people'],
  ['nav.settings', 'settings.part.record'],
  ['nav.settings', 'settings.part.updates'],
  ['nav.support', 'support.tab.checks'],
  ['nav.support', 'support.tab.keys'],
  ['nav.support', 'support.tab.backup'],
  ['nav.support', 'support.tab.logs'],
  ['nav.support', 'support.tab.terminal'],
] as const;

const answers = {
  ...found(40),
  ...shiftAnswers(),
  'figures.read': sampleFigures,
  ...payoutAnswers(),
  ...peopleAnswers,
  ...keysAnswers(),
  ...logAnswers,
  ...backup(null),
  ...checksAnswers(wellChecks),
};

test.each(language.options)('each manager and support view has a help dialog: %s', async (spoken) => {
  const t = finder(spoken);
  const window = await windows.till(live(), { width: 1024, height: 768, language: spoken, answers });
  const { page } = window;
  const pictures = new Set<string>();
  for (const [view, part] of views) {
    await goTo(page, t, view, part);
    await page.getByRole('button', { name: t('help'), exact: true }).click();
    const dialog = page.getByRole('dialog', { name: t('help.title').replace('{{view}}', t(part ?? view)) });
    const picture = dialog.getByRole('img', { name: t(part ?? view) });
    await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(640);
    pictures.add((await picture.getAttribute('src')) ?? '');
    await expectPage(dialog.getByRole('listitem')).toHaveCount(5);
    expect.soft(await dialog.innerText()).not.toMatch(/\$t|[*{}]/);
    expect.soft(await dialog.evaluate((box) => box.scrollHeight - box.clientHeight), t(part ?? view)).toBe(0);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
  }
  expect(pictures.size).toBe(views.length);
  expect(window.faults).toEqual([]);
});

test('F1 opens the help of the open part for managers', async () => {
  const window = await windows.till(live(), { width: 1024, height: 768, answers });
  const { page } = window;
  const dialogs = page.getByRole('dialog');
  const sale = page.getByRole('link', { name: 'Sale' });
  const place = await sale.boundingBox();
  const button = page.getByRole('button', { name: 'Help', exact: true });
  await expectPage(button).toHaveCount(0);
  await page.keyboard.press('F1');
  await page.getByRole('link', { name: 'Settings' }).click();
  await page.getByRole('tab', { name: 'Display' }).click();
  expect(await sale.boundingBox()).toEqual(place);
  await expectPage(dialogs).toHaveCount(0);
  await page.getByRole('tab', { name: 'People' }).click();
  await page.getByRole('button', { name: 'Add person' }).click();
  await page.keyboard.press('F1');
  await expectPage(dialogs).toHaveCount(1);
  await page.keyboard.press('Escape');
  await button.focus();
  await page.keyboard.press('F1');
  await page.getByRole('dialog', { name: 'Help: People' }).waitFor();
  await page.keyboard.press('Escape');
  await expectPage(dialogs).toHaveCount(0);
  await expectPage(button).toBeFocused();
  await window.push(live({ role: 'cashier' }));
  await page.getByRole('link', { name: 'Payments' }).click();
  await expectPage(button).toHaveCount(0);
});
