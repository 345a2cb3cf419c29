import { describe, expect, test } from 'vitest';
import type { Figures } from '../../preload/contract/figures.ts';
import { typedDay } from '../../renderer/ui/form/day-text.ts';
import { expectPage } from '../base/expect-page.ts';
import type { Opening } from './open-windows.ts';
import { callsTo, refusal } from './recorded-calls.ts';
import { noFigures, sampleFigures } from './sample-figures.ts';
import { live } from './sample-snapshots.ts';
import { windows } from './windows.ts';

const told = (figures: Figures) => ({ 'figures.read': figures });

async function openFigures(opening: Opening = {}) {
  const answers = { 'shift.so-far': 'never', ...told(sampleFigures), ...opening.answers };
  return windows.till(live(), { ...opening, answers, view: ['Day', 'Figures'] });
}

describe('figures', () => {
  test('show each chart as a table and a decorative picture', async () => {
    const { page, faults } = await openFigures();
    const hours = page.getByRole('table', { name: 'Sales by hour' });
    await expectPage(hours.getByRole('row', { name: '09:00 12 € 123,35' })).toBeVisible();
    // The shop was open from seven to five, without sales at two: empty hours are neither listed nor drawn.
    await expectPage(hours.getByRole('row')).toHaveCount(12);
    await expectPage(page.getByText('14:00')).toHaveCount(0);
    await expectPage(hours.getByRole('row', { name: 'Total' })).toContainText('€ 612,45');
    const days = page.getByRole('table', { name: 'Sales by day' });
    await expectPage(days.getByRole('row', { name: 'Mon 16 38 € 412,80 € 399,00' })).toBeVisible();
    await expectPage(
      page.getByRole('table', { name: 'Refunds by day' }).getByRole('row', { name: 'Total' }),
    ).toContainText('€ 18,40');
    await page.getByText('One refund of € 6,00 has no outcome yet.').waitFor();
    await expectPage(
      page.getByRole('table', { name: 'How the payments ended' }).getByRole('row', { name: 'Cancelled 17' }),
    ).toBeVisible();
    const pictures = page.locator('main svg.recharts-surface');
    await expectPage(pictures).toHaveCount(4);
    for (const picture of await pictures.all())
      expect(await picture.evaluate((svg) => svg.closest('[aria-hidden="true"]') !== null)).toBe(true);
    // The number next to the bar, with its week in words.
    await expectPage(pictures.nth(1)).toContainText('€ 399,00 a week before');
    for (const picture of await pictures.all()) await expectPage(picture).not.toContainText('€ 0,00');
    expect(faults).toEqual([]);
  });

  test('explain the missing charts of a till without sales', async () => {
    const { page } = await openFigures({ answers: told(noFigures) });
    await page.getByText('Nothing was paid on this day.').waitFor();
    await page.getByText('Nothing was refunded in this week').waitFor();
    await expectPage(page.locator('main svg.recharts-surface')).toHaveCount(0);
  });

  test('can be read for earlier days, but not future days', async () => {
    const window = await openFigures();
    const { page } = window;
    const day = page.getByLabel('Day of the figures');
    const shownDays = async () => typedDay(await day.inputValue()) ?? '';
    // The newest day with sales, taken from the response of main.
    await expectPage(day).toHaveValue('20/11/2026');
    const newest = await shownDays();
    await page.getByRole('button', { name: 'The day before' }).click();
    const before = await shownDays();
    expect(Date.parse(newest) - Date.parse(before)).toBe(86_400_000);
    await day.fill('2199-12-31');
    await page.getByText('This day has not come yet.').waitFor();
    await page.getByRole('button', { name: 'Today' }).click();
    await expectPage(page.getByText('This day has not come yet.')).toHaveCount(0);
    await expectPage(page.getByRole('button', { name: 'The day after' })).toBeDisabled();
    const now = await shownDays();
    expect(await callsTo(window, 'figures.read')).toEqual([{ day: now, newest: true }, { day: before }, { day: now }]);
  });

  test('are read again after a change and stay visible meanwhile', async () => {
    const window = await openFigures();
    await window.page.getByRole('table', { name: 'Sales by hour' }).waitFor();
    const asked = (await callsTo(window, 'figures.read')).length;
    const [newest, ...others] = live().recent;
    if (newest === undefined) throw new Error('The sample has no payment.');
    await window.push(live({ recent: [{ ...newest, refunded: 100 }, ...others] }));
    await expect.poll(async () => (await callsTo(window, 'figures.read')).length).toBe(asked + 1);
  });

  test('show why reading failed', async () => {
    const { page } = await openFigures({ answers: { 'figures.read': refusal('journal.damaged') } });
    await expectPage(page.getByRole('main').getByRole('status')).not.toBeEmpty();
  });
});
