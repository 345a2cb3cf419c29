import { expect, test } from 'vitest';
import type { Language } from '../../preload/contract/counter.ts';
import { accessibilityFaults } from './accessibility.ts';
import { targetsOf, textSizesOf, tooLongTextsOf } from './layout-measurements.ts';
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

test.each(['en', 'nl', 'fr', 'de'] as const)(
  'in %s each text has its room, and each button is large enough',
  async (language) => {
    const window = await openKeys(language, { 'keys.test': refusal('auth.key') });
    const { page } = window;
    const t = finder(language);
    await page.getByRole('button', { name: t('keys.test.of').replace('{{kid}}', newKey.kid) }).click();
    const faults = [...(await tooLongTextsOf(page))];
    faults.push(...(await targetsOf(page)).filter(({ height }) => height < 56).map(({ name }) => `small: ${name}`));
    await page.getByRole('button', { name: t('keys.code') }).click();
    await page.getByRole('dialog').waitFor();
    faults.push(...(await tooLongTextsOf(page)));
    expect(faults).toEqual([]);
    expect(window.faults).toEqual([]);
  },
);

test('its text has a contrast of 7:1 and 16 px or more in light and dark, and axe finds nothing', async () => {
  const window = await openKeys('en', {});
  const { page } = window;
  expect((await textSizesOf(page)).filter(({ size }) => size < 16)).toEqual([]);
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    expect.soft(await accessibilityFaults(page), colorScheme).toEqual([]);
  }
});

test('a pasted key goes to main at once and does not stay in the page, right or wrong', async () => {
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

test('taking a key into use, going back and removing ask first, and name the key', async () => {
  const window = await openKeys('en', { 'keys.remove': { ok: true, value: {} } });
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
