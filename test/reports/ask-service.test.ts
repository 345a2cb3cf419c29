import { expect, test } from 'vitest';
import { TillError } from '../../main/base/till-error.ts';
import type { CallOptions, Payment, PaymentId, SearchRequest } from '../../main/domain/payment-service.ts';
import type { SaleRecord } from '../../main/domain/sale-record.ts';
import { type AskProgress, askService } from '../../main/reports/ask-service.ts';
import { PlayedJournal, sale } from './played-journal.ts';

const NOW = Date.UTC(2026, 10, 22, 18);
const HOUR = 3_600_000;
const MINUTE = 60_000;

const payment = (id: string, change: Partial<Payment> = {}): Payment => ({
  paymentId: id as PaymentId,
  status: 'SUCCEEDED',
  amount: 100,
  createdAt: NOW - HOUR,
  links: {},
  ...change,
});

function service(payments: readonly Payment[], size = 100) {
  const asked: SearchRequest[] = [];
  const read: string[] = [];
  const options: (CallOptions | undefined)[] = [];
  return {
    asked,
    read,
    options,
    searchPage: async (ask: SearchRequest, page: number, _size: number, how?: CallOptions) => {
      asked.push(ask);
      options.push(how);
      return {
        items: payments.slice(page * size, (page + 1) * size),
        number: page,
        totalPages: Math.ceil(payments.length / size),
        totalElements: payments.length,
      };
    },
    readPayment: async (id: PaymentId, how?: CallOptions) => {
      read.push(id);
      options.push(how);
      const found = payments.find(({ paymentId }) => paymentId === id);
      if (found === undefined) throw new TillError('payment.not-found', 'not there', { status: 404 });
      return found;
    },
  };
}

function ask(from: ReturnType<typeof service>, sales: readonly SaleRecord[] = [], more: object = {}) {
  return askService({
    service: from,
    sales,
    from: NOW - 8 * HOUR,
    now: NOW,
    skewMs: 0,
    signal: new AbortController().signal,
    progress: () => undefined,
    ...more,
  });
}

const recordsOf = (...ids: readonly string[]) => {
  const journal = new PlayedJournal();
  for (const id of ids) {
    const one = sale(id, 100);
    for (const event of [one.charged, { ...one.created, createdAt: NOW - HOUR }, one.paid] as const)
      journal.play(event, NOW - HOUR);
  }
  return journal.sales();
};

test('requests every page and reports the progress', async () => {
  const all = Array.from({ length: 250 }, (_, index) => payment(`p${index}`));
  const reported: AskProgress[] = [];
  const found = await ask(service(all), [], { progress: (now: AskProgress) => reported.push(now) });
  expect(found).toMatchObject({ at: NOW, payments: { length: 250 } });
  expect(reported).toEqual([
    { done: 100, of: 250 },
    { done: 200, of: 250 },
    { done: 250, of: 250 },
  ]);
});

test("requests the time of the shift by the service's clock", async () => {
  const from = service([]);
  expect(await ask(from, recordsOf('a'), { skewMs: -5 * MINUTE })).toMatchObject({ at: NOW });
  expect(from.asked[0]).toEqual({ from: NOW - 8 * HOUR - 6 * MINUTE });
});

test('requests a shift of several days completely', async () => {
  const from = service([]);
  await ask(from, [], { from: NOW - 63 * HOUR });
  await ask(from, recordsOf('a'), { from: NOW - 63 * HOUR });
  expect(from.asked.map((asked) => asked.from)).toEqual([NOW - 63 * HOUR - MINUTE, NOW - 63 * HOUR - MINUTE]);
});

test.each([
  ['years too early', NOW - 900 * 24 * HOUR, NOW - 400 * 24 * HOUR - MINUTE],
  ['hours too late', NOW + 5 * HOUR, NOW - MINUTE],
])("ignores a till's clock %s when the shift began", async (_how, began, expected) => {
  const from = service([]);
  await ask(from, recordsOf('a'), { from: began });
  expect(from.asked[0]?.from).toBe(expected);
});

test('unlisted payments are read, and unknown ids are absent', async () => {
  const from = service([payment('pay-a')]);
  const none = { ...from, searchPage: async () => ({ items: [], number: 0, totalPages: 0, totalElements: 0 }) };
  const found = await ask({ ...from, ...none }, recordsOf('a', 'b'));
  expect(from.read).toEqual(['pay-a', 'pay-b']);
  expect(found).toMatchObject({ payments: [{ paymentId: 'pay-a' }], absent: new Set(['pay-b']) });
});

test('a payment with a different state is read again', async () => {
  const from = service([payment('pay-a')]);
  const older = { items: [payment('pay-a', { status: 'PENDING' })], number: 0, totalPages: 1, totalElements: 1 };
  const found = await ask({ ...from, searchPage: async () => older }, recordsOf('a'));
  expect(found).toMatchObject({ payments: [{ paymentId: 'pay-a', status: 'SUCCEEDED' }] });
});

test('requests run in the background and can be aborted', async () => {
  const from = service([]);
  const { signal } = new AbortController();
  await ask(from, recordsOf('a'), { signal });
  expect(from.options).toEqual([
    { signal, urgency: 'background' },
    { signal, urgency: 'background' },
  ]);
});

test('at most 200 payments are read', async () => {
  const from = service([]);
  const found = await ask(from, recordsOf(...Array.from({ length: 201 }, (_, index) => `${index}`)));
  expect(from.read).toHaveLength(200);
  expect(found).toMatchObject({ absent: new Set(from.read) });
});

test('only a valid POS name is kept', async () => {
  const found = await ask(
    service([payment('a', { extra: { posId: 'TILL7' } }), payment('b', { extra: { posId: 7 } })]),
  );
  expect(found).toMatchObject({ payments: [{ posId: 'TILL7' }, { posId: undefined }] });
});

test('a service with too many payments is not asked further', async () => {
  const from = service([]);
  const page = (totalElements: number) => ({ items: [], number: 0, totalPages: 1, totalElements });
  expect(await ask({ ...from, searchPage: async () => page(20_000) })).toMatchObject({ payments: [] });
  expect(await ask({ ...from, searchPage: async () => page(20_001) })).toBe('too-many');
});

test('a service exceeding its own total is not asked further', async () => {
  const pages: number[] = [];
  const searchPage = async (_ask: SearchRequest, number: number) => {
    if (pages.push(number) > 300) throw new Error('it is asked without an end');
    const items = Array.from({ length: 100 }, (_, index) => payment(`p${number}-${index}`));
    return { items, number, totalPages: number + 2, totalElements: 100 };
  };
  const reported: AskProgress[] = [];
  const progress = (now: AskProgress) => reported.push(now);
  expect(await ask({ ...service([]), searchPage }, [], { progress })).toBe('too-many');
  expect(reported[1]).toEqual({ done: 200, of: 200 });
});

test.each(['searchPage', 'readPayment'])('a refusal of %s is passed on', async (question) => {
  for (const refused of [new TillError('auth.key', 'no'), new TillError('service.not-found', 'no', { status: 404 })]) {
    const from = { ...service([]), [question]: () => Promise.reject(refused) };
    await expect(ask(from, recordsOf('a'))).rejects.toBe(refused);
  }
});
