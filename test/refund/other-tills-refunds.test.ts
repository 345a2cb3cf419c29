import { beforeEach, describe, expect, test } from 'vitest';
import { omitUndefined } from '../../main/base/omit-undefined.ts';
import { TillError } from '../../main/base/till-error.ts';
import type { JournalEvent } from '../../main/domain/events.ts';
import type { Transaction, TransactionQuery } from '../../main/domain/payment-service.ts';
import { isOtherTills, type RefundRecord } from '../../main/domain/refund-record.ts';
import type { KnownSale } from '../../main/domain/sale-record.ts';
import { importOtherTillsRefunds } from '../../main/refund/other-tills-refunds.ts';
import { notingLog } from '../base/noting-log.ts';
import { Counter } from '../sale/counter.ts';
import { reset } from '../sale/scripted-service.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const OTHER = 'E'.padStart(24, '0');

let counter: Counter;
let sale: KnownSale;
let madeAfterAll: string[];
let warned: { readonly code: string; readonly facts: object | undefined }[];

beforeEach(async () => {
  counter = new Counter();
  warned = [];
  madeAfterAll = [];
  const saleId = await counter.paidSale(8_000);
  const paid = counter.journal.sale(saleId);
  if (paid?.creation !== 'known') throw new Error('the payment was not written');
  sale = paid;
});

function learn(of: KnownSale = sale, signal = new AbortController().signal) {
  const log = notingLog((code, facts) => warned.push({ code, facts }));
  const { service, journal, clock, random } = counter;
  const imported = () => undefined;
  const reported = ({ refundKey }: RefundRecord) => void madeAfterAll.push(refundKey);
  return importOtherTillsRefunds(
    { service, journal, clock, random, log, skewMs: () => counter.skewMs, madeAfterAll: reported, imported },
    of,
    signal,
  );
}

const listed = (change: Partial<Transaction> = {}) => counter.listed(change);

/** Makes a refund of this till, answered by the service or not. */
async function own(answers: 'answers' | 'is silent' | 'answers without proof', amount = 300): Promise<void> {
  const lost = new TillError('network.reset', 'lost', { retryable: true, acted: 'maybe' });
  if (answers === 'is silent') counter.service.fail('create-refund', { error: lost, acts: true });
  counter.service.verified = answers !== 'answers without proof';
  const started = counter.refunds.start({ saleId: sale.saleId, amount }, { byManager: true });
  await counter.clock.advance(50);
  await started;
  await counter.clock.advance(30);
}

const amounts = () => counter.view(sale.saleId).refunds.map(({ amount }) => amount);

test('a listed refund counts once however often listed', async () => {
  counter.service.listed = [listed(), listed({ refundId: 'F'.padStart(24, '0'), amount: 1 }), listed()];
  await expect(learn()).resolves.toBe('counted');
  await expect(learn()).resolves.toBe('counted');
  expect(amounts()).toEqual([700, 1]);
  counter.service.listed = [...counter.service.listed, listed({ refundId: 'A'.padStart(24, '0'), amount: 2 })];
  await expect(learn()).resolves.toBe('counted');
  expect(amounts()).toEqual([700, 1, 2]);
  expect(warned).toEqual([]);
  // The refund counts for the day of the other till.
  for (const refund of counter.journal.refundsOf(sale.saleId)) expect(isOtherTills(refund)).toBe(true);
});

test('a listed refund counts once while the disk is full', async () => {
  counter.service.listed = [listed()];
  counter.disk.full = true;
  await learn();
  await learn();
  expect(amounts()).toEqual([700]);
});

