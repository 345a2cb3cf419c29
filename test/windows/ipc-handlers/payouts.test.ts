import { describe, expect, test } from 'vitest';
import type { Act } from '../../../main/audit/audit-log.ts';
import { checkedCall } from '../../../main/shell/ipc-check.ts';
import type { Handlers } from '../../../main/windows/ipc-handlers/handler.ts';
import { payoutsHandlers } from '../../../main/windows/ipc-handlers/payments.ts';
import type { CallName } from '../../../preload/contract/contract.ts';
import type { Role } from '../../../preload/contract/views.ts';
import { id, listed, payout } from '../../reconcile/scripted-lists.ts';
import { tillWithPayouts } from '../../reconcile/till-with-payouts.ts';

const days = { from: '2026-03-10', to: '2026-03-11' };
const page = { offset: 0, limit: 50 };

/** Every call of the view, with the arguments of a window. */
const asks: readonly (readonly [CallName, object])[] = [
  ['payouts.read', {}],
  ['payouts.load', days],
  ['payouts.resume', {}],
  ['payouts.cancel', {}],
  ['payouts.list', page],
  ['payouts.find', { payoutId: id('A') }],
  ['payouts.payout', { number: 1 }],
  ['payouts.transactions', { group: 'all', ...page }],
  ['payouts.pay-out', {}],
];

/** The calls of a window over prepared payout lists; `touched` holds the calls that prolong a manager's session. */
function counter({ mode = 'live', role = 'manager' }: { mode?: 'live' | 'training'; role?: Role } = {}) {
  const till = tillWithPayouts();
  const acted: Act[] = [];
  const seen = { touched: [] as string[], paidOut: [] as string[] };
  const { reconciliation } = till;
  const payOut = mode === 'training' ? { payOut: async () => void seen.paidOut.push('paid out') } : {};
  const common = {
    till: {
      mode,
      roles: { touch: () => void seen.touched.push('touch'), actor: () => ({ role, id: 'person-1' }) },
      requireOpen: () => ({ reconciliation, ...payOut }),
    },
    acts: { record: (act: Act) => void acted.push(act) },
  } as unknown as Parameters<typeof payoutsHandlers>[0];
  const handlers = payoutsHandlers(common, { exports: { kind: () => null } }) as unknown as Handlers;
  const caller = { window: 'till', mainFrame: true, url: 'app://tillmate/till/index.html' } as const;
  const call = (name: CallName, ask: object = {}) =>
    checkedCall({ handlers, role: () => role, report: () => undefined }, caller, name, ask);
  return { ...till, acted, seen, call };
}

describe('roles', () => {
  test('only user actions prolong the session, not the window’s polling', async () => {
    const { call, seen, ended } = counter();
    for (const [name, ask] of asks) {
      const before = seen.touched.length;
      await call(name, ask);
      const byItself = ['payouts.read', 'payouts.list', 'payouts.payout', 'payouts.transactions'].includes(name);
      expect([name, seen.touched.length - before]).toEqual([name, byItself ? 0 : 1]);
    }
    await ended();
  });
});

describe('invalid input', () => {
  test.each<readonly [CallName, object, string, string]>([
    ['payouts.load', { from: '10-03-2026', to: '2026-03-10' }, 'from', 'date.invalid'],
    ['payouts.load', { from: '2026-02-30', to: '2026-03-10' }, 'from', 'date.invalid'],
    ['payouts.load', { from: '2026-03-11', to: '2026-03-10' }, 'to', 'range.order'],
    ['payouts.load', { from: '2024-03-11', to: '2026-03-10' }, 'to', 'range.too-long'],
    ['payouts.load', { from: '2026-03-10', to: '2026-03-21' }, 'to', 'invalid.range.future'],
    ['payouts.find', { payoutId: 'A' }, 'payoutId', 'id.length'],
    ['payouts.find', { payoutId: id('never') }, 'payoutId', 'invalid.payout.not-fetched'],
    ['payouts.payout', { number: 7 }, 'number', 'invalid.payout.not-fetched'],
    ['payouts.transactions', { group: 'all', offset: -1, limit: 50 }, 'offset', 'field.invalid'],
    ['payouts.transactions', { group: 'all', offset: 0, limit: 201 }, 'limit', 'field.invalid'],
    ['payouts.list', { offset: 0, limit: 0 }, 'limit', 'field.invalid'],
  ])('%s %o: %s %s', async (name, ask, field, code) => {
    const { call, lists, acted } = counter();
    expect(await call(name, ask)).toMatchObject({ ok: false, error: { field, code } });
    expect([lists.asked, acted]).toEqual([[], []]);
    expect(await call('payouts.read')).toMatchObject({ value: { range: null, stage: 'none' } });
  });
});

