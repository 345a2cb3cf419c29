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

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const [OTHER, SECOND] = ['E'.padStart(24, '0'), 'F'.padStart(24, '0')];

let counter: Counter;
let sale: KnownSale;
let madeAfterAll: string[];
let warned: { readonly code: string; readonly facts: object | undefined }[];

beforeEach(async () => {
  counter = new Counter();
  warned = [];
  madeAfterAll = [];
  const paid = counter.journal.sale(await counter.paidSale(8_000));
  if (paid?.creation !== 'known') throw new Error('the payment was not written');
  sale = paid;
});

function learn(of: KnownSale = sale, signal = new AbortController().signal) {
  const log = notingLog((code, facts) => warned.push({ code, facts }));
  const { service, journal, clock, random } = counter;
  const reported = ({ refundKey }: RefundRecord) => void madeAfterAll.push(refundKey);
  const parts = { service, journal, clock, random, log, skewMs: () => counter.skewMs };
  return importOtherTillsRefunds({ ...parts, madeAfterAll: reported, imported: () => undefined }, of, signal);
}

const listed = (change: Partial<Transaction> = {}) => counter.listed(change);

/** Makes a refund of this till, answered by the service or not. */
async function own(answers: 'answers' | 'is silent' | 'answers without proof', amount = 300): Promise<string> {
  const lost = new TillError('network.reset', 'lost', { retryable: true, acted: 'maybe' });
  if (answers === 'is silent') counter.service.fail('create-refund', { error: lost, acts: true });
  counter.service.verified = answers !== 'answers without proof';
  const { refundKey } = await counter.refund({ saleId: sale.saleId, amount }, { byManager: true }, 80);
  return refundKey;
}

const shown = () => counter.view(sale.saleId).refunds.map(({ stage, amount }) => `${stage} ${amount}`);

test('a listed refund counts once however often listed', async () => {
  counter.service.listed = [listed(), listed({ refundId: SECOND, amount: 1 }), listed()];
  for (let times = 0; times < 2; times += 1) await expect(learn()).resolves.toBe('counted');
  expect(shown()).toEqual(['pending 700', 'pending 1']);
  expect(warned).toEqual([]);
  // The refund counts for the day of the other till.
  for (const refund of counter.journal.refundsOf(sale.saleId)) expect(isOtherTills(refund)).toBe(true);
});

test('a listed refund counts once while the disk is full', async () => {
  counter.service.listed = [listed()];
  counter.disk.full = true;
  for (let times = 0; times < 2; times += 1) await learn();
  expect(shown()).toEqual(['pending 700']);
});

test('entries without id or of other payments are ignored', async () => {
  const { refundId: _refundId, ...nameless } = listed();
  counter.service.listed = [nameless, listed({ paymentId: 'X'.padStart(24, '0') })];
  await expect(learn()).resolves.toBe('counted');
  expect(shown()).toEqual([]);
});

test.each(['answers', 'is silent', 'answers without proof'] as const)(
  'where the service %s, a listed own refund counts once',
  async (answers) => {
    await own(answers);
    // An id without proof may belong to any refund: the list has the real id.
    const refundId = answers === 'answers' ? ([...counter.service.refunds.keys()][0] ?? '') : OTHER;
    counter.service.listed = [listed({ amount: 300, refundId })];
    await expect(learn()).resolves.toBe('counted');
    expect(shown()).toHaveLength(1);
  },
);

test("other tills' refunds count next to own answered ones only", async () => {
  await own('answers', 100);
  counter.service.listed = [listed()];
  await learn();
  expect(shown().toSorted()).toEqual(['pending 100', 'pending 700']);
  await own('is silent');
  counter.service.listed = [listed(), listed({ amount: 300, refundId: SECOND })];
  await learn();
  expect(shown()).toHaveLength(3);
});

