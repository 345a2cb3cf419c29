import { expect, test } from 'vitest';
import type { SaleView } from '../../preload/contract/views.ts';
import { expectPage } from '../base/expect-page.ts';
import { drop } from './drop-files.ts';
import type { OpenWindow } from './open-windows.ts';
import { callsTo, refusal } from './recorded-calls.ts';
import {
  AT,
  encryptedFile,
  faultyFile,
  foreignFile,
  found,
  live,
  noChecks,
  sale,
  shopsFile,
} from './sample-snapshots.ts';
import { expectCalls, windows } from './windows.ts';

const dialogOf = ({ page }: OpenWindow) => page.getByRole('dialog', { name: 'Set up this terminal again?' });
const asking = (change: Partial<typeof foreignFile> = {}) =>
  live({ role: 'cashier', provisioning: { ...foreignFile, ...change } });

test('shows each change before and after, without secrets', async () => {
  const window = await windows.till(asking());
  const rows = dialogOf(window).getByRole('region', { name: 'What would change' }).getByRole('row');
  await expectPage(rows).toHaveText([
    /Setting\s*Now\s*With the file/,
    /Mode\s*Training\s*In use, no training/,
    /Environment\s*PREPROD\s*PROD/,
    /Service address\s*https:\/\/api\.pay\.example\.org\s*https:\/\/api\.elsewhere\.example\.com/,
    /Profile id\s*p{24}\s*q{24}/,
    /Callback address\s*https:\/\/shop\.example\.org\/callbacks\s*none/,
    /Listen on host\s*none\s*0\.0\.0\.0/,
    /Listen on port\s*none\s*8443/,
    /Charge with\s*This till's own code\s*A code for each payment/,
    /The code hangs on the counter\s*yes\s*no/,
    /Oldest answer that is accepted\s*300\s*86400/,
    /Refunds above this ask for the PIN\s*€\s50,00\s*€\s1\.000,00/,
    /Signing key\s*till42-2026 · \S+\s*elsewhere-1 · \S+/,
    /API key\s*not shown\s*another one/,
    /Manager PIN\s*not shown\s*another one/,
  ]);
});

test('warns about a mixed-case POS id before use', async () => {
  const window = await windows.till(asking({ changes: [{ field: 'pos.posId', before: 'TILL42', after: 'Till42' }] }));
  await dialogOf(window).getByText('Use capital letters only').waitFor();
});

test('lists each key about to be lost', async () => {
  const changes = [
    { field: 'keys.nextKey', before: 'made-here · NzbLsXh8uDCcd-6M' },
    { field: 'keys.previousKey', before: 'old · kPrK_qmxVWaYVA9w' },
    { field: 'keys.apiKey', after: false },
  ] as const;
  const window = await windows.till(asking({ changes: [...changes] }));
  const rows = dialogOf(window).getByRole('region', { name: 'What would change' }).getByRole('row');
  await expectPage(rows).toHaveText([
    /Setting/,
    /New signing key, not in use yet\s*made-here · \S+\s*none/,
    /Old signing key\s*old · \S+\s*none/,
    /API key\s*not shown\s*none/,
  ]);
});

test("requires the manager's PIN, by keypad or keyboard", async () => {
  const window = await windows.till(asking());
  const dialog = dialogOf(window);
  const take = dialog.getByRole('button', { name: 'Use this file' });
  await expectPage(dialog.getByLabel('Manager PIN')).toBeFocused();
  await take.click();
  await expectPage(dialog.getByText('The PIN has 4 to 8 digits.')).toBeVisible();
  expect(await callsTo(window, 'provision.answer')).toEqual([]);
  for (const name of ['4', '7', '1', '1']) await dialog.getByRole('button', { name, exact: true }).click();
  await take.click();
  await expectCalls(window, 'provision.answer').toEqual([{ id: 7, answer: 'take', managerPin: '4711' }]);
  await dialog.getByLabel('Manager PIN').fill('1357');
  await window.page.keyboard.press('Enter');
  await expect.poll(async () => (await callsTo(window, 'provision.answer')).length).toBe(2);
});

