import { refusal } from '../recorded-calls.ts';
import { sampleFigures } from '../sample-figures.ts';
import { account, atService, history } from '../sample-payments.ts';
import { payout, payoutAnswers, overview as payoutsOverview } from '../sample-payouts.ts';
import { linked, noPeople, peopleAnswers, registersAnswers } from '../sample-people.ts';
import { fullReport, report, shiftAnswers } from '../sample-shifts.ts';
import { AT, found, live, sale, shopDisplay, storedSettings, till } from '../sample-snapshots.ts';
import { slides } from './display-shots.ts';
import { type Act, goTo, opens, presses, type Shot, tillShot } from './shot.ts';

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
const openPayouts = opens('nav.payouts');
export const openPayout =
  (index: number): Act =>
  async (page, t) => {
    await openPayouts(page, t);
    const table = page.getByRole('table', { name: t('nav.payouts') });
    await table.getByRole('row').nth(index).click();
  };
const openDay = opens('nav.day');

const open = (part: 'people' | 'record'): Act => opens('nav.settings', `settings.part.${part}`);

const openRegisters = opens('nav.settings', 'settings.part.registers');

export const managerShots: readonly Shot[] = [
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
      await page.getByRole('button', { name: t('keys.copy') }).click();
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
      await page.getByLabel(t('payments.from'), { exact: true }).fill('2026-11-20');
      await page.getByLabel(t('payments.to'), { exact: true }).fill('2026-11-02');
    },
    found(400),
  ),
  tillShot('payments-none', till({ recent: [] }), (page) => page.keyboard.press('F2'), found(0)),
  tillShot(
    'settings',
    live(),
    async (page, t) => {
      await goTo(page, t, 'nav.settings');
      await page.getByLabel(t('settings.pos.posId')).fill('TILL 42');
    },
    storedSettings,
  ),
  ...(['money', 'display', 'service', 'advanced', 'about'] as const).map((part) =>
    tillShot(`settings-${part}`, live(), opens('nav.settings', `settings.part.${part}`), storedSettings),
  ),
  tillShot('settings-registers', linked, openRegisters, registersAnswers()),
  tillShot('settings-registers-off', live(), openRegisters, {
    ...registersAnswers({ registers: [], pairing: undefined, address: undefined }),
    ...storedSettings,
  }),
  tillShot(
    'settings-registers-fault',
    linked,
    openRegisters,
    registersAnswers({
      address: undefined,
      problems: [refusal('register.port-taken', { values: { port: 47800 } }).error],
    }),
  ),
  tillShot('registers-pair', linked, presses(openRegisters, 'registers.pair'), registersAnswers()),
  tillShot(
    'registers-pair-network',
    linked,
    presses(openRegisters, 'registers.pair'),
    registersAnswers({
      address: { url: 'https://192.168.1.20:47800', fingerprint: 'A1:0C:5E:99:'.repeat(8).slice(0, -1) },
    }),
  ),
  tillShot(
    'registers-pair-over',
    linked,
    presses(openRegisters, 'registers.pair'),
    registersAnswers({ pairing: undefined }),
  ),
  tillShot(
    'registers-end',
    linked,
    async (page, t) => {
      await openRegisters(page, t);
      await page.getByRole('button', { name: /Counter by the door/ }).click();
    },
    registersAnswers(),
  ),
  tillShot(
    'settings-changes',
    live(),
    async (page, t) => {
      await goTo(page, t, 'nav.settings');
      await page.getByLabel(t('settings.shop.shopName'), { exact: true }).fill('Bakkerij Anna aan de Grote Markt');
      await page.getByLabel(t('settings.sale.referencePattern')).fill('{sequence}/{yyMMdd}');
      await page.getByLabel(t('settings.sale.description')).fill('Brood, gebak en koffie van Bakkerij Zoë');
    },
    storedSettings,
  ),
  tillShot(
    'settings-updates',
    live({ updates: { version: '1.0.0', state: 'ready', newest: '1.1.0', waitsFor: 'opening-hours', lastLookAt: AT } }),
    opens('nav.settings', 'settings.part.updates'),
    storedSettings,
  ),
  tillShot('settings-refused', live(), opens('nav.settings'), { 'settings.read': refusal('internal') }),
  tillShot(
    'settings-app',
    live(),
    presses(opens('nav.settings', 'settings.part.display'), 'settings.app.add'),
    storedSettings,
  ),
  tillShot('sticker', live(), presses(opens('nav.settings'), 'sticker.open'), {
    ...storedSettings,
    'sticker.read': { ok: true, value: { kind: 'known', text: 'https://pay.example' } },
  }),
  tillShot('settings-undo', live(), presses(opens('nav.settings'), 'settings.undo.last'), undoable),
  tillShot(
    'settings-timing',
    live(),
    async (page, t) => {
      await goTo(page, t, 'nav.settings', 'settings.part.advanced');
      await page.getByText(t('settings.tuning.pathClaimPrefix')).scrollIntoViewIfNeeded();
    },
    storedSettings,
  ),
  tillShot(
    'settings-idle',
    live({ counter: { ...live().counter, display: shopDisplay({ kind: 'idle' }, slides).counter.display } }),
    async (page, t) => {
      await goTo(page, t, 'nav.settings', 'settings.part.display');
      await page.getByText(t('settings.counter.display.idle.slideSeconds')).scrollIntoViewIfNeeded();
    },
    storedSettings,
  ),
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
        .getByRole('button', { name: t('settings.save') })
        .click();
    },
    peopleAnswers,
  ),
  tillShot(
    'person-ends',
    live(),
    async (page, t) => {
      await open('people')(page, t);
      await page
        .getByRole('button', { name: t('people.end') })
        .first()
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
  tillShot('day-comparing', live(), presses(openDay, 'shift.close'), {
    ...shiftAnswers(report({ counted: { state: 'not-counted', why: 'not-asked' } })),
    'shift.compare': 'never',
  }),
  tillShot(
    'day-closing',
    live(),
    presses(openDay, 'shift.close'),
    shiftAnswers(report({ counted: { state: 'not-counted', why: 'unreachable' } })),
  ),
  tillShot('day-closed', live(), presses(openDay, 'shift.close', 'shift.close.confirm'), shiftAnswers()),
  tillShot('day-earlier', live(), opens('nav.day', 'day.part.earlier'), shiftAnswers()),
  tillShot('figures', live(), opens('nav.day', 'day.part.figures'), {
    'shift.so-far': 'never',
    'figures.read': { ok: true, value: sampleFigures },
  }),
  tillShot('payouts-all', live(), openPayouts, payoutAnswers()),
  tillShot('payouts-one', live(), openPayout(0), payoutAnswers()),
  tillShot('help', live(), presses(openPayout(0), 'help'), payoutAnswers()),
  tillShot(
    'payouts-wrong',
    live(),
    async (page, t) => {
      await openPayout(4)(page, t);
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
  tillShot(
    'other-account',
    live(),
    async (page, t) => {
      await goTo(page, t, 'nav.settings', 'settings.part.service');
      await page.getByText(t('environment.PREPROD'), { exact: true }).click();
    },
    storedSettings,
  ),
  tillShot('unlock', live({ role: 'cashier' }), opens('nav.settings')),
];
