import { describe, expect, test } from 'vitest';
import { localDays } from '../../../main/base/days.ts';
import { TillError } from '../../../main/base/till-error.ts';
import type { JournalEvent } from '../../../main/domain/events.ts';
import { stateNotices } from '../../../main/windows/state-notices.ts';
import { Counter } from '../../sale/counter.ts';
import { counterTill, liveSettings } from '../../till/counter-till.ts';
import { tillWithHandlers } from './till-with-handlers.ts';

test('finds payments page by page up to the last page', async () => {
  const { handlers, counter } = await tillWithHandlers();
  const first = await counter.paidSale(100);
  const second = await counter.paidSale(200);
  const page = await handlers['payments.find']({ text: '', limit: 1 }, 'till');
  expect(page.rows).toMatchObject([{ saleId: second }]);
  const rest = await handlers['payments.find']({ text: '', limit: 1, after: page.next ?? undefined }, 'till');
  expect(rest).toMatchObject({ rows: [{ saleId: first }], next: null });
});

test('keeps the opened payment in the snapshot until another opens', async () => {
  const { handlers, counter } = await tillWithHandlers();
  const saleId = await counter.paidSale(100);
  await handlers['payments.open']({ saleId }, 'till');
  expect(await handlers['till.snapshot']({}, 'till')).toMatchObject({ sale: null, opened: { saleId } });
  expect(() => handlers['payments.open']({ saleId: 'none' }, 'till')).toThrow(
    expect.objectContaining({ code: 'sale.not-found' }),
  );
  await handlers['payments.open']({ saleId: null }, 'till');
  expect(await handlers['till.snapshot']({}, 'till')).toMatchObject({ opened: null });
});

const DAY_MS = 86_400_000;
const IBAN = 'NL91ABNA0417164300';

describe('payments of the whole profile', () => {
  const others = async (count: number) => {
    const parts = await tillWithHandlers();
    const { counter } = parts;
    const now = counter.clock.now();
    const { service } = counter;
    const ask = (number: number) => service.preparePayment({ amount: 100 + number, reference: `ORDER-${number}` });
    await parts.settled(Promise.all(Array.from({ length: count }, (_, number) => service.createPayment(ask(number)))));
    const find = (text: string, more: object = {}) =>
      parts.settled(
        parts.handlers['payments.search-all'](
          { text, from: now - DAY_MS, before: now + DAY_MS, ...more } as never,
          'till',
        ),
      );
    return { ...parts, find };
  };

  test('are searched page by page without being stored', async () => {
    const { find, counter, handlers } = await others(250);
    const first = await find('');
    expect(first).toMatchObject({ looked: 100, total: 250, next: { page: 1, by: 'time' } });
    const last = await find('', { place: { page: 2, by: 'time' } });
    expect(last).toMatchObject({ looked: 250, total: 250, next: null });
    expect(last.rows).toHaveLength(50);
    expect(counter.journal.find('', undefined, 10).sales).toEqual([]);
    expect(await handlers['payments.find']({ text: '', limit: 10 }, 'till')).toMatchObject({ rows: [] });
  });

  test('are stored when opened; the till’s own open as usual', async () => {
    const { find, call, handlers, counter } = await others(1);
    const own = await counter.paidSale(500);
    const { rows } = await find('');
    expect(rows.map(({ saleId, elsewhere }) => [saleId === own, elsewhere ?? false])).toEqual([
      [true, false],
      [false, true],
    ]);
    const [, other] = rows;
    const opened = await call('payments.open-found', { paymentId: other?.paymentId });
    expect(opened).toMatchObject({ ok: true });
    expect(await handlers['till.snapshot']({}, 'till')).toMatchObject({
      opened: { reference: 'ORDER-0', elsewhere: true, paymentId: other?.paymentId },
    });
    await call('payments.open-found', { paymentId: rows[0]?.paymentId });
    expect(await handlers['till.snapshot']({}, 'till')).toMatchObject({ opened: { saleId: own } });
    expect(counter.journal.find('', undefined, 10).sales).toHaveLength(2);
  });

  test.each([
    [{ from: 0, before: 0 }, 'range.order'],
    [{ from: 0, before: 401 * DAY_MS }, 'range.too-long'],
  ])('are refused for the range %o', async (range, code) => {
    const { call } = await tillWithHandlers();
    expect(await call('payments.search-all', { text: '', ...range })).toMatchObject({ ok: false, error: { code } });
  });
});

