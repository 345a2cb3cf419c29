import type { Page } from '@playwright/test';
import { makeSigningKey } from '../../main/service/signing-key.ts';
import { type GuideStep, nextTo } from '../../renderer/till/guide/guide-steps.ts';
import type { TextKey } from '../../renderer/ui/language.ts';

export { guideSteps } from '../../renderer/till/guide/guide-steps.ts';

/** Looks up texts in the language in which a test goes through the guide. */

type T = (key: TextKey) => string;

/** The texts typed at each step, by the name of the box. */
export const typedAt: Readonly<Partial<Record<GuideStep, Readonly<Partial<Record<TextKey, string>>>>>> = {
  service: {
    'settings.service.baseUrl': 'https://api.pay.example.org',
    'settings.service.claimPrefix': 'https://pay.example.org',
    'settings.service.issuer': 'Example Pay',
  },
  account: {
    'settings.merchant.merchantId': '5f1a0c3b9d2e4f6a7b8c9d0e',
    'settings.merchant.profileId': '6a2b1d4c0e3f5a7b8c9d0e1f',
  },
  keys: { 'settings.keys.signingKey': JSON.stringify(makeSigningKey('till-42-2026')) },
  shop: { 'settings.shop.shopName': 'Bakkerij Zoë', 'settings.pos.posId': 'TILL42' },
};

/** Opens the guide of a fresh terminal with the named button, and answers its questions up to `step`. */
export async function walkTo(page: Page, t: T, step: GuideStep, button: TextKey = 'first.live'): Promise<void> {
  await page.getByRole('button', { name: t(button) }).click();
  for (let name: GuideStep = 'service'; name !== step; ) {
    await page.getByRole('heading', { level: 2, name: t(`guide.${name}.title`) }).waitFor();
    await answer(page, t, name);
    const next = nextTo(name, 1);
    const button = next === undefined ? `guide.step.${step}` : 'guide.continue';
    await page.getByRole('button', { name: t(button as TextKey) }).click();
    name = next ?? step;
  }
  await page.getByRole('heading', { level: 2, name: t(`guide.${step}.title`) }).waitFor();
}

export async function answer(page: Page, t: T, step: GuideStep, typed = typedAt[step]): Promise<void> {
  if (step === 'service') await page.getByText(t('settings.part.advanced'), { exact: true }).click();
  for (const [box, text] of Object.entries(typed ?? {}))
    await page.getByLabel(t(box as TextKey), { exact: true }).fill(text ?? '');
}