test('shows a wrong PIN at its box, other errors below', async () => {
  const wrong = await windows.till(asking(), { answers: { 'provision.answer': refusal('pin.wrong') } });
  await dialogOf(wrong).getByLabel('Manager PIN').fill('1111');
  await dialogOf(wrong).getByRole('button', { name: 'Use this file' }).click();
  await expectPage(dialogOf(wrong).getByText('The PIN is not right. Try again.')).toBeVisible();
  await wrong.close();
  const busy = await windows.till(asking({ needsPin: false }), {
    answers: { 'provision.answer': refusal('settings.sale-running') },
  });
  await dialogOf(busy).getByRole('button', { name: 'Use this file' }).click();
  await expectPage(dialogOf(busy).getByText('A sale is still under way.')).toBeVisible();
});

test('Refuse and Escape refuse the file without a PIN', async () => {
  const window = await windows.till(asking());
  const refused = { id: 7, answer: 'refuse' };
  await window.page.keyboard.press('Escape');
  await expectCalls(window, 'provision.answer').toEqual([refused]);
  await dialogOf(window).getByRole('button', { name: 'Refuse' }).click();
  await expectCalls(window, 'provision.answer').toEqual([refused, refused]);
  await window.push(live());
  await dialogOf(window).waitFor({ state: 'detached' });
});

test('without a PIN, Enter refuses and a click confirms', async () => {
  const window = await windows.till(asking({ needsPin: false }));
  const dialog = dialogOf(window);
  await expectPage(dialog.getByRole('button', { name: 'Refuse' })).toBeFocused();
  await expectPage(dialog.getByLabel('Manager PIN')).toHaveCount(0);
  await dialog.getByRole('button', { name: 'Use this file' }).click();
  await expectCalls(window, 'provision.answer').toEqual([{ id: 7, answer: 'take' }]);
});

const replaced = {
  id: 'provision.replaced',
  code: 'provision.replaced',
  severity: 'alarm',
  action: 'clear-provisioning',
  values: { file: 'provision-shop-9.json', atMs: AT, count: 13 },
} as const;
const shred = {
  id: 'provision.shred',
  code: 'provision.shred',
  severity: 'warning',
  action: 'shred-file',
  values: { path: '/media/shop.json' },
} as const;

test('only a manager clears the alarm about a replaced terminal', async () => {
  const window = await windows.till(live({ role: 'cashier', notices: [replaced] }));
  const alarm = window.page.getByRole('alert');
  await expectPage(alarm).toContainText('set up again from provision-shop-9.json on 20 Nov 2026');
  await alarm.getByRole('button', { name: 'I have checked it' }).click();
  await window.page.getByRole('dialog', { name: 'Manager needed' }).waitFor();
  expect(await callsTo(window, 'provision.clear-alarm')).toEqual([]);
  await window.page.keyboard.press('Escape');
  await window.push(live({ notices: [replaced] }));
  await alarm.getByRole('button', { name: 'I have checked it' }).click();
  await expectCalls(window, 'provision.clear-alarm').toEqual([{}]);
});

test('shredding the file asks a cashier for the PIN', async () => {
  const window = await windows.till(live({ role: 'cashier', notices: [shred] }));
  await window.page.getByRole('button', { name: 'Shred the file' }).click();
  await window.page.getByRole('dialog', { name: 'Manager needed' }).waitFor();
  expect(await callsTo(window, 'provision.shred')).toEqual([]);
  await window.page.getByLabel('Manager PIN').fill('471147');
  await window.page.getByRole('button', { name: 'Unlock' }).click();
  await expectCalls(window, 'provision.shred').toEqual([{}]);
});