test('lists the history of a payment with its users', async () => {
  const { handlers, counter, acted } = await tillWithHandlers();
  const saleId = await counter.paidSale(1_250);
  counter.service.readRefundIban = async () => IBAN;
  await handlers['payments.refund-iban']({ saleId }, 'till');
  const { steps, whole } = await handlers['payments.history']({ saleId }, 'till');
  expect(whole).toBe(true);
  expect(steps.map(({ what }) => what)).toEqual(['charged', 'created', 'moved', 'moved', 'left', 'iban-read']);
  expect(steps[3]).toMatchObject({ what: 'moved', stage: 'paid', status: 'SUCCEEDED' });
  expect(steps.map(({ at }) => at)).toEqual(steps.map(({ at }) => at).toSorted());
  expect(acted).toMatchObject([{ act: 'refund-iban-read', about: saleId, by: { role: 'manager' } }]);
});

describe('the account for a transfer', () => {
  const asked = async () => {
    const parts = await tillWithHandlers({ pin: '4711' });
    const saleId = await parts.counter.paidSale(1_250);
    parts.counter.service.readRefundIban = async () => IBAN;
    await parts.till.roles.unlock('4711');
    return { ...parts, saleId };
  };

  test('reaches no window and no audit entry', async () => {
    const { call, saleId, seen, acted, counter, handlers } = await asked();
    const answers = [
      await call('payments.refund-iban', { saleId }),
      await call('payments.copy-refund-iban', { saleId }),
      await call('payments.show-refund-iban', { saleId }),
      await handlers['till.snapshot']({}, 'till'),
      await handlers['payments.history']({ saleId }, 'till'),
    ];
    expect(answers.slice(0, 3)).toMatchObject([{ ok: true }, { ok: true }, { ok: true }]);
    expect(seen).toEqual({ clipboard: IBAN, shown: ['NL91 ABNA 0417 1643 00'] });
    expect(acted.map(({ act }) => act).filter((act) => act.startsWith('refund-iban'))).toEqual([
      'refund-iban-read',
      'refund-iban-copied',
      'refund-iban-shown',
    ]);
    const told = JSON.stringify([answers, acted, [...counter.journal.eventsBetween(1, 1_000)]]);
    expect(told).toContain('NL•• •••• •••• ••43 00');
    expect(told.replaceAll(' ', '')).not.toContain(IBAN.slice(4, 12));
  });

  test('is logged as requested even without a response', async () => {
    const { call, saleId, acted, counter } = await asked();
    counter.service.readRefundIban = () => Promise.reject(new TillError('network.reset', 'lost'));
    expect(await call('payments.refund-iban', { saleId })).toMatchObject({ error: { code: 'network.reset' } });
    expect(acted.filter(({ act }) => act === 'refund-iban-read')).toMatchObject([{ about: saleId }]);
  });

  test('requires a paid payment, and a request before a copy', async () => {
    const { call, counter, saleId, acted } = await asked();
    expect(await call('payments.copy-refund-iban', { saleId })).toMatchObject({
      error: { code: 'refund-iban.forgotten' },
    });
    const unpaid = await counter.charge(100);
    expect(await call('payments.refund-iban', { saleId: unpaid })).toMatchObject({
      error: { code: 'refund.not-paid' },
    });
    expect(acted.map(({ act }) => act).filter((act) => act.startsWith('refund-iban'))).toEqual([]);
  });
});

const values = { why: 'cut', anchored: 40, found: 30, kept: 30, file: 'journal-damaged.sqlite' };
const tampered: JournalEvent = { type: 'act', act: 'journal-tampered', by: { role: 'till' }, values };

test('a tampering alarm blocks refunds, not sales, until cleared', async () => {
  const { handlers, call, till, counter } = await tillWithHandlers({ pin: '123456' });
  const saleId = await counter.paidSale(1000);
  counter.journal.record(tampered);
  const shown = () => stateNotices(till).filter(({ id }) => id === 'journal.tampered');
  expect(shown()).toEqual([
    {
      id: 'journal.tampered',
      code: 'journal.tampered.cut',
      severity: 'alarm',
      values: { missing: 10, file: 'journal-damaged.sqlite', atMs: counter.clock.now() },
      action: 'clear-journal',
    },
  ]);
  const refund = () => counter.refunds.start({ saleId, amount: 100 }, { byManager: true });
  await expect(refund()).rejects.toMatchObject({ code: 'journal.tampered' });
  await expect(counter.paidSale(500)).resolves.toBeDefined();
  // A cashier can neither clear nor dismiss the alarm.
  expect(await call('journal.clear-alarm', {})).toMatchObject({ ok: false, error: { code: 'pin.required' } });
  await call('notice.dismiss', { id: 'journal.tampered' });
  expect(shown()).toHaveLength(1);
  await handlers['session.unlock']({ pin: '123456' }, 'till');
  expect(await call('journal.clear-alarm', {})).toMatchObject({ ok: true });
  expect(shown()).toEqual([]);
  expect(counter.journal.acts(undefined, 1)).toMatchObject([
    { act: { act: 'journal-alarm-cleared', by: { role: 'manager' }, values: { why: 'cut' } } },
  ]);
  // Without an alarm, clearing does nothing.
  expect(await call('journal.clear-alarm', {})).toMatchObject({ ok: true });
  expect(counter.journal.acts(undefined, 5).filter(({ act }) => act.act === 'journal-alarm-cleared')).toHaveLength(1);
  const begun = refund();
  await counter.clock.advance(200);
  await expect(begun).resolves.toHaveProperty('refundKey');
});

