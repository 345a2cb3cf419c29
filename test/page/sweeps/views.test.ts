import type { Page } from '@playwright/test';
import { describe, expect, test } from 'vitest';
import { language } from '../../../preload/contract/counter.ts';
import type { TillSnapshot } from '../../../preload/contract/views.ts';
import { accessibilityFaults } from '../accessibility.ts';
import { targetsOf, textSizesOf, tooLongTextsOf } from '../layout-measurements.ts';
import { outlineFaults } from '../page-structure.ts';
import { goTo } from '../pictures/shot.ts';
import { refusal } from '../recorded-calls.ts';
import { checksAnswers, wrongChecks } from '../sample-checks.ts';
import { sampleFigures } from '../sample-figures.ts';
import { keyInUse, keysAnswers, newKey } from '../sample-keys.ts';
import { payout, payoutAnswers } from '../sample-payouts.ts';
import { fullReport, shiftAnswers } from '../sample-shifts.ts';
import { live, sale, storedSettings, till } from '../sample-snapshots.ts';
import { finder } from '../texts.ts';
import { windows } from '../windows.ts';

type Say = ReturnType<typeof finder>;
type Look = (place: string) => Promise<void>;

/** A way through a view, with a look at each place. */
interface View {
  readonly name: string;
  readonly snapshot?: TillSnapshot;
  readonly answers: Readonly<Record<string, unknown>>;
  readonly walk: (page: Page, t: Say, look: Look) => Promise<void>;
  /** What axe cannot tell: text in a drawing has the colours of the text beside it, text under a dialog is not read. */
  readonly untold?: RegExp;
}

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const dialog = (page: Page) => page.getByRole('dialog').waitFor();

const wrongPayout = payout(5, {
  offCents: -1,
  listed: { payments: { count: 95, cents: 121_850 }, refunds: { count: 2, cents: 2_650 } },
});
const lockedKeychain = { code: 'keychain.locked', message: '', retryable: true, values: { platform: 'linux' } };

const views: readonly View[] = [
  {
    name: 'keys',
    snapshot: live({ role: 'support' }),
    answers: {
      ...keysAnswers({ keys: [keyInUse, newKey], keychain: lockedKeychain }),
      'keys.test': refusal('auth.key'),
    },
    // The name of the key stands within what its button says.
    untold: /label-content-name-mismatch|<pre>/,
    async walk(page, t, look) {
      await goTo(page, t, 'nav.support', 'support.tab.keys');
      await page.getByRole('list', { name: t('keys.list') }).waitFor();
      await look('list');
      await page.getByRole('button', { name: t('keys.test.of').replace('{{kid}}', newKey.kid) }).click();
      await look('refused');
      await page.getByRole('button', { name: t('keys.code') }).click();
      await dialog(page);
      await look('code');
    },
  },
  {
    name: 'payouts',
    answers: payoutAnswers({ unverifiedAnswers: 2 }, wrongPayout),
    async walk(page, t, look) {
      await goTo(page, t, 'nav.payouts');
      await page.getByRole('table').first().waitFor();
      await look('list');
      await page
        .getByRole('table', { name: t('nav.payouts') })
        .getByRole('row')
        .nth(4)
        .click();
      await page.getByRole('heading', { level: 2 }).waitFor();
      await page.getByLabel(t('payouts.id')).fill('c0ffee');
      await page.getByRole('button', { name: t('payouts.find') }).click();
      await page.getByText(t('error.id.length')).waitFor();
      await look('one of them');
    },
  },
  {
    name: 'day',
    answers: shiftAnswers(fullReport),
    untold: /partially obscured by another element/,
    async walk(page, t, look) {
      await goTo(page, t, 'nav.day');
      await page.getByRole('table').first().waitFor();
      await look('this shift');
      await button(page, t('shift.close')).click();
      await dialog(page);
      await look('closing');
      await page.getByRole('button', { name: t('shift.close.confirm') }).click();
      await page.getByRole('button', { name: t('shift.next') }).waitFor();
      await look('closed');
      await page.getByRole('tab', { name: t('day.part.earlier') }).click();
      await page.getByRole('button', { name: t('shift.more') }).waitFor();
      await look('earlier');
    },
  },
  {
    name: 'figures',
    answers: { 'shift.so-far': 'never', 'figures.read': { ok: true, value: sampleFigures } },
    untold: /contains an image node/,
    async walk(page, t, look) {
      await goTo(page, t, 'nav.day', 'day.part.figures');
      await page.getByRole('table', { name: t('figures.refunds') }).waitFor();
      await look('figures');
    },
  },
  {
    name: 'checks',
    answers: checksAnswers(wrongChecks),
    async walk(page, t, look) {
      await goTo(page, t, 'nav.support');
      await page.getByText(t('checks.say.auth.authority').replace('{{status}}', '403')).waitFor();
      expect(await page.getByText('{{').count()).toBe(0);
      await look('list');
    },
  },
  {
    name: 'sticker',
    answers: { ...storedSettings, 'sticker.read': { ok: true, value: { kind: 'known', text: 'https://pay.example' } } },
    untold: /: <text |contains an image node/,
    async walk(page, t, look) {
      await goTo(page, t, 'nav.settings');
      await page.getByRole('button', { name: t('sticker.open') }).click();
      await page.getByRole('img', { name: t('sticker.name').replace('{{posId}}', 'TILL42') }).waitFor();
      await look('sticker');
    },
  },
  {
    name: "customer's app",
    snapshot: till({ sale: sale('waiting') }),
    answers: {},
    async walk(page, t, look) {
      await page.getByRole('button', { name: t('training.play') }).click();
      await page.getByRole('button', { name: t('training.expire') }).waitFor();
      await look('app');
    },
  },
];

const open = ({ snapshot = live(), answers }: View, more: object = {}) =>
  windows.till(snapshot, { width: 1024, height: 768, answers, ...more });

describe.each(views)('$name', (view) => {
  test.each(language.options)('has room for its words in %s, in finger size and readable', async (spoken) => {
    const window = await open(view, { language: spoken });
    const { page } = window;
    const faults: string[] = [];
    await view.walk(page, finder(spoken), async (place) => {
      const found = [...(await tooLongTextsOf(page)), ...(await tooWideOf(page))];
      for (const { name, height } of await targetsOf(page)) if (height < 56) found.push(`${name} is ${height} px high`);
      faults.push(...found.map((fault) => `${place}: ${fault}`));
    });
    expect([...faults, ...window.faults]).toEqual([]);
  });

  test('can be used by everybody, in light and dark', async () => {
    const { page } = await open(view);
    const faults: string[] = [];
    await view.walk(page, finder('en'), async (place) => {
      const found = (await textSizesOf(page)).filter(({ size }) => size < 16).map(({ text }) => `small: ${text}`);
      if ((await page.getByRole('dialog').count()) === 0) found.push(...(await outlineFaults(page)));
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        found.push(...(await accessibilityFaults(page)));
      }
      faults.push(...found.filter((fault) => !view.untold?.test(fault)).map((fault) => `${place}: ${fault}`));
    });
    expect(faults).toEqual([]);
  });
});

function tooWideOf(page: Page): Promise<readonly string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('main section, main table, main [role="list"]')]
      .filter((one) => one.scrollWidth > one.clientWidth + 1)
      .map((one) => `${one.innerText.slice(0, 20)} is too wide`),
  );
}
