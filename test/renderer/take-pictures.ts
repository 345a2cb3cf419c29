import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { type CounterView, type Language, language as languageName } from '../../preload/counter.ts';
import type { KeysView } from '../../preload/keys.ts';
import { scan } from '../e2e/harness/hands.ts';
import { builtWindows, type Opening, type OpenWindow, type Windows } from './open-windows.ts';
import { refusal } from './recorded-calls.ts';
import { checksAnswers, wellChecks, wrongChecks } from './sample-checks.ts';
import { keyInUse, keysAnswers, newKey } from './sample-keys.ts';
import { diagnosisAnswers, logAnswers, packAnswers } from './sample-logs.ts';
import { account, atService, history } from './sample-payments.ts';
import { payout, payoutAnswers, overview as payoutsOverview } from './sample-payouts.ts';
import { noPeople, peopleAnswers } from './sample-people.ts';
import { fullReport, report, shiftAnswers } from './sample-shifts.ts';
import {
  apps,
  display,
  displayScenes,
  encryptedFile,
  faultyFile,
  foreignFile,
  found,
  live,
  neverMade,
  noChecks,
  nothingStored,
  offline,
  parkedSummary,
  preprod,
  sale,
  shopDisplay,
  shopsFile,
  storedSettings,
  till,
  twoScreens,
  waitingScene,
} from './sample-snapshots.ts';
import { finder } from './texts.ts';
import { guideSteps, walkTo } from './walk-the-guide.ts';

/** Every scene of both windows, and pictures of them for people to look at; no test depends on them. */

/** Does something in a window that speaks the language of `t`. */
type Act = (page: Page, t: ReturnType<typeof finder>) => Promise<unknown>;
interface Shot {
  readonly name: string;
  open(windows: Windows, opening: Opening): Promise<OpenWindow>;
  readonly act?: Act;
}

const receipt = 'https://bakery.example/receipts/TILL42-261120-0042';
const slides = {
  idle: {
    name: true,
    logo: true,
    message: true,
    pictures: true,
    slides: apps.map(({ picture = '' }) => picture),
    slideSeconds: 120,
  },
};
const undoable = {
  'settings.read': {
    ok: true,
    value: {
      ...storedSettings['settings.read'].value,
      undo: { counter: { ...live().counter, maximum: 99_900, refundPinAbove: 1_000 } },
    },
  },
};
const rich = { description: 'Two loaves and a cake' };
const notices = [
  { id: 'a', code: 'provision.file-kept', severity: 'warning', action: 'shred-file' },
  { id: 'b', code: 'journal.set-aside', severity: 'warning', action: 'dismiss' },
] as const;

const waits = [
  {
    id: 'c',
    code: 'journal.waiting',
    severity: 'warning',
    action: 'dismiss',
    values: { environment: 'PREPROD', profile: '9c0d1e', payments: 2, refunds: 1 },
  },
] as const;

function tillShot(name: string, snapshot: ReturnType<typeof till>, act?: Act, answers = {}): Shot {
  return {
    name: `till-${name}`,
    open: (windows, opening) => windows.till(snapshot, { ...opening, answers }),
    ...(act ? { act } : {}),
  };
}

const charging =
  (amount: string): Act =>
  async (page) => {
    await page.keyboard.type(amount);
    await page.keyboard.press('Enter');
  };

const openLogs: Act = async (page, t) => {
  await page.getByRole('link', { name: t('nav.support') }).click();
  await page.getByRole('tab', { name: t('support.tab.logs') }).click();
};

const openTerminal: Act = async (page, t) => {
  await page.getByRole('link', { name: t('nav.support') }).click();
  await page.getByRole('tab', { name: t('support.tab.terminal') }).click();
};

const openPack: Act = async (page, t) => {
  await openLogs(page, t);
  await page.getByRole('button', { name: t('pack.open') }).click();
};

const openPayouts: Act = (page, t) => page.getByRole('link', { name: t('nav.payouts') }).click();
const openSupport: Act = (page, t) => page.getByRole('link', { name: t('nav.support') }).click();
const openDay: Act = (page, t) => page.getByRole('link', { name: t('nav.day') }).click();