describe('a refund of this till closed as not made', () => {
  const MINUTE_MS = 60_000;
  async function closed(amount = 300): Promise<void> {
    await own('is silent', amount);
    const refundKey = counter.journal.refundsOf(sale.saleId).at(-1)?.refundKey ?? '';
    counter.journal.record({ type: 'refund.unsettled', refundKey, why: 'absent' });
    counter.journal.record({ type: 'refund.settled', refundKey, decision: 'not-made', skewMs: counter.skewMs });
  }
  beforeEach(async () => {
    counter.skewMs = 20 * MINUTE_MS;
    await closed();
  });
  const shown = () => counter.view(sale.saleId).refunds.map(({ stage, amount }) => [stage, amount]);
  const made = (change: Partial<Transaction> = {}) =>
    listed({ amount: 300, date: counter.clock.now() + counter.skewMs, ...change });

  test('is recognised in the list as made after all', async () => {
    const { journal } = counter;
    const kept: JournalEvent[] = [];
    const keep = journal.keep.bind(journal);
    journal.keep = (...events) => {
      kept.push(...events);
      return keep(...events);
    };
    counter.service.listed = [made(), made(), listed({ refundId: 'F'.padStart(24, '0') })];
    await learn();
    await learn();
    expect(shown()).toEqual([
      ['pending', 300],
      ['pending', 700],
    ]);
    expect(counter.view(sale.saleId).refunds[0]).toMatchObject({ madeAfterAll: true, refundId: OTHER });
    expect(madeAfterAll).toHaveLength(1);
    expect(kept).toMatchObject([{ type: 'refund.answered', via: 'list' }, { type: 'refund.imported' }]);
  });

  test('matches a refund made ten minutes after closing', async () => {
    counter.service.listed = [made({ date: counter.clock.now() + 30 * MINUTE_MS })];
    await learn();
    expect(madeAfterAll).toHaveLength(1);
  });

  test('is notified once while the disk is full', async () => {
    counter.service.listed = [made()];
    counter.disk.full = true;
    await learn();
    await learn();
    expect(shown()).toEqual([['pending', 300]]);
    expect(madeAfterAll).toHaveLength(1);
    counter.disk.full = false;
    await counter.clock.advance(60_000);
    await counter.restart();
    expect(counter.journal.refundsOf(sale.saleId)).toMatchObject([{ refundId: OTHER, amount: 300 }]);
  });

  test('stays closed when an equal refund takes the match', async () => {
    await closed();
    counter.service.listed = [made()];
    await learn();
    expect(shown().map(([stage]) => stage)).toEqual(['pending', 'not-made']);
    expect(madeAfterAll).toHaveLength(1);
  });

  test('does not hide the match of a different refund', async () => {
    await closed(200);
    counter.service.listed = [made({ amount: 200, description: 'Bread' })];
    await learn({ ...sale, description: 'Bread' });
    expect(shown()).toEqual([
      ['not-made', 300],
      ['pending', 200],
    ]);
    expect(madeAfterAll).toHaveLength(1);
  });

  test.each<readonly [string, Partial<Transaction>]>([
    ['of another amount', { amount: 301 }],
    ['made long after it was closed', { date: Date.UTC(2026, 11, 24) }],
  ])('does not match a listed refund %s', async (_what, change) => {
    counter.service.listed = [made(change)];
    await learn();
    expect(shown()).toEqual([
      ['not-made', 300],
      ['pending', change.amount ?? 300],
    ]);
    expect(madeAfterAll).toEqual([]);
  });

  test('stays closed when two listed refunds match', async () => {
    counter.service.listed = [
      made(),
      made({ refundId: 'F'.padStart(24, '0'), date: counter.clock.now() + 21 * MINUTE_MS }),
    ];
    await learn();
    expect(shown()).toEqual([
      ['not-made', 300],
      ['pending', 300],
      ['pending', 300],
    ]);
  });
});

test('entries without id or of other payments are ignored', async () => {
  const { refundId: _refundId, ...nameless } = listed();
  counter.service.listed = [nameless, listed({ paymentId: 'X'.padStart(24, '0') })];
  await expect(learn()).resolves.toBe('counted');
  expect(amounts()).toEqual([]);
});

test("other tills' refunds count next to an answered own refund", async () => {
  await own('answers');
  counter.service.listed = [listed(), listed({ refundId: [...counter.service.refunds.keys()][0] ?? '', amount: 300 })];
  await expect(learn()).resolves.toBe('counted');
  expect(amounts().toSorted()).toEqual([300, 700]);
});

test('an own refund in doubt is matched next to a done refund', async () => {
  await own('answers', 100);
  await own('is silent');
  counter.service.listed = [listed({ amount: 300 })];
  await learn();
  expect(amounts().toSorted()).toEqual([100, 300]);
});

test.each(['is silent', 'answers without proof'] as const)(
  'while the service %s, a listed refund counts once',
  async (answers) => {
    await own(answers);
    // An id without proof may belong to any refund: the list has the real id.
    counter.service.listed = [listed({ amount: 300 })];
    await expect(learn()).resolves.toBe('counted');
    expect(amounts()).toEqual([300]);
  },
);

function askedFor(): readonly TransactionQuery[] {
  const asked: TransactionQuery[] = [];
  counter.service.payoutRefunds = async function* (ask) {
    asked.push(ask);
    yield* [];
  };
  return asked;
}

