import { refusal } from '../recorded-calls.ts';
import { sampleFigures } from '../sample-figures.ts';
import { account, atService, history } from '../sample-payments.ts';
import { payout, payoutAnswers, overview as payoutsOverview } from '../sample-payouts.ts';
import { headOfficeAnswers, linked, noPeople, peopleAnswers, registersAnswers } from '../sample-people.ts';
import { fullReport, report, shiftAnswers } from '../sample-shifts.ts';
import { AT, found, live, sale, shopDisplay, storedSettings, till } from '../sample-snapshots.ts';
import { slides } from './display-shots.ts';
import { type Act, fills, goTo, openPayments, opens, presses, type Shot, stay, tillShot } from './shot.ts';

const undoable = {
  'settings.read': {
    ...storedSettings['settings.read'],
    undo: { counter: { ...live().counter, maximum: 99_900, refundPinAbove: 1_000 } },
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

const openHeadOffice = opens('nav.settings', 'settings.part.head-office');
const openRegisters = opens('nav.settings', 'settings.part.registers');

export const managerShots: readonly Shot[] = [
  tillShot(
    'export',
    live(),
    fills(presses(fills(openPayments, { 'payments.find': 'zoë' }), 'export.open'), {
      'export.from': '2026-11-16',
      'export.to': '2026-11-10',
    }),
    found(400),
  ),
  tillShot(
    'export-running',
    live(),
    async (page, t) => {
      await presses(openPayments, 'export.open', 'export.start')(page, t);
      await page.getByLabel(t('export.progress')).waitFor();
    },
    { ...found(400), 'export.start': 'never', 'export.progress': { progress: { rows: 312_064, about: 1_000_000 } } },
  ),
  tillShot(
    'payments-history',
    live({
      role: 'manager',
      opened: sale('paid', { ...rich, message: 'For the cake', bulkId: 'BULK-7', chargedBy: 'Zoë' }),
    }),
    presses(openPayments, 'details.refund-iban.ask', 'keys.copy'),
    { ...found(400), ...history, ...account },
  ),
  tillShot(
    'payments-all',
    live({ role: 'manager' }),
    async (page, t) => {
      await openPayments(page, t);
      await page.getByLabel(t('payments.where')).selectOption('all');
    },
    { ...found(400), ...atService },
  ),
  tillShot(
    'payments-days',
    live({ role: 'manager' }),
    fills(openPayments, { 'payments.from': '2026-11-20', 'payments.to': '2026-11-02' }),
    found(400),
  ),
  tillShot('payments-none', till({ recent: [] }), openPayments, found(0)),
  tillShot('settings', live(), fills(opens('nav.settings'), { 'settings.pos.posId': 'TILL 42' }), storedSettings),
  ...(['money', 'display', 'service', 'advanced', 'about'] as const).map((part) =>
    tillShot(`settings-${part}`, live(), opens('nav.settings', `settings.part.${part}`), storedSettings),
  ),
  tillShot('settings-head-office', live(), openHeadOffice, storedSettings),
  tillShot('settings-head-office-enrolled', live(), openHeadOffice, headOfficeAnswers()),
  tillShot('settings-head-office-left', live(), presses(openHeadOffice, 'head-office.leave'), headOfficeAnswers()),
  tillShot('settings-money-head-office', live(), opens('nav.settings', 'settings.part.money'), headOfficeAnswers()),
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
    fills(opens('nav.settings'), {
      'settings.shop.shopName': 'Bakkerij Anna aan de Grote Markt',
      'settings.sale.referencePattern': '{sequence}/{yyMMdd}',
      'settings.sale.description': 'Brood, gebak en koffie van Bakkerij Zoë',
    }),
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
    'sticker.read': { code: 'https://pay.example' },
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
    presses(fills(presses(open('people'), 'people.add'), { 'people.pin': '47' }), 'settings.save'),
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
  tillShot('sign-in', live({ role: 'cashier', signsIn: true }), presses(stay, 'people.sign-in')),
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
    'figures.read': sampleFigures,
  }),
  tillShot('payouts-all', live(), openPayouts, payoutAnswers()),
  tillShot('payouts-one', live(), openPayout(0), payoutAnswers()),
  tillShot('help', live(), presses(openPayout(0), 'help'), payoutAnswers()),
  tillShot(
    'payouts-wrong',
    live(),
    fills(presses(fills(openPayout(4), { 'payouts.id': 'c0ffee' }), 'payouts.find'), { 'payouts.to': '2031-01-01' }),
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
    'payouts.read': { ...payoutsOverview, range: null, stage: 'none' },
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