const counting = (change: Partial<CounterView>) => {
  const base = till();
  return { ...base, counter: { ...base.counter, ...change } };
};

const open =
  (part: 'people' | 'record'): Act =>
  async (page, t) => {
    await page.getByRole('link', { name: t('nav.settings') }).click();
    await page.getByRole('tab', { name: t(`settings.part.${part}`) }).click();
  };

const terminalShot = tillShot(
  'terminal',
  live({ role: 'support' }),
  async (page, t) => {
    await page.getByRole('link', { name: t('nav.support') }).click();
    await page.getByRole('tab', { name: t('support.tab.terminal') }).click();
  },
  { ...checksAnswers(null), ...twoScreens },
);

const screensShot = tillShot(
  'screens',
  live(),
  async (page, t) => {
    await page.getByRole('link', { name: t('nav.settings') }).click();
    await page.getByRole('tab', { name: t('settings.part.display') }).click();
    await page.getByRole('button', { name: t('screens.test') }).scrollIntoViewIfNeeded();
  },
  { ...storedSettings, ...twoScreens },
);

const guideShots = guideSteps.map((step, index) =>
  tillShot(
    `guide-${index + 1}-${step}`,
    till({ terminal: { ...till().terminal, mode: 'undecided', shopName: '', posId: '' } }),
    (page, t) => walkTo(page, t, step),
    { ...nothingStored, ...twoScreens },
  ),
);

const openKeys: Act = async (page, t) => {
  await page.getByRole('link', { name: t('nav.support') }).click();
  await page.getByRole('tab', { name: t('support.tab.keys') }).click();
};
const keysShot = (name: string, change: Partial<KeysView>, act?: Act, answers = {}): Shot =>
  tillShot(
    `keys-${name}`,
    live({ role: 'support' }),
    async (page, t) => {
      await openKeys(page, t);
      await act?.(page, t);
    },
    { ...keysAnswers(change), ...answers },
  );
const pressNew = (page: Page, name: string) =>
  page.getByRole('button', { name: name.replace('{{kid}}', newKey.kid) }).click();
const bothKeys = { keys: [keyInUse, newKey] };
const keychainFault = (code: string, values: Record<string, string>) => ({
  keychain: { code, message: '', retryable: true, values },
});

