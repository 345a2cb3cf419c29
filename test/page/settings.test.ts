import { expect, test } from 'vitest';
import { expectPage } from '../base/expect-page.ts';
import { refusal } from './recorded-calls.ts';
import { live, storedSettings, till } from './sample-snapshots.ts';
import { expectCalls, windows } from './windows.ts';

/** A sample of each part: box, typed text, and the message at the box. */
const REFUSED = [
  ['Shop and till', 'POS id', 'TILL 42', 'Only letters and digits.'],
  ['Money and limits', 'Sales above this need a manager', '0', 'The amount must be more than zero.'],
  ['Display', 'Volume', '1000', 'From 0 to 100.'],
  ['Cash registers', 'Port for cash registers', '80', 'A port from 1024 to 65535.'],
  ['Cash registers', 'Watched folder', 'registers', 'The whole path of a folder'],
  ['Service and keys', 'Merchant id', '123', 'Exactly 24 characters.'],
  [
    'Service and keys',
    'Signing key (JWK or PEM)',
    'secret',
    'This is neither a JWK nor PEM. Paste the whole key, from { to }, or from -----BEGIN to the last dash.',
  ],
  ['Advanced', 'Callback address', 'https://192.0.2.7/paid', 'No IP address and no user name'],
  ['Advanced', 'Listen on port', '70000', 'A port from 1 to 65535'],
] as const;

test('shows a fault at its box while typing', async () => {
  const { page } = await windows.till(live(), { answers: storedSettings, view: ['Settings'] });
  for (const [part, label, text, message] of REFUSED) {
    await page.getByRole('tab', { name: part }).click();
    const box = page.getByLabel(label, { exact: true });
    const before = await box.inputValue();
    await box.fill(text);
    await expectPage(box).toHaveAttribute('aria-invalid', 'true');
    await expectPage(page.locator('[id$="-message"]').getByText(message)).toBeVisible();
    await box.fill(before);
  }
});

test('a wrong POS id shows its fault and prevents saving', async () => {
  const window = await windows.till(live(), { answers: storedSettings, view: ['Settings'] });
  const posId = window.page.getByRole('textbox', { name: 'POS id' });
  await posId.fill('TILL 42');
  await window.page.getByText('Only letters and digits.').waitFor();
  await window.page.getByRole('button', { name: 'Save' }).click();
  await window.page.getByText('Nothing was saved: 1 field needs attention.').waitFor();
  await expectCalls(window, 'settings.save').toEqual([]);
  await posId.fill('TILL43');
  await window.page.getByRole('button', { name: 'Save' }).click();
  await window.page.getByText('Saved.').waitFor();
  await expectCalls(window, 'settings.save').toEqual([
    expect.objectContaining({ pos: { posId: 'TILL43' }, keys: {}, managerPin: '' }),
  ]);
});

test('warns about a POS id in mixed case but saves', async () => {
  const window = await windows.till(live(), { answers: storedSettings, view: ['Settings'] });
  await window.page.getByRole('textbox', { name: 'POS id' }).fill('Till43');
  await window.page.getByText('Use capital letters only').waitFor();
  await window.page.getByRole('button', { name: 'Save' }).click();
  await window.page.getByText('Saved.').waitFor();
});

test('announces the separate journal of a new environment before saving', async () => {
  const window = await windows.till(live(), { answers: storedSettings, view: ['Settings'] });
  const state = window.page.getByRole('status', { name: 'Settings state' });
  await window.page.getByRole('tab', { name: 'Service and keys' }).click();
  await window.page.getByText('PREPROD', { exact: true }).click();
  await state.getByText('Each environment and profile has its own record of payments.').waitFor();
  await window.page.getByRole('radiogroup', { name: 'Environment' }).getByText('PROD', { exact: true }).click();
  await state.getByText('Each environment').waitFor({ state: 'detached' });
});

test('never shows the signing key, only its id', async () => {
  const window = await windows.till(live(), { answers: storedSettings, view: ['Settings', 'Service and keys'] });
  await window.page.getByText('key id till42-2026').waitFor();
  await expectPage(window.page.getByLabel('Signing key (JWK or PEM)')).toHaveValue('');
});

test('shows an error of main at its field', async () => {
  const answers = { ...storedSettings, 'settings.save': refusal('signing-key.mismatch', { field: 'keys.signingKey' }) };
  const window = await windows.till(live(), { answers, view: ['Settings'] });
  await window.page.getByLabel('Shop name').waitFor();
  await expectPage(window.page.getByRole('button', { name: 'Save' })).toHaveCount(0);
  await window.page.getByLabel('Shop name').fill('Bakkerij Anna');
  await window.page.getByRole('button', { name: 'Save' }).click();
  await window.page.getByText('do not belong together').waitFor();
  await expectPage(window.page.getByLabel('Signing key (JWK or PEM)')).toHaveAttribute('aria-invalid', 'true');
});

test('lost keys can be entered again', async () => {
  const window = await windows.till(live(), {
    answers: { 'settings.read': refusal('keychain.empty') },
    view: ['Settings', 'Service and keys'],
  });
  await window.page.getByLabel('Signing key (JWK or PEM)').waitFor();
  await window.page.getByText("The keychain no longer has this till's keys and PIN").waitFor();
});

test('a terminal without a mode asks for its purpose', async () => {
  const base = till();
  const window = await windows.till({ ...base, terminal: { ...base.terminal, mode: 'undecided' } });
  await window.page.getByRole('button', { name: 'Training' }).click();
  await expectCalls(window, 'terminal.choose').toEqual([{ mode: 'training' }]);
});
