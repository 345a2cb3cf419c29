import { expect, test } from 'vitest';
import { findRecord, type RecordWanted } from '../../main/audit/search-audit-log.ts';
import type { JournalAct } from '../../main/domain/events.ts';
import type { RecordRow } from '../../preload/contract/record.ts';
import { Counter } from '../sale/counter.ts';

const zoe = { role: 'manager', id: 'm1', name: 'Zoë' } as const;
const all: RecordWanted = { text: '' };

function note(counter: Counter, act: Omit<JournalAct, 'type'>): void {
  counter.journal.keep({ type: 'act', ...act });
}

function pages(counter: Counter, wanted: RecordWanted, limit: number): readonly RecordRow[][] {
  const read: RecordRow[][] = [];
  let next = findRecord(counter.journal, wanted, undefined, limit);
  for (;;) {
    read.push([...next.rows]);
    if (next.next === undefined) return read;
    next = findRecord(counter.journal, wanted, next.next, limit);
  }
}

const names = (rows: readonly RecordRow[]) => rows.map(({ act }) => act);

async function busyCounter() {
  const counter = new Counter();
  const saleId = await counter.paidSale(10_000);
  const { journal, clock } = counter;
  for (let index = 0; index < 5; index += 1) {
    await clock.advance(1_000);
    note(counter, { act: `act-${index}`, by: zoe });
    await clock.advance(1_000);
    journal.record({
      type: 'refund.intent',
      refundKey: `key-${index}`,
      saleId,
      paymentId: journal.sale(saleId)?.paymentId ?? '',
      amount: 100 + index,
      body: '{}',
      ...(index === 4 ? { allowedBy: zoe } : {}),
    });
  }
  return { counter, saleId };
}

test('lists acts and refunds together, newest first, for any limit', async () => {
  const { counter } = await busyCounter();
  const whole = pages(counter, all, 100);
  expect(whole).toHaveLength(1);
  const expected = [4, 3, 2, 1, 0].flatMap((index) => ['refund', `act-${index}`]);
  expect(names(whole.flat())).toEqual(expected);
  for (const limit of [1, 2, 3]) expect(names(pages(counter, all, limit).flat())).toEqual(expected);
});

test('new entries do not move the following pages', async () => {
  const { counter } = await busyCounter();
  const first = findRecord(counter.journal, all, undefined, 4);
  note(counter, { act: 'later', by: zoe });
  const rest = findRecord(counter.journal, all, first.next, 100);
  expect(names([...first.rows, ...rest.rows])).toEqual([4, 3, 2, 1, 0].flatMap((index) => ['refund', `act-${index}`]));
});

test('a refund has amount, payment, stage and approver', async () => {
  const { counter, saleId } = await busyCounter();
  note(counter, { act: 'refund-allowed', by: zoe, about: 'key-4', values: { amount: 104, needed: true } });
  const [newest] = findRecord(counter.journal, { ...all, kind: 'refunds' }, undefined, 1).rows;
  expect(newest).toMatchObject({
    act: 'refund',
    about: saleId,
    values: { amount: 104, stage: 'sending', allowedBy: 'Zoë', reference: counter.journal.sale(saleId)?.reference },
  });
  expect(names(pages(counter, all, 100).flat()).filter((name) => name.startsWith('refund'))).toHaveLength(5);
});

test("other acts on a refund name the payment's reference", async () => {
  const { counter, saleId } = await busyCounter();
  note(counter, { act: 'refund-settled', by: zoe, about: 'key-1', values: { decision: 'not-made' } });
  note(counter, { act: 'refund-iban-read', by: zoe, about: saleId });
  const { rows } = findRecord(counter.journal, all, undefined, 2);
  const reference = counter.journal.sale(saleId)?.reference;
  expect(rows).toMatchObject([
    { act: 'refund-iban-read', values: { reference } },
    { act: 'refund-settled', values: { decision: 'not-made', reference } },
  ]);
});

test('omits refunds of other tills', async () => {
  const { counter, saleId } = await busyCounter();
  counter.journal.record({
    type: 'refund.imported',
    refundKey: 'elsewhere',
    saleId,
    paymentId: counter.journal.sale(saleId)?.paymentId ?? '',
    refundId: 'r'.repeat(24),
    amount: 5,
    createdAt: counter.clock.now(),
  });
  expect(pages(counter, { ...all, kind: 'refunds' }, 100).flat()).toHaveLength(5);
});

test.each<readonly [string, Partial<RecordWanted>, readonly string[]]>([
  ['a kind', { kind: 'people' }, ['person-ended', 'person-added']],
  ['who did it', { person: 'm2' }, ['settings-changed']],
  ['whom it was done to', { person: 'c1' }, ['person-ended', 'person-added']],
  ['a name in it, whatever its case', { text: 'aVa' }, ['person-ended', 'person-added']],
  ['a name that nobody has', { text: 'nobody' }, []],
])('filters by %s', (_what, wanted, expected) => {
  const counter = new Counter();
  note(counter, { act: 'person-added', by: zoe, about: 'c1', values: { name: 'Ava', role: 'cashier' } });
  note(counter, { act: 'settings-changed', by: { ...zoe, id: 'm2', name: 'Yann' }, values: { fields: 'x' } });
  note(counter, { act: 'person-ended', by: zoe, about: 'c1', values: { name: 'Ava', role: 'cashier' } });
  expect(names(findRecord(counter.journal, { ...all, ...wanted }, undefined, 100).rows)).toEqual(expected);
});

test('sorts a late entry by the time of the act', () => {
  const counter = new Counter();
  note(counter, { act: 'unlock', by: zoe, happenedAt: 1_000 });
  expect(findRecord(counter.journal, all, undefined, 1).rows[0]).toMatchObject({ act: 'unlock', at: 1_000, by: zoe });
});

test('a sparse filter may give an empty page that continues', () => {
  const counter = new Counter();
  note(counter, { act: 'person-added', by: zoe, values: { name: 'Ava' } });
  for (let index = 0; index < 1_200; index += 1) note(counter, { act: 'unlock', by: zoe });
  const first = findRecord(counter.journal, { ...all, kind: 'people' }, undefined, 10);
  expect(first.rows).toEqual([]);
  const second = findRecord(counter.journal, { ...all, kind: 'people' }, first.next, 10);
  expect(names(second.rows)).toEqual(['person-added']);
  expect(second.next).toBeUndefined();
});