test.each<readonly [string, { readonly createdAt: number; readonly succeededAt?: number }, number, string, string]>([
  ['it was paid', { createdAt: -2, succeededAt: -1 }, 0, '2026-11-19', '2026-11-20'],
  ["it was paid, to today by the service's clock", { createdAt: -2, succeededAt: -1 }, 1, '2026-11-19', '2026-11-21'],
  ['it was created, where nobody tells when it was paid', { createdAt: -2 }, 0, '2026-11-18', '2026-11-20'],
  [
    'today, where the clock was set back since, to the day on which it was paid',
    { createdAt: 1, succeededAt: 2 },
    0,
    '2026-11-20',
    '2026-11-22',
  ],
])('the list is requested from the day on which %s', async (_what, days, skewDays, startDate, endDate) => {
  const asked = askedFor();
  counter.skewMs = skewDays * DAY_MS;
  const now = counter.clock.now();
  const { succeededAt: _paid, ...rest } = sale;
  const paid = days.succeededAt === undefined ? {} : { succeededAt: now + days.succeededAt * DAY_MS };
  await learn({ ...rest, ...paid, createdAt: now + days.createdAt * DAY_MS });
  expect(asked).toEqual([{ startDate, endDate }]);
});

test.each([
  [-1, '2026-11-19'],
  // The clock was set back in between.
  [3, '2026-11-21'],
])("a recovery requests the list up to the service's today (%i)", async (days, startDate) => {
  const asked = askedFor();
  counter.skewMs = DAY_MS;
  await counter.refunds.importSince(counter.clock.now() + days * DAY_MS);
  expect(asked).toEqual([{ startDate, endDate: '2026-11-21' }]);
});

test.each<readonly [string | undefined, 'paid' | 'expired', true | undefined]>([
  ['TILL42', 'paid', true],
  ['TILL42', 'expired', true],
  ['TILL7', 'paid', undefined],
  [undefined, 'paid', undefined],
])('recovered refunds of POS %s (%s) may be own: %s', async (posId, stage, restored) => {
  const { clock, journal } = counter;
  const paid = {
    paymentId: 'Q'.padStart(24, '0'),
    reference: 'T-1',
    amount: 900,
    status: stage === 'paid' ? 'SUCCEEDED' : 'EXPIRED',
    stage,
  };
  const reported = { saleId: 'found', createdAt: clock.now(), follow: false, ...omitUndefined({ posId }) };
  journal.record({ type: 'sale.imported', ...paid, ...reported });
  const date = clock.now() - 1_000;
  // The list covers the whole profile: the first payment is unknown to this till.
  const others = listed({ paymentId: 'R'.padStart(24, '0'), refundId: 'T'.padStart(24, '0'), date });
  counter.service.listed = [others, listed({ paymentId: paid.paymentId, amount: 200, date })];
  const heard: number[] = [];
  counter.refunds.onChange(() => heard.push(journal.refundsOf('found').length));
  await counter.refunds.importSince(date);
  expect(heard).toEqual([1]);
  const [refund] = journal.refundsOf('found');
  expect(refund).toMatchObject({ amount: 200, at: date });
  expect(refund?.restored).toBe(restored);
});

test('an unavailable list is logged and counts nothing', async () => {
  counter.service.listFault = new TillError('auth.authority', 'not allowed', { status: 403 });
  await expect(learn()).resolves.toBe('unknown');
  counter.service.payoutRefunds = async function* () {
    yield listed();
    throw reset();
  };
  await expect(learn()).resolves.toBe('unknown');
  expect(amounts()).toEqual([]);
  expect(warned).toMatchObject([
    { code: 'refund.elsewhere-unknown', facts: { code: 'auth.authority' } },
    { code: 'refund.elsewhere-unknown', facts: { saleId: sale.saleId, code: 'network.reset' } },
  ]);
});

test('an abort or internal fault is no unavailable list', async () => {
  const stop = new AbortController();
  const reason = new TillError('refund.taken-back', 'taken back');
  counter.service.payoutRefunds = async function* () {
    yield listed();
    if (!stop.signal.aborted) return;
    throw new TillError('aborted', 'broken off');
  };
  counter.journal.keep = () => {
    throw new RangeError('ours');
  };
  await expect(learn()).rejects.toThrow(RangeError);
  stop.abort(reason);
  await expect(learn(sale, stop.signal)).rejects.toBe(reason);
  expect(warned).toEqual([]);
});