const shots: readonly Shot[] = [
  tillShot('checks-none', live(), openSupport, checksAnswers(null)),
  tillShot('checks-well', live(), openSupport, checksAnswers(wellChecks)),
  tillShot(
    'checks-running',
    live(),
    openSupport,
    checksAnswers({ ...wellChecks, checks: wellChecks.checks.slice(0, 7) }, [
      'refunds',
      'payouts',
      'signature',
      'journal',
    ]),
  ),
  tillShot('checks-wrong', live(), openSupport, checksAnswers(wrongChecks)),
  tillShot('idle', till()),
  tillShot('typed', live(), (page) => page.keyboard.type('12,50')),
  tillShot('long', till(), (page) => page.keyboard.type('9999999999,99')),
  tillShot('wrong', till({ display: 'closed' }), async (page, t) => {
    await page.keyboard.type('12,505');
    await page.getByLabel(t('sale.reference')).fill('Order 😀 1234567890 1234567890 1234567890');
    await page.getByLabel(t('sale.description')).fill('Two loaves');
  }),
  tillShot('quick', counting({ quickAmounts: [250, 500, 1_000, 2_000, 5_000, 12_550] })),
  tillShot('cents', counting({ entry: 'cents-first', quickAmounts: [250, 500] }), (page) => page.keyboard.type('1250')),
  tillShot('scanned', till(), (page) => scan(page, '4006381333931', 'Enter')),
  tillShot('unusual', till(), charging('962'), {
    'sale.start': refusal('sale.unusual', { values: { amount: 96_200, times: 10, usual: 1_000 } }),
  }),
  tillShot('maximum', live({ role: 'cashier' }), charging('3000'), {
    'sale.start': refusal('pin.maximum', { values: { amount: 300_000, maximum: 250_000 } }),
  }),
  tillShot('creating', till({ sale: sale('creating', { doing: { code: 'creating', sinceMs: Date.now() } }) })),
  tillShot('waiting', till({ sale: sale('waiting', rich) })),
  tillShot('waiting-live', live({ sale: sale('waiting', { amount: 124950 }) })),
  tillShot('customers-app', till({ sale: sale('waiting', rich) }), (page, t) =>
    page.getByRole('button', { name: t('training.play') }).click(),
  ),
  tillShot('doubt', till({ sale: sale('waiting') }), (page) => page.keyboard.press('Escape')),
  tillShot('cancelling', till({ sale: sale('waiting', { cancel: 'asked' }) })),
  tillShot('refunded', live({ sale: sale('paid', { refunded: 1250, refundable: 0 }) })),
  tillShot(
    'verdict',
    till({ sale: sale('scanned', { verdict: { at: till().at, kind: 'not-paid' }, cancel: 'too-late' }) }),
  ),
  tillShot('authorised', till({ sale: sale('authorised') })),
  tillShot('paid', till({ sale: sale('paid', rich) })),
  tillShot(
    'paid-refunds',
    live({
      sale: sale('paid', {
        refunded: 400,
        refundable: 750,
        refunds: [
          { refundKey: 'a', amount: 400, stage: 'refunded', at: till().at, reason: 'Burnt' },
          { refundKey: 'b', amount: 100, stage: 'unconfirmed', at: till().at },
        ],
      }),
    }),
  ),
  tillShot('cancelled', till({ sale: sale('cancelled', { ending: 'elsewhere' }) })),
  tillShot('expired', till({ sale: sale('expired') })),
  tillShot('failed', till({ sale: sale('failed', { ending: 'bank-refused' }) })),
  tillShot('voided', till({ sale: sale('voided') })),
  tillShot(
    'unknown',
    till({
      notices: [...notices],
      service: { state: 'offline', sinceMs: 0, host: 'api.pay.example.org', skewMs: 0 },
      sale: sale('unknown', {
        problem: { code: 'answer.schema', message: 'x', retryable: false, traceId: '7c1f2a90b3d4' },
      }),
    }),
  ),
  tillShot('parked', live({ parked: [parkedSummary('waiting')] })),
  tillShot(
    'parked-opened',
    live({ parked: [parkedSummary('waiting')], opened: sale('waiting', { parked: true }) }),
    (page) => page.keyboard.press('F2'),
    found(40),
  ),
  tillShot('silent', live({ service: offline, sale: sale('waiting', { leavable: true }) })),
  tillShot('never-made', live({ service: offline, sale: neverMade() })),
  tillShot('alarm', till({ sale: sale('paid', { alarm: { shownAs: 'cancelled', at: 0, acknowledged: false } }) })),
  tillShot('refund', live({ sale: sale('paid') }), async (page, t) => {
    await page.getByRole('button', { name: t('sale.refund') }).click();
    await page.getByLabel(t('refund.amount')).fill('60');
  }),
  tillShot(
    'refund-found',
    live({ sale: sale('paid', { refunded: 400, refundable: 850 }) }),
    async (page, t) => {
      await page.getByRole('button', { name: t('sale.refund') }).click();
      await page.getByLabel(t('refund.amount')).fill('4');
      await page.getByLabel(t('refund.amount')).press('Tab');
      await page.locator('dialog button[type="submit"], [role="dialog"] button[type="submit"]').click();
    },
    { 'refund.start': refusal('refund.found', { values: { amount: 400 } }) },
  ),
  tillShot(
    'payments',
    till({
      sale: sale('waiting'),
      opened: sale('paid', {
        ...rich,
        refunded: 400,
        refundable: 850,
        refunds: [{ refundKey: 'a', amount: 400, stage: 'refunded', at: till().at, reason: 'Burnt' }],
      }),
    }),
    (page) => page.keyboard.press('F2'),
    found(400),
  ),
  tillShot(
    'export',
    live(),
    async (page, t) => {
      await page.keyboard.press('F2');
      await page.getByRole('searchbox').fill('zoë');
      await page.getByRole('button', { name: t('export.open'), exact: true }).click();
      await page.getByLabel(t('export.from')).fill('2026-11-16');
      await page.getByLabel(t('export.to')).fill('2026-11-10');
    },
    found(400),
  ),
  tillShot(
    'export-running',
    live(),
    async (page, t) => {
      await page.keyboard.press('F2');
      await page.getByRole('button', { name: t('export.open'), exact: true }).click();
      await page.getByRole('button', { name: t('export.start') }).click();
      await page.getByLabel(t('export.progress')).waitFor();
    },
    {
      ...found(400),
      'export.start': 'never',
      'export.progress': { ok: true, value: { progress: { rows: 312_064, about: 1_000_000 } } },
    },
  ),
  tillShot(
    'payments-history',
    live({
      role: 'manager',
      opened: sale('paid', { ...rich, message: 'For the cake', bulkId: 'BULK-7', chargedBy: 'Zoë' }),
    }),
    async (page, t) => {
      await page.keyboard.press('F2');
      await page.getByRole('button', { name: t('details.refund-iban.ask') }).click();
      await page.getByRole('button', { name: t('details.refund-iban.copy') }).click();
    },
    { ...found(400), ...history, ...account },
  ),
  tillShot(
    'payments-all',
    live({ role: 'manager' }),
    async (page, t) => {
      await page.keyboard.press('F2');
      await page.getByLabel(t('payments.where')).selectOption('all');
    },
    { ...found(400), ...atService },
  ),
  tillShot(
    'payments-days',
    live({ role: 'manager' }),
    async (page, t) => {
      await page.keyboard.press('F2');
      await page.getByLabel(t('payments.from')).fill('2026-11-20');
      await page.getByLabel(t('payments.to')).fill('2026-11-02');
    },
    found(400),
  ),
  tillShot('payments-none', till({ recent: [] }), (page) => page.keyboard.press('F2'), found(0)),
  tillShot(
    'settings',
    live(),
    async (page, t) => {
      await page.getByRole('link', { name: t('nav.settings') }).click();
      await page.getByLabel(t('settings.pos.posId')).fill('TILL 42');
    },
    storedSettings,
  ),
  ...(['money', 'display', 'service', 'advanced', 'about'] as const).map((part) =>
    tillShot(
      `settings-${part}`,
      live(),
      async (page, t) => {
        await page.getByRole('link', { name: t('nav.settings') }).click();
        await page.getByRole('tab', { name: t(`settings.part.${part}`) }).click();
      },
      storedSettings,
    ),
  ),
  tillShot(
    'settings-changes',
    live(),
    async (page, t) => {
      await page.getByRole('link', { name: t('nav.settings') }).click();
      await page.getByLabel(t('settings.shop.shopName'), { exact: true }).fill('Bakkerij Anna aan de Grote Markt');
      await page.getByLabel(t('settings.sale.referencePattern')).fill('{sequence}/{yyMMdd}');
      await page.getByLabel(t('settings.sale.description')).fill('Brood, gebak en koffie van Bakkerij Zoë');
    },
    storedSettings,
  ),
  tillShot(
    'settings-undo',
    live(),
    async (page, t) => {
      await page.getByRole('link', { name: t('nav.settings') }).click();
      await page.getByRole('button', { name: t('settings.undo.last') }).click();
    },
    undoable,
  ),
  tillShot(
    'settings-timing',
    live(),
    async (page, t) => {
      await page.getByRole('link', { name: t('nav.settings') }).click();
      await page.getByRole('tab', { name: t('settings.part.advanced') }).click();
      await page.getByText(t('settings.tuning.pathClaimPrefix')).scrollIntoViewIfNeeded();
    },
    storedSettings,
  ),
  tillShot(
    'settings-idle',
    live({ counter: { ...live().counter, display: shopDisplay({ kind: 'idle' }, slides).counter.display } }),
    async (page, t) => {
      await page.getByRole('link', { name: t('nav.settings') }).click();
      await page.getByRole('tab', { name: t('settings.part.display') }).click();
      await page.getByText(t('settings.counter.display.idle.slideSeconds')).scrollIntoViewIfNeeded();
    },
    storedSettings,
  ),
  keysShot('none', { keys: [], account: undefined, apiKey: undefined }),
  keysShot('one', { renewal: { day: '2027-01-31', daysBefore: 14 } }),
  keysShot('next', bothKeys, (page, t) => pressNew(page, t('keys.test.of')), {
    'keys.test': { ok: true, value: { ms: 184 } },
  }),
  keysShot('refused', bothKeys, (page, t) => pressNew(page, t('keys.test.of')), {
    'keys.test': refusal('auth.key'),
  }),
  keysShot('use', bothKeys, (page, t) => pressNew(page, t('keys.use.of'))),
  keysShot('previous', {
    keys: [
      { ...newKey, place: 'current' },
      { ...keyInUse, place: 'previous' },
    ],
  }),
  keysShot('code', bothKeys, (page, t) => page.getByRole('button', { name: t('keys.code') }).click()),
  keysShot('make', {}, (page, t) => page.getByRole('button', { name: t('keys.make') }).click()),
  keysShot(
    'take',
    {},
    async (page, t) => {
      await page.getByRole('button', { name: t('keys.take') }).click();
      await page.getByRole('button', { name: t('keys.take.file') }).click();
    },
    { 'keys.take-file': refusal('key.rsa', { field: 'key', values: { file: 'till-42.pem' } }) },
  ),
  keysShot('api', {}, (page, t) => page.getByRole('button', { name: t('keys.api.replace') }).click()),
  keysShot('locked', keychainFault('keychain.locked', { platform: 'linux' })),
  keysShot('missing', { keys: [], ...keychainFault('keychain.missing', { platform: 'win32' }) }),
  tillShot(
    'keys-gone',
    live({
      role: 'cashier',
      notices: [{ id: 'open.keychain.empty', code: 'keychain.empty', severity: 'alarm', values: { message: '' } }],
    }),
    (page, t) => page.getByRole('link', { name: t('nav.support') }).click(),
    keysAnswers(),
  ),
  keysShot('empty', keychainFault('keychain.empty', {})),
  ...(['people', 'record'] as const).flatMap((part) => [
    tillShot(`settings-${part}`, live({ person: { name: 'Zoë Peeters', role: 'manager' } }), open(part), peopleAnswers),
    tillShot(`settings-${part}-none`, till(), open(part), noPeople),
  ]),
  tillShot(
    'person',
    live(),
    async (page, t) => {
      await open('people')(page, t);
      await page.getByRole('button', { name: t('people.add') }).click();
      await page.getByLabel(t('people.pin'), { exact: true }).fill('47');
      await page
        .getByRole('dialog')
        .getByRole('button', { name: t('people.save') })
        .click();
    },
    peopleAnswers,
  ),
  tillShot('signed-in', live({ role: 'cashier', signsIn: true, person: { name: 'Ava', role: 'cashier' } })),
  tillShot('sign-in', live({ role: 'cashier', signsIn: true }), (page, t) =>
    page.getByRole('button', { name: t('people.sign-in') }).click(),
  ),
  tillShot('day', live(), openDay, shiftAnswers()),
  tillShot('day-full', live(), openDay, shiftAnswers(fullReport)),
  tillShot(
    'day-comparing',
    live(),
    async (page, t) => {
      await openDay(page, t);
      await page.getByRole('button', { name: t('shift.close'), exact: true }).click();
    },
    { ...shiftAnswers(report({ counted: { state: 'not-counted', why: 'not-asked' } })), 'shift.compare': 'never' },
  ),
  tillShot(
    'day-closing',
    live(),
    async (page, t) => {
      await openDay(page, t);
      await page.getByRole('button', { name: t('shift.close'), exact: true }).click();
    },
    shiftAnswers(report({ counted: { state: 'not-counted', why: 'unreachable' } })),
  ),
  tillShot(
    'day-closed',
    live(),
    async (page, t) => {
      await openDay(page, t);
      await page.getByRole('button', { name: t('shift.close'), exact: true }).click();
      await page.getByRole('button', { name: t('shift.close.confirm') }).click();
    },
    shiftAnswers(),
  ),
  tillShot(
    'day-earlier',
    live(),
    async (page, t) => {
      await openDay(page, t);
      await page.getByRole('tab', { name: t('day.part.earlier') }).click();
    },
    shiftAnswers(),
  ),
  tillShot('payouts-all', live(), openPayouts, payoutAnswers()),
  tillShot(
    'payouts-one',
    live(),
    async (page, t) => {
      await openPayouts(page, t);
      await page
        .getByRole('table', { name: t('nav.payouts') })
        .getByRole('row')
        .first()
        .click();
    },
    payoutAnswers(),
  ),
  tillShot(
    'payouts-wrong',
    live(),
    async (page, t) => {
      await openPayouts(page, t);
      await page
        .getByRole('table', { name: t('nav.payouts') })
        .getByRole('row')
        .nth(4)
        .click();
      await page.getByLabel(t('payouts.id')).fill('c0ffee');
      await page.getByRole('button', { name: t('payouts.find') }).click();
      await page.getByLabel(t('payouts.to')).fill('2031-01-01');
    },
    payoutAnswers(
      { unverifiedAnswers: 2, notListed: 1 },
      payout(5, {
        offCents: -1,
        listed: { payments: { count: 95, cents: 121_850 }, refunds: { count: 2, cents: 2_650 } },
      }),
    ),
  ),
  tillShot('payouts-fetching', live(), openPayouts, {
    ...payoutAnswers({ stage: 'loading', progress: { done: 5, of: 12, rows: 20_000 } }),
  }),
  tillShot('payouts-training', till(), openPayouts, {
    'payouts.read': { ok: true, value: { ...payoutsOverview, range: null, stage: 'none' } },
  }),
  tillShot('logs', live(), openLogs, logAnswers),
  tillShot(
    'logs-line',
    live(),
    async (page, t) => {
      await openLogs(page, t);
      await page.getByRole('button', { name: t('logs.raise') }).click();
      await page
        .getByRole('table', { name: t('logs.lines') })
        .getByRole('row')
        .nth(2)
        .click();
    },
    logAnswers,
  ),
  tillShot('logs-pack', live(), openPack, { ...logAnswers, ...packAnswers }),
  tillShot(
    'logs-pack-part',
    live(),
    async (page, t) => {
      await openPack(page, t);
      await page.getByRole('button', { name: t('pack.look.at').replace('{{name}}', 'journal.jsonl') }).click();
    },
    { ...logAnswers, ...packAnswers },
  ),
  tillShot(
    'logs-pack-key',
    live(),
    async (page, t) => {
      await openPack(page, t);
      await page.getByRole('button', { name: t('pack.key.set') }).click();
      await page.getByRole('textbox', { name: t('pack.key.label') }).fill('{"d":"private"}');
      await page.getByRole('button', { name: t('pack.key.save') }).click();
    },
    { ...logAnswers, ...packAnswers, 'pack.key.save': refusal('support-key.private') },
  ),
  tillShot(
    'logs-diagnosis',
    live(),
    async (page, t) => {
      await openLogs(page, t);
      await page.getByRole('searchbox', { name: t('logs.id') }).fill('TILL42-261122-0042');
      await page.getByRole('button', { name: t('diagnosis.open') }).click();
      await page.getByRole('button', { name: t('diagnosis.copy') }).click();
    },
    { ...logAnswers, ...diagnosisAnswers },
  ),
  tillShot('preprod', preprod(), (page) => page.keyboard.type('12,50')),
  tillShot('preprod-paid', preprod({ sale: sale('paid', rich) })),
  tillShot('preprod-payments', preprod({ opened: sale('paid') }), (page) => page.keyboard.press('F2'), found(400)),
  tillShot('waits', live({ notices: [...waits] })),
  tillShot(
    'other-account',
    live(),
    async (page, t) => {
      await page.getByRole('link', { name: t('nav.settings') }).click();
      await page.getByRole('tab', { name: t('settings.part.service') }).click();
      await page.getByText(t('environment.PREPROD'), { exact: true }).click();
    },
    storedSettings,
  ),
  tillShot('unlock', live({ role: 'cashier' }), (page, t) =>
    page.getByRole('link', { name: t('nav.settings') }).click(),
  ),
  tillShot('provisioning', live({ role: 'cashier', provisioning: foreignFile })),
  tillShot('provisioning-no-pin', live({ provisioning: { ...foreignFile, needsPin: false } })),
  tillShot('provisioning-fresh', till({ provisioning: { ...foreignFile, needsPin: false, fresh: true } })),
  tillShot('provisioning-passphrase', till({ provisioning: encryptedFile })),
  tillShot('provisioning-missing', till({ provisioning: shopsFile })),
  tillShot('provisioning-faults', till({ provisioning: faultyFile })),
  tillShot('support-terminal', live(), openTerminal, noChecks),
  tillShot('first', till({ terminal: { ...till().terminal, mode: 'undecided', shopName: '', posId: '' } })),
  ...guideShots,
  terminalShot,
  screensShot,
  ...displayScenes.map((scene, index) => ({
    name: `display-${String(index).padStart(2, '0')}-${scene.kind}`,
    open: (windows: Windows, opening: Opening) => windows.display(display(scene), opening),
  })),
  ...[3, 6].map((count) => ({
    name: `display-shop-apps-${count}`,
    open: (windows: Windows, opening: Opening) =>
      windows.display(shopDisplay(waitingScene, { apps: apps.slice(0, count) }), opening),
  })),
  ...([90, 180, 270] as const).map((rotation) => ({
    name: `display-turned-${rotation}`,
    open: (windows: Windows, opening: Opening) => windows.display(shopDisplay(waitingScene, { rotation }), opening),
  })),
  {
    name: 'display-shop-pictures',
    open: (windows, opening) => windows.display(shopDisplay({ kind: 'idle' }, slides), opening),
  },
  { name: 'display-shop-idle', open: (windows, opening) => windows.display(shopDisplay({ kind: 'idle' }), opening) },
  {
    name: 'display-shop-receipt',
    open: (windows, opening) =>
      windows.display(shopDisplay({ kind: 'paid', amount: 1250, debtorName: 'Zoë', receipt }), opening),
  },
  {
    name: 'display-preprod',
    open: (windows, opening) =>
      windows.display(display(waitingScene, { training: false, environment: 'PREPROD' }), opening),
  },
  {
    name: 'display-long',
    open: (windows, opening) => windows.display(display({ kind: 'authorised', amount: 999_999_999_999 }), opening),
  },
];

