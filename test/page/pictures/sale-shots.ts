import type { CounterSettings } from '../../../preload/contract/settings-table.ts';
import { scan } from '../../e2e/harness/hands.ts';
import { refusal } from '../recorded-calls.ts';
import {
  found,
  foundForRegister,
  foundPayment,
  live,
  neverMade,
  offline,
  otherPath,
  parkedSummary,
  preprod,
  registerWaits,
  sale,
  till,
} from '../sample-snapshots.ts';
import { type Act, fills, openPayments, presses, type Shot, stay, tillShot } from './shot.ts';

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

const unsettled = {
  refundKey: 'a',
  amount: 2_000,
  stage: 'unconfirmed',
  at: till().at,
  unsettled: 'absent',
} as const;
const leaving = {
  id: 1,
  sale: { reference: 'TILL42-261120-0042', amount: 1250, stage: 'waiting' },
  refunds: 2,
} as const;

const charging =
  (amount: string): Act =>
  async (page) => {
    await page.keyboard.type(amount);
    await page.keyboard.press('Enter');
  };

const counting = (change: Partial<CounterSettings>) => {
  const base = till();
  return { ...base, counter: { ...base.counter, ...change } };
};

export const saleShots: readonly Shot[] = [
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
  {
    name: 'till-draft-question',
    async open(windows, opening) {
      const window = await windows.till(live(), opening);
      await window.page.keyboard.type('12');
      await window.push(
        live({
          language: opening.language ?? 'en',
          handedDraft: { id: 1, amount: 420, reference: '', description: '' },
        }),
      );
      return window;
    },
  },
  {
    name: 'till-register-waiting',
    async open(windows, opening) {
      const window = await windows.till(live(), opening);
      await window.page.keyboard.type('12');
      const waiting = sale('waiting', { ...rich, register: 'Counter by the door' });
      await window.push(live({ language: opening.language ?? 'en', sale: waiting }));
      return window;
    },
  },
  tillShot('register-paid', live({ sale: sale('paid', { ...rich, register: 'Counter by the door' }) })),
  tillShot(
    'register-failed',
    live({ sale: sale('failed', { ending: 'bank-refused', register: 'Counter by the door' }) }),
  ),
  tillShot(
    'register-cancelled',
    live({ sale: sale('cancelled', { ending: 'register', register: 'Counter by the door' }) }),
  ),
  tillShot('customers-app', till({ sale: sale('waiting', rich) }), presses(stay, 'training.play')),
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
    openPayments,
    found(40),
  ),
  tillShot('silent', live({ service: offline, sale: sale('waiting', { leavable: true }) })),
  tillShot('never-made', live({ service: offline, sale: neverMade() })),
  tillShot('alarm', till({ sale: sale('paid', { alarm: { shownAs: 'cancelled', at: 0, acknowledged: false } }) })),
  tillShot('refund', live({ sale: sale('paid') }), fills(presses(stay, 'sale.refund'), { 'refund.amount': '60' })),
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
    openPayments,
    found(400),
  ),
  tillShot(
    'refund-unsettled',
    live({ role: 'cashier', sale: sale('paid', { refunds: [unsettled] }) }),
    presses(stay, 'refund.settle'),
  ),
  tillShot('leaving', live({ sale: sale('waiting'), leaving })),
  tillShot('other-path', live({ notices: [otherPath] }), presses(stay, 'notices.action.accept-path')),
  tillShot('register-found', live({ notices: [foundForRegister] }), presses(stay, 'notices.action.decide-register')),
  tillShot('found-unknown', live({ sale: sale('unknown', { undecided: true }), notices: [foundPayment] })),
  tillShot(
    'found-question',
    live({ sale: sale('unknown', { undecided: true }), notices: [foundPayment] }),
    presses(stay, 'notices.action.decide-payment'),
  ),
  tillShot('register-waits', live({ notices: [registerWaits] }), presses(stay, 'notices.action.release-register')),
  tillShot('preprod', preprod(), (page) => page.keyboard.type('12,50')),
  tillShot('preprod-paid', preprod({ sale: sale('paid', rich) })),
  tillShot('preprod-payments', preprod({ opened: sale('paid') }), openPayments, found(400)),
  tillShot('waits', live({ notices: [...waits] })),
];