describe('a refund of this till closed as not made', () => {
  async function closed(amount = 300): Promise<void> {
    const refundKey = await own('is silent', amount);
    counter.journal.record({ type: 'refund.unsettled', refundKey, why: 'absent' });
    counter.journal.record({ type: 'refund.settled', refundKey, decision: 'not-made', skewMs: counter.skewMs });
  }
  beforeEach(async () => {
    counter.skewMs = 20 * MINUTE_MS;
    await closed();
  });
  const made = (change: Partial<Transaction> = {}, minutes = 20) =>
    listed({ amount: 300, date: counter.clock.now() + minutes * MINUTE_MS, ...change });

  test('is recognised in the list as made after all', async () => {
    const { journal } = counter;
    const kept: JournalEvent[] = [];
    const keep = journal.keep.bind(journal);
    journal.keep = (...events) => {
      kept.push(...events);
      return keep(...events);
    };
    counter.service.listed = [made(), made(), listed({ refundId: SECOND })];
    for (let times = 0; times < 2; times += 1) await learn();
    expect(shown()).toEqual(['pending 300', 'pending 700']);
    expect(counter.view(sale.saleId).refunds[0]).toMatchObject({ madeAfterAll: true, refundId: OTHER });
    expect(madeAfterAll).toHaveLength(1);
    expect(kept).toMatchObject([{ type: 'refund.answered', via: 'list' }, { type: 'refund.imported' }]);
  });

  test('is notified once while the disk is full', async () => {
    counter.service.listed = [made()];
    counter.disk.full = true;
    for (let times = 0; times < 2; times += 1) await learn();
    expect([shown(), madeAfterAll.length]).toEqual([['pending 300'], 1]);
    counter.disk.full = false;
    await counter.clock.advance(60_000);
    await counter.restart();
    expect(counter.journal.refundsOf(sale.saleId)).toMatchObject([{ refundId: OTHER, amount: 300 }]);
  });

  test.each<readonly [string, () => readonly Transaction[], readonly string[]]>([
    ['ten minutes after closing is a match', () => [made({}, 30)], ['pending 300']],
    ['weeks after closing is another', () => [made({}, 50_000)], ['not-made 300', 'pending 300']],
    ['of another amount is another', () => [made({ amount: 301 })], ['not-made 300', 'pending 301']],
    [
      'next to an equal one is another',
      () => [made(), made({ refundId: SECOND }, 21)],
      ['not-made 300', 'pending 300', 'pending 300'],
    ],
  ])('listed %s', async (_what, list, expected) => {
    counter.service.listed = list();
    await learn();
    expect(shown()).toEqual(expected);
    expect(madeAfterAll).toHaveLength(expected.includes('not-made 300') ? 0 : 1);
  });

  test.each<readonly [number, Partial<Transaction>, readonly string[]]>([
    [300, {}, ['pending 300', 'not-made 300']],
    [200, { amount: 200, description: 'Bread' }, ['not-made 300', 'pending 200']],
  ])('next to a closed refund of %i cents has its own match', async (amount, entry, expected) => {
    await closed(amount);
    counter.service.listed = [made(entry)];
    await learn({ ...sale, description: 'Bread' });
    expect([shown(), madeAfterAll.length]).toEqual([expected, 1]);
  });
});

function askedFor(): readonly TransactionQuery[] {
  const asked: TransactionQuery[] = [];
  counter.service.payoutRefunds = async function* (ask) {
    asked.push(ask);
    yield* [];
  };
  return asked;
}

test.each<readonly [string, number, number | undefined, number, string, string]>([
  ['the day of its payment', -2, -1, 0, '19', '20'],
  ['the day of its payment, to the service’s today', -2, -1, 1, '19', '21'],
  ['the day of its creation', -2, undefined, 0, '18', '20'],
  ['today, the clock set back since', 1, 2, 0, '20', '22'],
])('the list is requested from %s', async (_what, created, succeeded, skewDays, from, to) => {
  const asked = askedFor();
  counter.skewMs = skewDays * DAY_MS;
  const now = counter.clock.now();
  const { succeededAt: _paid, ...rest } = sale;
  const paid = succeeded === undefined ? {} : { succeededAt: now + succeeded * DAY_MS };
  await learn({ ...rest, ...paid, createdAt: now + created * DAY_MS });
  expect(asked).toEqual([{ startDate: `2026-11-${from}`, endDate: `2026-11-${to}` }]);
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
  const status = stage === 'paid' ? 'SUCCEEDED' : 'EXPIRED';
  const paid = { paymentId: 'Q'.padStart(24, '0'), reference: 'T-1', amount: 900, status, stage };
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
  expect(shown()).toEqual([]);
  const { saleId } = sale;
  expect(warned).toMatchObject([
    { code: 'refund.elsewhere-unknown', facts: { code: 'auth.authority' } },
    { code: 'refund.elsewhere-unknown', facts: { saleId, code: 'network.reset' } },
  ]);
});

test('an abort or internal fault is no unavailable list', async () => {
  const stop = new AbortController();
  const reason = new TillError('refund.taken-back', 'taken back');
  counter.service.payoutRefunds = async function* () {
    yield listed();
    if (stop.signal.aborted) throw new TillError('aborted', 'broken off');
  };
  counter.journal.keep = () => {
    throw new RangeError('ours');
  };
  await expect(learn()).rejects.toThrow(RangeError);
  stop.abort(reason);
  await expect(learn(sale, stop.signal)).rejects.toBe(reason);
  expect(warned).toEqual([]);
});
