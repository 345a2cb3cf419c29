import { describe, expect, test } from 'vitest';
import { accessWith } from '../../settings/access-with-pin.ts';
import { tillWithHandlers } from './till-with-handlers.ts';

test('payments are found page by page, and the last page says that it is the last', async () => {
  const { handlers, counter } = await tillWithHandlers();
  const first = await counter.paidSale(100);
  const second = await counter.paidSale(200);
  const page = await handlers['payments.find']({ text: '', limit: 1 }, 'till');
  expect(page.rows).toMatchObject([{ saleId: second }]);
  const rest = await handlers['payments.find']({ text: '', limit: 1, after: page.next ?? undefined }, 'till');
  expect(rest).toMatchObject({ rows: [{ saleId: first }], next: null });
});

test('the payment that is opened stands in the snapshot until another is', async () => {
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

describe('what the profile did', () => {
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

  test('is searched page by page, and nothing of it is kept', async () => {
    const { find, counter, handlers } = await others(250);
    const first = await find('');
    expect(first).toMatchObject({ looked: 100, total: 250, next: { page: 1, by: 'time' } });
    const last = await find('', { place: { page: 2, by: 'time' } });
    expect(last).toMatchObject({ looked: 250, total: 250, next: null });
    expect(last.rows).toHaveLength(50);
    expect(counter.journal.find('', undefined, 10).sales).toEqual([]);
    expect(await handlers['payments.find']({ text: '', limit: 10 }, 'till')).toMatchObject({ rows: [] });
  });

  test('keeps a manager at the till when somebody begins to look, and not while the search goes on by itself', async () => {
    const { find, till, clock } = await others(1);
    till.roles.begin(await accessWith('4711'));
    await till.roles.unlock('4711');
    await clock.advance(4 * 60_000);
    await find('');
    await clock.advance(4 * 60_000);
    expect(till.roles.current()).toBe('manager');
    await find('', { place: { page: 1, by: 'time' } });
    await clock.advance(2 * 60_000);
    expect(till.roles.current()).toBe('cashier');
  });

  test('is asked for by a whole reference at once, and else looked through for a part of one, or an amount', async () => {
    const { find } = await others(150);
    expect(await find('ORDER-7')).toMatchObject({ rows: [{ reference: 'ORDER-7', elsewhere: true }], total: 1 });
    const parts = await find('order-14');
    expect(parts.rows.map(({ reference }) => reference)).toContain('ORDER-149');
    expect(parts).toMatchObject({ total: 150, next: { page: 1, by: 'time' } });
    expect((await find('2,49')).rows).toMatchObject([{ amount: 249 }]);
  });

  test('is asked for by state, in the words of the service', async () => {
    const { find, counter } = await others(3);
    const [first] = counter.service.payments.keys();
    counter.service.set(first ?? '', 'SUCCEEDED', { debtor: { name: 'Zoë' } });
    expect((await find('', { states: ['paid', 'partly-refunded'] })).rows).toMatchObject([
      { paymentId: first, stage: 'paid', debtorName: 'Zoë' },
    ]);
    expect((await find('', { states: ['waiting', 'scanned'] })).rows).toHaveLength(2);
  });

  test('is kept once somebody opens it, and this till’s own is opened as it is', async () => {
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
  ])('is not asked for %o', async (range, code) => {
    const { call } = await tillWithHandlers();
    expect(await call('payments.search-all', { text: '', ...range })).toMatchObject({ ok: false, error: { code } });
  });
});

test('what happened to a payment is listed from its beginning, with who did what', async () => {
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

  test('crosses to no window and stands in no act', async () => {
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

  test('is not asked for a payment that is not paid, nor copied before it was asked for', async () => {
    const { call, counter, saleId } = await asked();
    expect(await call('payments.copy-refund-iban', { saleId })).toMatchObject({
      error: { code: 'refund-iban.forgotten' },
    });
    const unpaid = await counter.charge(100);
    expect(await call('payments.refund-iban', { saleId: unpaid })).toMatchObject({
      error: { code: 'refund.not-paid' },
    });
  });
});