test('finding payments of other tills asks for the PIN', async () => {
  const window = await windows.till(live({ role: 'cashier' }), { answers: found(0), view: ['Payments'] });
  await window.page.getByRole('searchbox', { name: 'Find a payment' }).fill('TILL9-1');
  await window.page.getByRole('button', { name: 'Find payments made at another till' }).click();
  await window.page.getByRole('dialog', { name: 'Manager needed' }).waitFor();
  expect(await callsTo(window, 'payments.find-elsewhere')).toEqual([]);
});

test('a refund explains why the PIN is required', async () => {
  const asking = (refundPinWhy: SaleView['refundPinWhy']) =>
    live({ role: 'cashier', sale: sale('paid', { refundableWithoutPin: 0, refundPinWhy }) });
  const window = await windows.till(asking('always'));
  await window.page.getByRole('button', { name: 'Refund', exact: true }).click();
  for (const [why, words] of [
    ['always', 'Each refund at this till needs a manager.'],
    ['payment', 'More than €\u00a050,00 of one payment needs a manager.'],
    ['day', 'More than €\u00a050,00 in 24 hours at this till needs a manager.'],
  ] as const) {
    await window.push(asking(why));
    await expectPage(window.page.getByRole('dialog').getByText(words)).toBeVisible();
  }
});

test('marks a refund allowed by a manager', async () => {
  const refunds = [
    { refundKey: 'a', amount: 400, stage: 'refunded', at: AT, allowedByManager: true },
    { refundKey: 'b', amount: 100, stage: 'refunded', at: AT },
  ] as const;
  const window = await windows.till(live({ sale: sale('paid', { refunds: [...refunds] }) }));
  const lines = window.page.getByRole('list', { name: 'Refunds' }).getByRole('listitem');
  await expectPage(lines.first()).toContainText('Allowed by a manager');
  await expectPage(lines.last()).not.toContainText('manager');
});

test('an encrypted file requests its hidden passphrase again when wrong', async () => {
  const window = await windows.till(live({ provisioning: encryptedFile }), {
    answers: { 'provision.passphrase': refusal('passphrase.wrong') },
  });
  const dialog = window.page.getByRole('dialog', { name: 'This file is encrypted' });
  const box = dialog.getByLabel('Passphrase');
  await expectPage(box).toBeFocused();
  await expectPage(box).toHaveAttribute('type', 'password');
  await window.page.keyboard.press('Enter');
  expect(await callsTo(window, 'provision.passphrase')).toEqual([]);
  await window.page.keyboard.type('wrong horse battery');
  await window.page.keyboard.press('Enter');
  await expectPage(dialog.getByText('This passphrase does not open the file.')).toBeVisible();
  await expectPage(box).toHaveValue('');
  expect(await callsTo(window, 'provision.passphrase')).toEqual([{ id: 8, passphrase: 'wrong horse battery' }]);
});

test('sends a passphrase once while checking', async () => {
  const window = await windows.till(live({ provisioning: encryptedFile }), {
    answers: { 'provision.passphrase': 'never' },
  });
  const dialog = window.page.getByRole('dialog', { name: 'This file is encrypted' });
  await dialog.getByLabel('Passphrase').fill('correct horse battery');
  await dialog.getByRole('button', { name: 'Open the file' }).click();
  await expectPage(dialog.getByText('the passphrase is being checked')).toBeVisible();
  await window.page.keyboard.press('Enter');
  expect(await callsTo(window, 'provision.passphrase')).toHaveLength(1);
});

test('a shop file requests and checks POS id and PIN', async () => {
  const window = await windows.till(live({ provisioning: shopsFile }));
  const dialog = window.page.getByRole('dialog', { name: 'Something is missing from the file' });
  await dialog.getByLabel('POS id').fill('TILL 7');
  await dialog.getByLabel('PIN for the manager').fill('12');
  await dialog.getByRole('button', { name: 'Go on' }).click();
  await expectPage(dialog.getByText('Only letters and digits.')).toBeVisible();
  await expectPage(dialog.getByText('The PIN has 4 to 8 digits.')).toBeVisible();
  await dialog.getByLabel('POS id').fill('TILL7');
  await dialog.getByLabel('PIN for the manager').fill('471147');
  await dialog.getByRole('button', { name: 'Go on' }).click();
  await expectCalls(window, 'provision.missing').toEqual([{ id: 9, posId: 'TILL7', managerPin: '471147' }]);
});

