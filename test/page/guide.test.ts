import { generateKeyPairSync } from 'node:crypto';
import type { Page } from '@playwright/test';
import { describe, expect, test } from 'vitest';
import type { TextKey } from '../../renderer/ui/language.ts';
import { expectPage } from '../base/expect-page.ts';
import { drop } from './drop-files.ts';
import { callsTo, refusal } from './recorded-calls.ts';
import { checksAnswers } from './sample-checks.ts';
import { nothingStored, till } from './sample-snapshots.ts';
import { finder } from './texts.ts';
import { answer, typedAt, walkTo } from './walk-the-guide.ts';
import { expectCalls, windows } from './windows.ts';

const t = finder('en');
const fresh = (mode: 'undecided' | 'training' = 'undecided') =>
  till({ terminal: { ...till().terminal, mode, shopName: '', posId: '' } });
const next = (page: Page) => page.getByRole('button', { name: 'Continue', exact: true });
const question = (page: Page, name: string) => page.getByRole('heading', { level: 2, name }).waitFor();

describe('the guide of a fresh terminal', () => {
  test('saves everything at its end with a single call', async () => {
    const window = await windows.till(fresh(), { answers: { ...nothingStored, ...checksAnswers(null) } });
    await walkTo(window.page, t, 'check');
    await window.page.getByRole('region', { name: t('settings.changes.region') }).waitFor();
    expect(await callsTo(window, 'settings.save')).toEqual([]);
    await window.page.getByRole('button', { name: 'Save and start' }).click();
    await question(window.page, 'This terminal is set up');
    const key: unknown = expect.stringContaining('"kid":"till-42-2026"');
    expect(await callsTo(window, 'settings.save')).toEqual([
      expect.objectContaining({
        service: {
          environment: 'PREPROD',
          baseUrl: 'https://api.pay.example.org',
          jwksUrl: 'https://api.pay.example.org/.well-known/jwks.json',
          claimPrefix: 'https://pay.example.org',
          issuer: 'Example Pay',
        },
        pos: { posId: 'TILL42' },
        keys: { signingKey: key },
      }),
    ]);
    expect(window.faults).toEqual([]);
  });

  test('finishes with a single save in forced training', async () => {
    const window = await windows.till(fresh('training'), { answers: { ...nothingStored, ...checksAnswers(null) } });
    const { page } = window;
    await page.getByRole('link', { name: t('nav.support') }).click();
    await page.getByRole('tab', { name: t('support.tab.terminal') }).click();
    await walkTo(page, t, 'check', 'guide.title');
    await page.getByRole('button', { name: 'Save and start' }).click();
    await page.getByRole('dialog').getByRole('button').last().click();
    await question(page, 'This terminal is set up');
    await page.getByText('start it without --training').waitFor();
    expect(await callsTo(window, 'settings.save')).toHaveLength(1);
    expect(await callsTo(window, 'terminal.choose')).toEqual([]);
  });

  test('stops at a fault and continues when corrected', async () => {
    const window = await windows.till(fresh(), { answers: nothingStored });
    await walkTo(window.page, t, 'account');
    await window.page.getByLabel('Merchant id').fill('5f1a');
    await next(window.page).click();
    await expectPage(window.page.getByLabel('Merchant id')).toHaveAttribute('aria-invalid', 'true');
    await expectPage(window.page.getByLabel('Merchant id')).toBeFocused();
    await answer(window.page, t, 'account');
    await next(window.page).click();
    await question(window.page, t('guide.keys.title'));
  });

  test('fills in a profile from a list, file or drop', async () => {
    const merchant = { merchantId: '5f1a0c3b9d2e4f6a7b8c9d0f', profileId: '6a2b1d4c0e3f5a7b8c9d0e1f' };
    const service = {
      environment: 'PROD',
      baseUrl: 'https://api.pay.example.org',
      jwksUrl: 'https://keys.pay.example.org/jwks.json',
      claimPrefix: 'https://pay.example.org',
      issuer: 'Example Pay',
    };
    const answers = {
      ...nothingStored,
      'provision.profile': refusal('profile.invalid', { values: { file: 'pay.json', place: 'jwksUrl' } }),
      'provision.hand-in': { outcome: 'profile', profile: { ...service, merchant, name: 'Pay' } },
    };
    const { page } = await windows.till(fresh(), { answers });
    await walkTo(page, t, 'service');
    await expectPage(page.getByLabel('Issuer')).toBeHidden();
    await page.getByRole('button', { name: 'Sandbox (127.0.0.1)' }).click();
    await question(page, t('guide.account.title'));
    await page.getByText('PREPROD · http://127.0.0.1:8471').waitFor();
    await page.getByRole('button', { name: 'Back', exact: true }).click();
    await page.getByRole('button', { name: 'Choose a service profile' }).click();
    await page.getByText('pay.json is no service profile: jwksUrl is wrong.').waitFor();
    await next(page).click();
    await answer(page, t, 'account');
    await drop(page, 'pay.json');
    await question(page, t('guide.keys.title'));
    await page.getByText('PROD · https://api.pay.example.org').waitFor();
    await page.getByRole('button', { name: 'Back', exact: true }).click();
    await expectPage(page.getByLabel('Merchant id')).toHaveValue(merchant.merchantId);
    await page.getByRole('button', { name: 'Back', exact: true }).click();
    for (const [name, text] of Object.entries(service).slice(1))
      await expectPage(page.getByLabel(t(`settings.service.${name}` as TextKey), { exact: true })).toHaveValue(text);
  });

  test('Enter moves to the next required box and step', async () => {
    const { page } = await windows.till(fresh(), { answers: nothingStored });
    await walkTo(page, t, 'shop');
    for (const [name, text] of Object.entries(typedAt.shop ?? {})) {
      const box = page.getByLabel(t(name as TextKey), { exact: true });
      await expectPage(box).toBeFocused();
      await expectPage(box).toHaveAttribute('aria-invalid', 'false');
      await box.fill(text);
      await box.press('Enter');
    }
    await page.getByLabel('Manager PIN').press('Enter');
    await question(page, t('guide.check.title'));
    await page.getByRole('button', { name: 'Sound' }).click();
    await next(page).click();
    await question(page, t('guide.check.title'));
    await page.getByRole('button', { name: 'Back', exact: true }).click();
    await question(page, t('guide.pin.title'));
    await page.getByLabel('Manager PIN').press('Enter');
    await page.getByRole('button', { name: 'Shop and till' }).click();
    await page.getByLabel('POS id').fill('');
    await page.getByLabel('POS id').press('Enter');
    await expectPage(page.getByLabel('POS id')).toHaveAttribute('aria-invalid', 'true');
  });

  test('a fault disappears when its box is filled automatically', async () => {
    const { page } = await windows.till(fresh(), { answers: nothingStored });
    await walkTo(page, t, 'service');
    await next(page).click();
    const keys = page.getByLabel(t('settings.service.jwksUrl'));
    await expectPage(keys).toHaveAttribute('aria-invalid', 'true');
    await page.getByLabel('Service address').fill('https://api.pay.example.org');
    await expectPage(keys).toHaveValue('https://api.pay.example.org/.well-known/jwks.json');
    await expectPage(keys).toHaveAttribute('aria-invalid', 'false');
    await expectPage(page.getByLabel(t('settings.service.issuer'))).toHaveAttribute('aria-invalid', 'true');
  });

  test('goes back to any answered step with all texts', async () => {
    const window = await windows.till(fresh(), { answers: nothingStored });
    await walkTo(window.page, t, 'shop');
    await expectPage(window.page.getByRole('button', { name: 'Sound' })).toBeDisabled();
    await window.page.getByRole('button', { name: 'Back', exact: true }).click();
    await expectPage(window.page.getByLabel('Signing key (JWK or PEM)')).toHaveValue(/till-42-2026/);
    await window.page.getByRole('button', { name: 'Service', exact: false }).first().click();
    await expectPage(window.page.getByLabel('Service address')).toHaveValue('https://api.pay.example.org');
  });

  test('can be left for training, keeping all but the key', async () => {
    const window = await windows.till(fresh(), { answers: nothingStored });
    await walkTo(window.page, t, 'shop');
    await answer(window.page, t, 'shop');
    await window.page.getByRole('button', { name: 'Train first' }).click();
    await expectCalls(window, 'terminal.choose').toEqual([{ mode: 'training' }]);
    await window.push(fresh());
    await window.page.getByRole('button', { name: t('first.live') }).click();
    await expectPage(window.page.getByLabel('Shop name')).toHaveValue('Bakkerij Zoë');
    await window.page.getByRole('button', { name: 'Back', exact: true }).click();
    await expectPage(window.page.getByLabel('Signing key (JWK or PEM)')).toHaveValue('');
    expect(await callsTo(window, 'settings.save')).toEqual([]);
  });

  test('shows a refusal at the step with its field', async () => {
    const answers = {
      ...nothingStored,
      'settings.save': refusal('signing-key.mismatch', { field: 'keys.signingKey' }),
    };
    const window = await windows.till(fresh(), { answers });
    await walkTo(window.page, t, 'check');
    await window.page.getByRole('button', { name: 'Save and start' }).click();
    await question(window.page, t('guide.keys.title'));
    await window.page.getByText('do not belong together').waitFor();
  });

  test('reads a key from a file or names the fault', async () => {
    const window = await windows.till(fresh(), { answers: nothingStored });
    await walkTo(window.page, t, 'keys');
    const file = window.page.locator('input[type="file"]');
    const give = (name: string, bytes: Buffer) =>
      file.setInputFiles({ name, mimeType: 'application/json', buffer: bytes });
    await give('empty.json', Buffer.alloc(0));
    await window.page.getByText('is empty. Choose the file').waitFor();
    await give('noise.json', Buffer.alloc(1_000_000, 0xff));
    await window.page.getByText('is too large for a key.').waitFor();
    await give('utf16.json', Buffer.from('\ufeff{}', 'utf16le'));
    await window.page.getByText('is not text in UTF-8.').waitFor();
    const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    await give('key.pem', Buffer.from(privateKey.export({ format: 'pem', type: 'pkcs8' })));
    await window.page.getByText('Taken from key.pem').waitFor();
    await expectPage(window.page.getByLabel('Signing key (JWK or PEM)')).toHaveAttribute('aria-invalid', 'false');
    const key = typedAt.keys?.['settings.keys.signingKey'] ?? '';
    await give('key.json', Buffer.from(`\ufeff${key}\n`));
    await window.page.getByText('Taken from key.json').waitFor();
    await expectPage(window.page.getByLabel('Signing key (JWK or PEM)')).toHaveValue(key);
  });
});