describe('fetching payouts', () => {
  test('is logged with days and user, and returned in pages', async () => {
    const { call, lists, sale, ended, acted } = counter();
    sale({ paymentId: 'a', amount: 1_250, at: '2026-03-10T09:00:00Z' });
    lists.payouts = [
      payout('A', '2026-03-10T23:00:00Z', { totalPayments: 1, totalPaymentAmount: 1_250, payoutAmount: 1_250 }),
    ];
    lists.payments = [listed('a', 1_250, '2026-03-10T09:00:00Z', { payoutId: id('A') })];
    expect(await call('payouts.load', days)).toEqual({ ok: true, value: {} });
    await ended();
    expect(acted).toEqual([{ act: 'payouts-fetched', by: { role: 'manager', id: 'person-1' }, values: days }]);
    expect(await call('payouts.read')).toMatchObject({ value: { range: days, stage: 'complete', payouts: 1 } });
    expect(await call('payouts.list', page)).toMatchObject({ value: { total: 1, rows: [{ payoutId: id('A') }] } });
    const found = await call('payouts.find', { payoutId: id('A') });
    if (!found.ok) throw new Error(found.error.code);
    const { number } = found.value as { readonly number: number };
    expect(await call('payouts.payout', { number })).toMatchObject({ value: { payoutId: id('A'), offCents: 0 } });
    expect(await call('payouts.transactions', { group: { payout: number }, ...page })).toMatchObject({
      value: { total: 1, rows: [{ id: id('a'), state: 'matched', cents: 1_250 }] },
    });
  });

  test('stops when cancelled and can be resumed', async () => {
    const { call, lists, ended, acted } = counter();
    lists.payments = Array.from({ length: 9 }, (_, index) => listed(`p${index}`, 100, '2026-03-10T09:00:00Z'));
    let calledOff: ReturnType<typeof call> | undefined;
    lists.before = ({ list, page: nth }) => {
      if (list === 'payments' && nth === 1) calledOff ??= call('payouts.cancel');
      return undefined;
    };
    await call('payouts.load', days);
    await ended();
    expect(await calledOff).toEqual({ ok: true, value: {} });
    const stopped = await call('payouts.read');
    expect(stopped).toMatchObject({ value: { stage: 'stopped', range: days } });
    expect(stopped).not.toHaveProperty('value.problem');
    expect(await call('payouts.resume')).toEqual({ ok: true, value: {} });
    await ended();
    expect(await call('payouts.read')).toMatchObject({ value: { stage: 'complete' } });
    expect(await call('payouts.transactions', { group: 'all', ...page })).toMatchObject({ value: { total: 9 } });
    expect(acted).toHaveLength(1);
  });

  test('has nothing to resume or cancel without a range', async () => {
    const { call } = counter();
    expect(await call('payouts.resume')).toMatchObject({ ok: false, error: { code: 'payouts.nothing' } });
    expect(await call('payouts.cancel')).toEqual({ ok: true, value: {} });
  });
});

test('pays out only in training', async () => {
  const training = counter({ mode: 'training' });
  expect(await training.call('payouts.pay-out')).toEqual({ ok: true, value: {} });
  expect(training.seen.paidOut).toHaveLength(1);
  expect(await counter().call('payouts.pay-out')).toMatchObject({ ok: false, error: { code: 'payouts.no-bank' } });
});
