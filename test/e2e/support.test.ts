import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { type CheckId, type CheckReport, checksCalls } from '../../preload/contract/checks.ts';
import { onlyOnLinux } from '../base/only-where.ts';
import { filesOfZip } from '../export/read-zip.ts';
import {
  dialogsAnswer,
  expectPage,
  givenFolder,
  givenShop,
  onlyOnHost,
  PIN,
  reads,
  runHeadless,
  unlocks,
} from './harness/index.ts';

const folder = givenFolder();
const shop = givenShop({
  provisioning: { managerPin: PIN },
  launch: { env: dialogsAnswer({ filePath: join(folder, 'support.zip') }) },
});
beforeAll(() => shop.sellAndLeave('12,50'));

const till = () => shop.app.till;
const button = (name: string) => till().getByRole('button', { name, exact: true });
const lines = () => till().getByRole('table', { name: 'Lines of the log' });

test('searches the log and shows new lines live', async () => {
  await till().getByRole('link', { name: 'Support' }).click();
  await unlocks(shop.app, PIN);
  await till().getByRole('tab', { name: 'Logs' }).click();
  await reads(lines(), 'Till open');
  await till().getByRole('searchbox', { name: 'Find in the log' }).fill('createStaticQr');
  await reads(lines(), 'Response received');
  await expectPage(lines()).not.toContainText('Till open');
  await till().getByRole('searchbox', { name: 'Find in the log' }).fill('');
  await button('Write more for an hour').click();
  await reads(till(), 'More until');
  await reads(lines(), 'Log level raised for a limited time');
  await till().getByRole('tab', { name: 'Terminal' }).click();
  await till().getByRole('tab', { name: 'Logs' }).click();
  await reads(lines(), 'Window call');
  await button('Back to normal').click();
});

test('shows a test picture on each screen', async () => {
  await till().getByRole('tab', { name: 'Terminal' }).click();
  await button('Show test pictures').click();
  const pictures = () =>
    shop.app.browser
      .contexts()
      .flatMap((context) => context.pages())
      .filter((page) => page.url().includes('/screen-'));
  await expect.poll(() => pictures().length).toBe(2);
  for (const picture of pictures()) await picture.getByRole('img').or(picture.locator('svg')).first().waitFor();
  await reads(till(), 'Each screen shows its number and a code to scan');
});

test("copies a payment's diagnosis from charge to end", async () => {
  await till().keyboard.press('F2');
  await till().getByRole('table', { name: 'Payments' }).getByRole('row').first().click();
  await button('Diagnosis').click();
  const dialog = till().getByRole('dialog', { name: 'What happened to this payment' });
  const told = await dialog.getByRole('textbox').inputValue();
  expect(told).toMatch(/\[till\] Charged EUR 12\.50/);
  expect(told).toMatch(/\[till\] Now paid/);
  expect(told).toMatch(/\[log\] info: Response received/);
  await button('Copy the text').click();
  await reads(dialog, 'Copied.');
  await till().keyboard.press('Escape');
});

test('shows and saves a support pack', onlyOnHost('its save dialogs answer by themselves'), async () => {
  await till().getByRole('link', { name: 'Support' }).click();
  await till().getByRole('tab', { name: 'Logs' }).click();
  await button('Save support pack').click();
  const dialog = till().getByRole('dialog', { name: 'Support pack' });
  await expectPage(dialog.getByRole('button', { name: 'Look at journal.jsonl' })).toBeVisible();
  await dialog.getByRole('button', { name: 'Look at journal.jsonl' }).click();
  const part = dialog.getByRole('textbox', { name: 'journal.jsonl' });
  // The box is empty until its text is loaded.
  await expectPage(part).not.toHaveValue('');
  const looked = await part.inputValue();
  await button('Back to the list').click();
  await button('Save the file').click();
  await reads(dialog, 'Saved as support.zip.');
  const files = filesOfZip(readFileSync(join(folder, 'support.zip')));
  expect(files.get('journal.jsonl')?.startsWith(looked.slice(0, 2_000))).toBe(true);
  expect(files.get('settings.json')).toContain('"posId"');
  expect([...files.values()].join('')).not.toContain(PIN);
  await till().keyboard.press('Escape');
});

/** Runs all checks and returns the summary. */
async function runChecks(): Promise<string> {
  const run = button('Run checks');
  await run.waitFor();
  const summary = till().getByRole('main').getByRole('status').filter({ hasText: /./ });
  // The previous summary stays until the new run ends with a different text, at least a new time.
  const before = (await summary.textContent()) ?? '';
  await run.click();
  await expectPage(summary).not.toHaveText(before);
  await expectPage(summary).toHaveText(/^(Everything is fine|Works|To fix)/);
  return (await summary.textContent()) ?? '';
}

function line(name: string) {
  return till().getByRole('list', { name: 'What was checked' }).getByRole('listitem').filter({ hasText: name });
}

test('every check passes on a working till', async () => {
  await till().getByRole('link', { name: 'Support' }).click();
  await till().getByRole('tab', { name: 'Checks' }).click();
  expect(await runChecks()).not.toMatch(/^To fix/);
  await reads(line('Keychain'), 'It stores an entry and gives it back.');
  await reads(line('Right to refunds'), 'answered as it should be');
  await reads(line('Signatures of the service'), 'proved that it comes from there');
  await reads(line('Public key at the provider'), 'accepted what key till-42-2026 signed');
  await reads(line('Record of payments'), 'it ends where the keychain says');
});

const stateOf = ({ checks }: CheckReport, id: CheckId) => checks.find((check) => check.id === id)?.state;

test('a fleet tool gets the same report as JSON', onlyOnLinux('a keychain of its own'), async () => {
  const before = readdirSync(shop.userDataDir);
  const { status, out } = await runHeadless(shop.userDataDir, '--check=json');
  const report = checksCalls['checks.read'].answer.shape.report.unwrap().parse(JSON.parse(out));
  expect(report.checks).toHaveLength(18);
  expect([stateOf(report, 'keychain'), stateOf(report, 'payments'), stateOf(report, 'journal')]).toEqual([
    'ok',
    'ok',
    'ok',
  ]);
  expect([0, 3]).toContain(status);
  expect(out).not.toContain(shop.signingKey.d);
  expect(readdirSync(shop.userDataDir)).toEqual(before);
  expect(await runHeadless(shop.userDataDir, '--check=xml')).toMatchObject({
    status: 2,
    out: '',
    err: expect.stringContaining('not "xml"'),
  });
});