test('reports recovered payments without a file name', async () => {
  const counter = new Counter();
  counter.journal.record({ type: 'journal.begun', journalId: 'one', salt: 1, replaces: '' });
  await counter.restart();
  const opened = () => counterTill(counter, liveSettings());
  const told = () =>
    stateNotices({ opened: opened(), openError: undefined, pinError: undefined }).filter(
      ({ id }) => id === 'journal.set-aside',
    );
  expect(told()).toEqual([]);
  const looked = counter.sales.recover();
  await counter.clock.advance(5_000);
  await looked;
  expect(told()).toEqual([
    { id: 'journal.set-aside', code: 'journal.found-again', severity: 'warning', values: { count: 0 } },
  ]);
});

test('the figures of a day are in local time', async () => {
  const { done, counter } = await tillWithHandlers();
  await counter.paidSale(1_250);
  await counter.paidSale(250);
  const cancelled = await counter.charge(400);
  await counter.sales.cancel(cancelled);
  await counter.clock.advance(10_000);
  const day = localDays().dayOf(counter.clock.now());
  const figures = await done('figures.read', { day });
  const taken = figures.hours.filter(({ count }) => count > 0);
  expect(taken.map(({ count, cents }) => [count, cents])).toEqual([[2, 1_500]]);
  expect(figures.days.find((one) => one.day === day)?.paid).toEqual({ count: 2, cents: 1_500 });
  expect(figures.states).toContainEqual({ state: 'cancelled', count: 1, cents: 400 });
});

test.each(['', '2026-02-30', '22/11/2026', '2026-11-22T10:00:00Z'])('refuses %j as a day', async (day) => {
  const { call } = await tillWithHandlers();
  expect(await call('figures.read', { day })).toMatchObject({ ok: false });
});

test('compares and closes a shift once, as a manager', async () => {
  const till = await tillWithHandlers();
  await till.counter.paidSale(1_250);
  expect(await till.done('shift.so-far')).toMatchObject({ number: 1, net: 1_250, counted: { why: 'not-asked' } });
  expect(await till.done('shift.compare')).toMatchObject({ counted: { state: 'counted', matched: 1 } });
  expect(await till.done('shift.comparing')).toEqual({ progress: null });
  const closed = await till.done('shift.close', { number: 1 });
  expect(closed).toMatchObject({ number: 1, by: { role: 'manager' }, report: { net: 1_250, counted: { matched: 1 } } });
  expect(await till.done('shift.close', { number: 1 })).toEqual(closed);
  expect(till.acted.filter(({ act }) => act === 'shift-closed')).toMatchObject([
    { by: { role: 'manager' }, about: '1' },
  ]);
});

test('lists closed shifts page by page and opens them', async () => {
  const till = await tillWithHandlers();
  await till.done('shift.close', { number: 1 });
  await till.counter.paidSale(300);
  await till.done('shift.close', { number: 2 });
  const first = await till.done('shift.list', { limit: 1 });
  expect(first).toMatchObject({
    rows: [{ number: 2, net: 300, paid: { count: 1, sum: 300 }, compared: 'not-counted' }],
    more: true,
  });
  expect(await till.done('shift.list', { limit: 1, before: 2 })).toMatchObject({
    rows: [{ number: 1 }],
    more: false,
  });
  expect(await till.done('shift.open', { number: 2 })).toMatchObject({ number: 2, report: { net: 300 } });
  expect(await till.call('shift.open', { number: 3 })).toMatchObject({ error: { code: 'shift.not-found' } });
});

test('shows a report of a later version without its figures', async () => {
  const till = await tillWithHandlers();
  const by = { role: 'manager' } as const;
  till.counter.journal.record({
    type: 'shift.closed',
    number: 1,
    fromSeq: 1,
    toSeq: 1,
    from: 0,
    to: 1,
    by,
    report: '{}',
  });
  expect(await till.done('shift.list', { limit: 1 })).toMatchObject({
    rows: [{ net: null, paid: null, compared: null }],
  });
  expect(await till.done('shift.open', { number: 1 })).toMatchObject({ report: null });
});
