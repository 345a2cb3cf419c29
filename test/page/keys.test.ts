import { expect, test } from 'vitest';
import type { Language } from '../../preload/contract/setting-values.ts';
import type { OpenWindow } from './open-windows.ts';
import { callsTo, refusal } from './recorded-calls.ts';
import { keyInUse, keysAnswers, newKey } from './sample-keys.ts';
import { live } from './sample-snapshots.ts';
import { finder } from './texts.ts';
import { windows } from './windows.ts';

const fault = { code: 'keychain.locked', message: '', retryable: true, values: { platform: 'linux' } };

async function openKeys(language: Language, answers: object): Promise<OpenWindow> {
  const window = await windows.till(live({ role: 'support' }), {
    width: 1024,
    height: 768,
    language,
    answers: { ...keysAnswers({ keys: [keyInUse, newKey], keychain: fault }), ...answers },
  });
  const t = finder(language);
  await window.page.getByRole('link', { name: t('nav.support') }).click();
  await window.page.getByRole('tab', { name: t('support.tab.keys') }).click();
  await window.page.getByRole('list', { name: t('keys.list') }).waitFor();
  return window;
}

test('a pasted key goes to main and leaves the page', async () => {
  const window = await openKeys('en', {
    ...keysAnswers(),
    'keys.take': refusal('key.curve', { field: 'key', values: { curve: 'P-384' } }),
  });
  const { page } = window;
  await page.getByRole('button', { name: 'Take a key that you were given' }).click();
  await page.getByLabel('Key id (kid)').fill('till-43');
  const box = page.getByLabel('Paste the key');
  await box.evaluate((input) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text', '{"kty":\n"EC"}');
    input.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  });
  await page.getByText('This key is on the curve P-384.').waitFor();
  expect(await callsTo(window, 'keys.take')).toEqual([{ kid: 'till-43', text: '{"kty":\n"EC"}' }]);
  expect(await box.inputValue()).toBe('');
});

test('removing a key asks first and names the key', async () => {
  const window = await openKeys('en', { 'keys.remove': {} });
  const { page } = window;
  await page.getByRole('button', { name: `Remove the key ${newKey.kid}` }).click();
  const dialog = page.getByRole('dialog', { name: 'Remove this key?' });
  await dialog.getByRole('button', { name: 'Not now' }).click();
  expect(await callsTo(window, 'keys.remove')).toEqual([]);
  await page.getByRole('button', { name: `Remove the key ${newKey.kid}` }).click();
  await dialog.getByRole('button', { name: 'Remove' }).click();
  await page.getByText('The key oKIywvGUpT… is removed.').waitFor();
  expect(await callsTo(window, 'keys.remove')).toEqual([{ place: 'next', kid: newKey.kid }]);
});
