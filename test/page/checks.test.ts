import { expect, test } from 'vitest';
import { expectPage } from '../base/expect-page.ts';
import { settledShot } from './pictures/shot.ts';
import { shotOf } from './pictures/shots.ts';
import { answerLater, answerWith, callsTo, refusal } from './recorded-calls.ts';
import { checksAnswers, wellChecks, wrongChecks } from './sample-checks.ts';
import { logLines } from './sample-logs.ts';
import { live, storedSettings } from './sample-snapshots.ts';
import { expectCalls, windows } from './windows.ts';

test('runs all checks or a single check, linking to faults', async () => {
  const answers = { ...storedSettings, ...checksAnswers(wrongChecks) };
  const window = await windows.till(live(), { answers, view: ['Support'] });
  const { page } = window;
  await page.getByText('To fix: Right to refunds, Signatures of the service, Printer.').waitFor();
  await page.getByRole('button', { name: 'Run checks' }).click();
  await page.getByRole('button', { name: 'Check again: Printer' }).click();
  await expectCalls(window, 'checks.run').toEqual([{}, { only: 'printer' }]);
  await page.getByRole('button', { name: 'Go there: Printer' }).click();
  await page.getByRole('tab', { name: 'Receipts and printers', selected: true }).waitFor();
});

test('lists running checks and starts no second run', async () => {
  const half = { ...wellChecks, checks: wellChecks.checks.slice(0, 15) };
  const window = await windows.till(live(), {
    answers: checksAnswers(half, ['printer', 'versions']),
    view: ['Support'],
  });
  const { page } = window;
  await page.getByText('Checking. Still to come: 2.').waitFor();
  expect(await page.getByRole('list', { name: 'What was checked' }).getByRole('listitem').count()).toBe(17);
  await page.getByRole('button', { name: 'Run checks' }).click({ force: true });
  await page.getByRole('button', { name: 'Check again: Printer' }).click({ force: true });
  expect(await callsTo(window, 'checks.run')).toEqual([]);
});

test('the next click retries a refused part of the pack', async () => {
  const { window } = await settledShot(windows, shotOf('till-logs-pack-part'), {});
  const more = window.page.getByRole('button', { name: 'Show more' });
  await answerWith(window, { 'pack.look': refusal('pack.gone') });
  await more.click();
  const refused = window.page.getByRole('dialog').locator('[data-tone="red"]');
  await refused.waitFor();
  await answerWith(window, { 'pack.look': { text: 'the end', next: null } });
  await more.evaluate((button: HTMLButtonElement) => {
    button.click();
    button.click();
  });
  await refused.waitFor({ state: 'detached' });
  await expectPage(window.page.getByRole('textbox', { name: 'journal.jsonl' })).toHaveValue(/\nthe end$/);
});

test('late log lines do not replace newer lines', async () => {
  const { window } = await settledShot(windows, shotOf('till-logs'), {});
  const { page } = window;
  const find = page.getByRole('searchbox', { name: 'Find in the log' });
  const lines = (message: string) => ({ rows: logLines(3).map((line) => ({ ...line, message })), next: null });
  const answer = await answerLater(window, 'logs.find');
  await find.fill('old');
  await expect.poll(async () => (await callsTo(window, 'logs.find')).at(-1)).toMatchObject({ text: 'old' });
  await answerWith(window, { 'logs.find': lines('asked for now') });
  await find.fill('new');
  await page.getByText('asked for now').first().waitFor();
  await answer(lines('asked for before'));
  await window.show(live());
  await expectPage(page.getByText('asked for before')).toHaveCount(0);
  for (const key of ['ArrowLeft', 'ArrowRight', 'Home']) await find.press(key);
  expect(await callsTo(window, 'session.keep')).toHaveLength(1);
});

test('a click retries a refused page; new lines come first', async () => {
  const { window } = await settledShot(windows, shotOf('till-logs'), {});
  const { page } = window;
  const lines = (count: number) => ({ 'logs.find': { rows: logLines(count), next: null } });
  const rows = page.getByRole('table', { name: 'Lines of the log' }).getByRole('row');
  await window.stopClock();
  await answerWith(window, { 'logs.find': refusal('journal.unreadable') });
  await page.getByRole('searchbox', { name: 'Find in the log' }).fill('old');
  await page.clock.runFor(200);
  const goOn = page.getByRole('button', { name: 'Go on' });
  await goOn.waitFor();
  await answerWith(window, lines(3));
  await goOn.click();
  await expectPage(rows).toHaveCount(4);
  await answerWith(window, lines(5));
  await page.clock.runFor(3_000);
  await expectPage(rows).toHaveCount(6);
  await expectPage(goOn).toHaveCount(0);
});

test('a late refusal does not affect the newest search', async () => {
  const { window } = await settledShot(windows, shotOf('till-settings-record'), {});
  const find = window.page.getByRole('searchbox');
  const answer = await answerLater(window, 'record.find');
  await find.fill('old');
  await expect.poll(async () => (await callsTo(window, 'record.find')).at(-1)).toMatchObject({ text: 'old' });
  await answerWith(window, { 'record.find': { rows: [], next: null } });
  await find.fill('new');
  const none = window.page.getByText('Nothing found.');
  await none.waitFor();
  await answer(refusal('journal.unreadable'));
  await window.show(live());
  await expectPage(none).toBeVisible();
});
