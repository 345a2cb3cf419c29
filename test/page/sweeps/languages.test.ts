import { describe, expect, test } from 'vitest';
import { errorCodes } from '../../../main/base/error-codes.ts';
import { serviceErrorCodes } from '../../../main/base/service-error-codes.ts';
import { language } from '../../../preload/contract/counter.ts';
import type { DisplaySnapshot, Notice, TillSnapshot } from '../../../preload/contract/views.ts';
import { overflowOf, targetsOf, tooLongTextsOf } from '../layout-measurements.ts';
import type { OpenWindow } from '../open-windows.ts';
import { peopleAnswers } from '../sample-people.ts';
import {
  customerScenes,
  display,
  encryptedFile,
  faultyFile,
  foreignFile,
  found,
  live,
  sale,
  shopDisplay,
  shopsFile,
  till,
  tillScenes,
  waitingScene,
} from '../sample-snapshots.ts';
import { finder, spoken, textsOf } from '../texts.ts';
import { laidOut } from '../used-again.ts';
import { windows } from '../windows.ts';

/** Every text in its place, in each language, in the smallest size that both windows are made for. */

const SIZE = { width: 1024, height: 768 };
const LANGUAGES = language.options;

type Scene = readonly [string, () => TillSnapshot | DisplaySnapshot];

/** Shows each scene in each language in one window, and tells what does not fit. */
async function faultsOf(window: OpenWindow, scenes: readonly Scene[]): Promise<readonly string[]> {
  const faults: string[] = [];
  for (const tongue of LANGUAGES)
    for (const [name, snapshot] of scenes) {
      await window.push(spoken(snapshot(), tongue));
      // Its texts may have to be read first.
      await window.page.locator(`html[lang="${tongue}"]`).waitFor({ state: 'attached' });
      await laidOut(window.page);
      const told = await Promise.all([overflowOf(window.page), tooLongTextsOf(window.page)]);
      faults.push(...told.flat().map((fault) => `${tongue}, ${name}: ${fault}`));
    }
  return faults;
}

const running = { code: 'network.timeout', message: '', retryable: true };

const fullScenes: readonly Scene[] = [
  ...tillScenes,
  ['not reached', () => live({ sale: sale('scanned', { leavable: true }) })],
  ['not answered', () => live({ sale: sale('scanned', { problem: running }) })],
  ['cancelling', () => till({ sale: sale('waiting', { cancel: 'asked' }) })],
  ['refunded', () => live({ sale: sale('paid', { refunded: 1250, refundable: 0 }) })],
  ['partly refunded', () => live({ sale: sale('paid', { refunded: 500, refundable: 750 }) })],
  [
    'end of the app',
    () =>
      till({
        leaving: { id: 1, refunds: 2, sale: { reference: 'TILL42-261120-0042', amount: 1250, stage: 'authorised' } },
      }),
  ],
  [
    'paid after all',
    () => till({ sale: sale('paid', { alarm: { shownAs: 'authorised', at: 0, acknowledged: false } }) }),
  ],
  [
    'offline',
    () => live({ service: { state: 'offline', sinceMs: 0, host: 'api.pay.example.org', skewMs: 0 }, role: 'manager' }),
  ],
];

test('each scene of the till has room for its words in every language', async () => {
  const window = await windows.till(till(), SIZE);
  expect(await faultsOf(window, fullScenes)).toEqual([]);
  expect(window.faults).toEqual([]);
});

test('each scene of the customer display has room for its words in every language', async () => {
  const window = await windows.display(display({ kind: 'idle' }), SIZE);
  const scenes: readonly Scene[] = [
    ...customerScenes,
    ['idle', () => display({ kind: 'idle' })],
    ['idle in a shop with words of its own', () => shopDisplay({ kind: 'idle' })],
    ['apps', () => shopDisplay(waitingScene)],
  ];
  expect(await faultsOf(window, scenes)).toEqual([]);
  for (const { name, height } of await targetsOf(window.page)) expect(height, name).toBeGreaterThanOrEqual(56);
});

/** Values for whatever a text puts in. */
const values = {
  ...{
    host: 'api.pay.example.org',
    path: 'C:\\Users\\till\\provision.json',
    file: 'journal-2026-11-20T13-02-31.sqlite',
  },
  ...{
    environment: 'PREPROD',
    profile: '9c0d1e',
    payments: 12,
    refunds: 3,
    count: 12,
    number: 2,
    place: 'service.baseUrl',
  },
  ...{ fault: 'url.https', reference: 'TILL42-261120-0042', amountCents: 1250, seconds: 30, resolved: 2, open: 5 },
  ...{
    paid: 2,
    unpaid: 1,
    waiting: 1,
    got: 'Example Pay',
    expected: 'EXAMPLE PAY',
    folder: '/home/till/.config/tillmate',
  },
  ...{ atMs: Date.UTC(2026, 10, 20, 13, 2, 31), maximum: 5_000 },
  ...{
    command: 'sudo apt-get install libsecret-1-0',
    port: 8443,
    max: 35,
    length: 41,
    character: '😀',
    option: '--user-data-dir',
  },
};

