import type { Page } from '@playwright/test';
import { describe, expect, test } from 'vitest';
import { language } from '../../../preload/contract/setting-values.ts';
import { accessibilityFaults } from '../accessibility.ts';
import { misnamedOf, targetsOf, textSizesOf, tooLongTextsOf } from '../layout-measurements.ts';
import { outlineFaults } from '../page-structure.ts';
import { settledShot } from '../pictures/shot.ts';
import { shotOf } from '../pictures/shots.ts';
import { windows } from '../windows.ts';

/** Shots of the till other than the screens of a sale, which `accessibility` and `languages` measure. */
const screens = [
  'payments',
  'payments-none',
  'parked-opened',
  'refund',
  'refund-unsettled',
  'paid-refunds',
  'alarm',
  'leaving',
  'other-path',
  'customers-app',
  'first',
  'unlock',
  'sign-in',
  'person',
  'person-ends',
  'settings',
  'settings-money',
  'settings-display',
  'settings-app',
  'settings-head-office',
  'settings-head-office-enrolled',
  'settings-money-head-office',
  'settings-service',
  'settings-advanced',
  'settings-people',
  'settings-record',
  'settings-refused',
  'sticker',
  'provisioning',
  'provisioning-no-pin',
  'provisioning-passphrase',
  'provisioning-missing',
  'provisioning-faults',
  'day-full',
  'day-closing',
  'day-closed',
  'day-earlier',
  'figures',
  'payouts-all',
  'payouts-wrong',
  'help',
  'checks-wrong',
  'keys-locked',
  'keys-refused',
  'keys-code',
] as const;

/** False positives of axe. */
const untold: Partial<Record<(typeof screens)[number], RegExp>> = {
  // Text in a drawing has the colours of the text next to the drawing.
  sticker: /: <text |contains an image node/,
  // Lines that the dialog scrolls: axe cannot determine the contrast of clipped text.
  'provisioning-no-pin': /color-contrast/,
  'provisioning-faults': /<span>This has another value in the file already|<p>Not shown: /,
  figures: /: <text |contains an image node/,
  'keys-locked': /<pre>/,
  'keys-refused': /<pre>/,
  'keys-code': /<pre>/,
};

const SIZE = { width: 1024, height: 768 };

describe.each(screens)('%s', (name) => {
  const shot = shotOf(`till-${name}`);

  test('fits in every language, in finger size', async () => {
    const faults: string[] = [];
    for (const spoken of language.options) {
      const { window } = await settledShot(windows, shot, { ...SIZE, language: spoken });
      const { page } = window;
      const found = [
        ...(await tooLongTextsOf(page)),
        ...(await tooWideOf(page)),
        ...(await misnamedOf(page)),
        ...window.faults,
      ];
      for (const target of await targetsOf(page))
        if (target.name !== '' && target.height < 56) found.push(`${target.name} is ${target.height} px high`);
      faults.push(...found.map((fault) => `${spoken}: ${fault}`));
      expect.soft(await page.getByText('{{').count()).toBe(0);
      await window.close();
    }
    expect(faults).toEqual([]);
  });

  test('is accessible in light and dark', async () => {
    const { page } = (await settledShot(windows, shot, SIZE)).window;
    const small = (await textSizesOf(page)).filter(({ size }) => size < 16).map(({ text }) => `small: ${text}`);
    const isDialog = (await page.getByRole('dialog').count()) > 0;
    expect.soft([...small, ...(isDialog ? [] : await outlineFaults(page))]).toEqual([]);
    expect(await lightAndDarkFaults(page, untold[name])).toEqual([]);
  });
});

test.each(['shop-idle', 'shop-apps-6', 'shop-receipt'])('a shop display is accessible: %s', async (name) => {
  const { page } = (await settledShot(windows, shotOf(`display-${name}`), SIZE)).window;
  expect(await lightAndDarkFaults(page)).toEqual([]);
});

async function lightAndDarkFaults(page: Page, noFault?: RegExp): Promise<readonly string[]> {
  const faults: string[] = [];
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    faults.push(...(await accessibilityFaults(page)).filter((fault) => !noFault?.test(fault)));
  }
  return faults;
}

function tooWideOf(page: Page): Promise<readonly string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('main section, main table, main [role="list"]')]
      .filter((one) => one.scrollWidth > one.clientWidth + 1)
      .map((one) => `${one.innerText.slice(0, 20)} is too wide`),
  );
}
