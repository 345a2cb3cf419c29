import { expect, test } from 'vitest';
import { expectPage } from '../base/expect-page.ts';
import { callsTo, refusal } from './recorded-calls.ts';
import { encryptedFile, faultyFile, foreignFile, live, noChecks, shopsFile } from './sample-snapshots.ts';
import { windows } from './windows.ts';

test('an encrypted file asks for its passphrase, which is not shown; a wrong one is told at its box and taken away', async () => {
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
  await expectPage(dialog.getByText('The passphrase is not the one of this file.')).toBeVisible();
  await expectPage(box).toHaveValue('');
  expect(await callsTo(window, 'provision.passphrase')).toEqual([{ id: 8, passphrase: 'wrong horse battery' }]);
});

test('while a passphrase is checked that is said, and it is sent once', async () => {
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

test("a shop's file asks for POS and PIN, says what is wrong with them, and sends both", async () => {
  const window = await windows.till(live({ provisioning: shopsFile }));
  const dialog = window.page.getByRole('dialog', { name: 'The file leaves something out' });
  await dialog.getByLabel('POS id').fill('TILL 7');
  await dialog.getByLabel('PIN for the manager').fill('12');
  await dialog.getByRole('button', { name: 'Go on' }).click();
  await expectPage(dialog.getByText('Only letters and digits.')).toBeVisible();
  await expectPage(dialog.getByText('The PIN has 4 to 8 digits.')).toBeVisible();
  await dialog.getByLabel('POS id').fill('TILL7');
  await dialog.getByLabel('PIN for the manager').fill('471147');
  await dialog.getByRole('button', { name: 'Go on' }).click();
  await expect
    .poll(() => callsTo(window, 'provision.missing'))
    .toEqual([{ id: 9, posId: 'TILL7', managerPin: '471147' }]);
});

test.each([
  ['optional', 1],
  ['no', 0],
] as const)('a PIN that is %s may be left out', async (pin, boxes) => {
  const window = await windows.till(live({ provisioning: { ...shopsFile, pin } }));
  const dialog = window.page.getByRole('dialog', { name: 'The file leaves something out' });
  await dialog.getByLabel('POS id').fill('TILL7');
  await dialog.getByRole('button', { name: 'Go on' }).click();
  await expect.poll(() => callsTo(window, 'provision.missing')).toEqual([{ id: 9, posId: 'TILL7' }]);
  await expectPage(dialog.getByLabel('PIN for the manager')).toHaveCount(boxes);
});

test('every fault stands there with its place, and how many more there are', async () => {
  const window = await windows.till(live({ provisioning: faultyFile }));
  const dialog = window.page.getByRole('dialog', { name: 'This file cannot be used' });
  await expectPage(dialog.getByText('Nothing of the file shop-7.json was kept. Faults found: 20.')).toBeVisible();
  await expectPage(dialog.getByRole('listitem')).toHaveText([
    /^service\.baseUrl\s*The address must start with https/,
    /^service\.environment\s*This value is not allowed here\. Allowed: PREPROD, PROD\./,
    /^merchant\.merchantId\s*Exactly 24 characters/,
    /^shop\.street/,
    /^shop\.shopName.*☃/,
    /^keys\.signingKey\.d/,
    /^managerPin\s*The PIN has at least 6 digits/,
    /^--pos-id\s*The file has one of its own/,
  ]);
  await expectPage(dialog.getByText('Faults that are not shown: 12.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Close' }).click();
  await expect.poll(() => callsTo(window, 'provision.answer')).toEqual([{ id: 10, answer: 'refuse' }]);
});

test('on a fresh terminal it is not set up anew, and nobody is asked for a PIN', async () => {
  const window = await windows.till(live({ provisioning: { ...foreignFile, needsPin: false, fresh: true } }));
  const dialog = window.page.getByRole('dialog', { name: 'Set this terminal up?' });
  await expectPage(dialog.getByText('Look at what this terminal will be')).toBeVisible();
  await expectPage(dialog.getByLabel('Manager PIN')).toHaveCount(0);
});

test('a file that is chosen and changes nothing is told', async () => {
  const same = { 'provision.open': { ok: true, value: { outcome: 'same' } } };
  const window = await windows.till(live(), { answers: { ...noChecks, ...same }, view: ['Support', 'Terminal'] });
  await window.page.getByRole('button', { name: 'Set up from a file' }).click();
  await expectPage(window.page.getByText('The file says what this terminal has already.')).toBeVisible();
});

/** Drops files onto the page, as its listeners see it; answers whether the window would have opened them. */
const drops = (window: { page: import('@playwright/test').Page }, names: readonly string[]) =>
  window.page.evaluate((given) => {
    const data = new DataTransfer();
    for (const name of given) data.items.add(new File(['{}'], name));
    const dropped = new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true });
    return document.body.dispatchEvent(dropped);
  }, names);

test('a file that is dropped is handed in, the window opens none, and two are one too many', async () => {
  const window = await windows.till(live());
  await window.page.getByRole('button', { name: 'Charge', exact: true }).waitFor();
  expect(await drops(window, ['shop.json'])).toBe(false);
  await expect.poll(() => callsTo(window, 'provision.hand-in')).toEqual([{ name: 'shop.json' }]);
  expect(await drops(window, ['one.json', 'two.json'])).toBe(false);
  await expectPage(window.page.getByText('Drop one file at a time.')).toBeVisible();
  expect(await callsTo(window, 'provision.hand-in')).toHaveLength(1);
});

test('a cashier who drops a file is told that it takes a manager', async () => {
  const window = await windows.till(live({ role: 'cashier' }), {
    answers: { 'provision.hand-in': refusal('pin.required') },
  });
  await window.page.getByRole('button', { name: 'Charge', exact: true }).waitFor();
  await drops(window, ['shop.json']);
  const told = window.page.getByRole('dialog', { name: 'The file was not taken' });
  await expectPage(told.getByText("A manager's PIN is needed.")).toBeVisible();
  await told.getByRole('button', { name: 'Close' }).click();
  await told.waitFor({ state: 'hidden' });
});