test('each notice and each error has room in every language', async () => {
  const keys = Object.keys(textsOf('en'));
  const notices = keys
    .filter((key) => key.startsWith('notice.') && !key.startsWith('notice.other.'))
    .map((key): Scene => {
      const shown: Notice = {
        id: key,
        code: key.slice('notice.'.length),
        severity: 'warning',
        action: 'dismiss',
        values,
      };
      return [key, () => till({ notices: [shown, { ...shown, id: 'another' }] })];
    });
  const errors = Object.keys({ ...errorCodes, ...serviceErrorCodes })
    .filter((code) => /^(sale|refund|network|service|auth|answer)\./.test(code))
    .map((code): Scene => {
      const problem = { code, message: '', retryable: true, traceId: '7c1f2a90b3d4', values };
      return [`error.${code}`, () => till({ sale: sale('waiting', { problem }) })];
    });
  expect(notices.length).toBeGreaterThan(30);
  expect(errors.length).toBeGreaterThan(30);
  const window = await windows.till(till(), SIZE);
  expect(await faultsOf(window, [...notices, ...errors])).toEqual([]);
});

describe.each(LANGUAGES)('in %s', (tongue) => {
  const t = finder(tongue);

  test('payments, settings, dialogs and the first question have room for their words', async () => {
    const opened = live({
      opened: sale('paid', { refunded: 400, refundable: 850, posId: 'TILL42' }),
      sale: sale('paid'),
    });
    const window = await windows.till(opened, {
      ...SIZE,
      language: tongue,
      answers: { ...found(40), ...peopleAnswers },
    });
    const { page } = window;
    const faults: string[] = [];
    const look = async (place: string) => {
      await laidOut(page);
      faults.push(...(await tooLongTextsOf(page)).map((fault) => `${place}: ${fault}`));
    };
    await page.getByRole('link', { name: t('nav.payments'), exact: true }).click();
    await page.getByRole('row').first().waitFor();
    await look('payments');
    await page.getByRole('button', { name: t('sale.refund') }).click();
    await page.getByRole('dialog').waitFor();
    await look('refund');
    await page.getByRole('button', { name: t('dialog.not-now') }).click();
    await page.getByRole('link', { name: t('nav.settings'), exact: true }).click();
    for (const part of ['shop', 'money', 'display', 'service', 'advanced', 'record', 'people'] as const) {
      await page.getByRole('tab', { name: t(`settings.part.${part}`) }).click();
      await look(`settings, ${part}`);
    }
    await page.getByRole('button', { name: t('people.add') }).click();
    await page.getByRole('dialog').waitFor();
    await look('a new person');
    await page
      .getByRole('dialog')
      .getByRole('button', { name: t('dialog.not-now') })
      .click();
    await page
      .getByRole('button', { name: t('people.end') })
      .first()
      .click();
    await look('ending a person');
    await page.keyboard.press('Escape');
    const base = till().terminal;
    await window.push(spoken(live({ role: 'cashier', signsIn: true }), tongue));
    await page.getByRole('button', { name: t('people.sign-in') }).click();
    await look('signing in');
    await page.keyboard.press('Escape');
    await window.push(spoken(live({ role: 'cashier' }), tongue));
    await page.getByRole('link', { name: t('nav.sale'), exact: true }).click();
    await page.getByRole('link', { name: t('nav.settings'), exact: true }).click();
    await page.getByRole('dialog').waitFor();
    await look('unlock');
    await page.keyboard.press('Escape');
    await window.push(spoken(live({ role: 'cashier', provisioning: foreignFile }), tongue));
    await page.getByRole('dialog', { name: t('provision.title') }).waitFor();
    await look('a provisioning file');
    for (const provisioning of [encryptedFile, shopsFile, faultyFile]) {
      await window.push(spoken(live({ provisioning }), tongue));
      await page.getByRole('dialog', { name: t(`provision.title.${provisioning.stage}`) }).waitFor();
      await look(`a provisioning file and its ${provisioning.stage}`);
    }
    await window.push(spoken(till({ terminal: { ...base, mode: 'undecided', shopName: '', posId: '' } }), tongue));
    await page.getByRole('heading', { name: t('first.title') }).waitFor();
    await look('first question');
    expect(faults).toEqual([]);
    expect(window.faults).toEqual([]);
  });
});
