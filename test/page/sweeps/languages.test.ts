import { expect, test } from 'vitest';
import { explanations } from '../../../main/base/error-codes.ts';
import { language } from '../../../preload/contract/setting-values.ts';
import type { DisplaySnapshot, Notice, TillSnapshot } from '../../../preload/contract/views.ts';
import { overflowOf, targetsOf, tooLongTextsOf } from '../layout-measurements.ts';
import type { OpenWindow } from '../open-windows.ts';
import {
  customerScenes,
  display,
  live,
  sale,
  shopDisplay,
  till,
  tillScenes,
  waitingScene,
} from '../sample-snapshots.ts';
import { spoken, textsOf } from '../texts.ts';
import { laidOut } from '../used-again.ts';
import { windows } from '../windows.ts';

/** Every text in its place, in each language, at the smallest supported size of both windows. */

const SIZE = { width: 1024, height: 768 };
const LANGUAGES = language.options;

type Scene = readonly [string, () => TillSnapshot | DisplaySnapshot];

/** Shows each scene in each language in a single window, and returns the texts that do not fit. */
async function faultsOf(window: OpenWindow, scenes: readonly Scene[]): Promise<readonly string[]> {
  const faults: string[] = [];
  for (const tongue of LANGUAGES)
    for (const [name, snapshot] of scenes) {
      await window.push(spoken(snapshot(), tongue));
      // The texts of the language may have to load first.
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

test('every text of the till fits in every language', async () => {
  const window = await windows.till(till(), SIZE);
  expect(await faultsOf(window, fullScenes)).toEqual([]);
  expect(window.faults).toEqual([]);
});

test('every text of the display fits in every language', async () => {
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

/** A value for each placeholder of the texts. */
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
  ...{
    days: 12,
    missing: 7,
    fault: 'url.https',
    reference: 'TILL42-261120-0042',
    amountCents: 1250,
    seconds: 30,
    resolved: 2,
    open: 5,
  },
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

test('each notice and error fits in every language', async () => {
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
  const errors = [...explanations.keys()]
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