export interface Pictures {
  readonly directory: string;
  readonly language: Language;
  /** Only scenes whose name holds this. */
  readonly filter?: string;
  /** Width and height in px. */
  readonly sizes: readonly (readonly [number, number])[];
  readonly schemes?: readonly ('light' | 'dark')[];
}

/** Writes a picture of every scene in a language; gives the names of the files, in the order of the scenes. */
export async function takeScenePictures(windows: Windows, pictures: Pictures): Promise<readonly string[]> {
  const { directory, language, filter = '', sizes, schemes = ['light', 'dark'] } = pictures;
  await mkdir(directory, { recursive: true });
  const taken: string[] = [];
  for (const shot of shots.filter(({ name }) => name.includes(filter)))
    for (const [width, height] of sizes)
      for (const scheme of schemes) {
        const window = await shot.open(windows, { width, height, dark: scheme === 'dark', language });
        await shot.act?.(window.page, finder(language));
        await window.page.waitForTimeout(700);
        const name = `${shot.name}-${width}x${height}-${scheme}.png`;
        await window.page.screenshot({ path: join(directory, name) });
        if (window.faults.length > 0) console.log(name, language, window.faults);
        taken.push(name);
        await window.close();
      }
  return taken;
}

/** `node test/renderer/take-pictures.ts [DIR] [filter] [sizes] [languages]`, such as out/look waiting 1024x768 nl,fr. */
async function fromCommandLine([
  directory = 'out/look',
  filter = '',
  sizes = '1024x768,1280x800,1920x1080',
  spoken = 'en',
]: readonly string[]) {
  const windows = await builtWindows();
  const measures = sizes.split(',').map((size) => size.split('x').map(Number));
  for (const language of spoken.split(',').map((name) => languageName.parse(name)))
    await takeScenePictures(windows, {
      directory: spoken.includes(',') ? join(directory, language) : directory,
      language,
      filter,
      sizes: measures.map(([width = 1280, height = 800]) => [width, height] as const),
    });
  await windows.close();
}

if (import.meta.main) await fromCommandLine(process.argv.slice(2));