test.each([
  ['optional', 1],
  ['no', 0],
] as const)('a PIN may be omitted: %s', async (pin, boxes) => {
  const window = await windows.till(live({ provisioning: { ...shopsFile, pin } }));
  const dialog = window.page.getByRole('dialog', { name: 'Something is missing from the file' });
  await dialog.getByLabel('POS id').fill('TILL7');
  await dialog.getByRole('button', { name: 'Go on' }).click();
  await expectCalls(window, 'provision.missing').toEqual([{ id: 9, posId: 'TILL7' }]);
  await expectPage(dialog.getByLabel('PIN for the manager')).toHaveCount(boxes);
});

test('lists the faults with places and counts the rest', async () => {
  const window = await windows.till(live({ provisioning: faultyFile }));
  const dialog = window.page.getByRole('dialog', { name: 'This file cannot be used' });
  await expectPage(dialog.getByText('Nothing from the file shop-7.json was kept: it has 20 faults.')).toBeVisible();
  await expectPage(dialog.getByRole('listitem')).toHaveText([
    /^service\.baseUrl\s*The address must start with https/,
    /^service\.environment\s*This value is not allowed here\. Allowed: PREPROD, PROD\./,
    /^merchant\.merchantId\s*Exactly 24 characters/,
    /^shop\.street/,
    /^shop\.shopName.*☃/,
    /^keys\.signingKey\.d/,
    /^managerPin\s*The PIN has at least 6 digits/,
    /^--pos-id\s*This has another value in the file already/,
  ]);
  await expectPage(dialog.getByText('Not shown: 12 faults.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Close' }).click();
  await expectCalls(window, 'provision.answer').toEqual([{ id: 10, answer: 'refuse' }]);
});

test('a fresh terminal is set up without a PIN', async () => {
  const window = await windows.till(live({ provisioning: { ...foreignFile, needsPin: false, fresh: true } }));
  const dialog = window.page.getByRole('dialog', { name: 'Set this terminal up?' });
  await expectPage(dialog.getByText('Nothing is in force yet')).toBeVisible();
  await expectPage(dialog.getByLabel('Manager PIN')).toHaveCount(0);
});

test('reports a chosen file without changes', async () => {
  const same = { 'provision.open': { outcome: 'same' } };
  const window = await windows.till(live(), { answers: { ...noChecks, ...same }, view: ['Support', 'Terminal'] });
  await window.page.getByRole('button', { name: 'Set up from a file' }).click();
  await expectPage(window.page.getByText('This terminal has the settings of the file already.')).toBeVisible();
});

test('hands in a single dropped file, never several', async () => {
  const window = await windows.till(live());
  await window.page.getByRole('button', { name: 'Charge', exact: true }).waitFor();
  expect(await drop(window.page, 'shop.json')).toBe(false);
  await expectCalls(window, 'provision.hand-in').toEqual([{ name: 'shop.json' }]);
  expect(await drop(window.page, 'one.json', 'two.json')).toBe(false);
  await expectPage(window.page.getByText('Drop one file at a time.')).toBeVisible();
  expect(await callsTo(window, 'provision.hand-in')).toHaveLength(1);
});

test('tells a cashier that dropped files require a manager', async () => {
  const window = await windows.till(live({ role: 'cashier' }), {
    answers: { 'provision.hand-in': refusal('pin.required') },
  });
  await window.page.getByRole('button', { name: 'Charge', exact: true }).waitFor();
  await drop(window.page, 'shop.json');
  const told = window.page.getByRole('dialog', { name: 'The file was not taken' });
  await expectPage(told.getByText("A manager's PIN is needed.")).toBeVisible();
  await told.getByRole('button', { name: 'Close' }).click();
  await told.waitFor({ state: 'hidden' });
});
