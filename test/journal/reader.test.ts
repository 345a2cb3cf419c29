import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { JournalEvent } from '../../main/domain/events.ts';
import { systemDisk } from '../../main/journal/database.ts';
import { type Journal, openJournal } from '../../main/journal/journal.ts';
import { refundRow, saleRow } from '../../main/journal/projection-rows.ts';
import { SeededRandom } from '../base/seeded-random.ts';
import { VirtualClock } from '../base/virtual-clock.ts';
import { ended } from '../sale/sale-states.ts';

const HOUR_MS = 3_600_000;
const paymentId = 'fccd268a29a0d347301ef56e';
let folder: string;
let clock: VirtualClock;
let journal: Journal;
let damage: number;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tillmate-reader-'));
  clock = new VirtualClock();
  damage = 0;
  journal = open();
});
afterEach(() => {
  journal.close();
  rmSync(folder, { recursive: true, force: true });
});

function open(): Journal {
  return openJournal({
    file: join(folder, 'journal.sqlite'),
    disk: systemDisk,
    clock,
    random: new SeededRandom(7),
    terminal: { terminalId: 'till-1', shopId: 'shop-1', posId: 'TILL42' },
    onDamage: () => (damage += 1),
  });
}

const intent = (saleId: string, reference = `ref-${saleId}`): JournalEvent => ({
  type: 'sale.intent',
  saleId,
  reference,
  amount: 1250,
  operation: 'static-qr',
  body: '{}',
  skewMs: 0,
});
const refund = (refundKey: string, saleId: string): JournalEvent => ({
  type: 'refund.intent',
  refundKey,
  saleId,
  paymentId,
  amount: 100,
  body: '{}',
});
const created = (saleId: string): JournalEvent => ({
  type: 'sale.created',
  saleId,
  paymentId: `payment of ${saleId}`,
  createdAt: clock.now(),
  via: 'create',
});
const alarmed = (saleId: string): JournalEvent => ({
  type: 'sale.moved',
  saleId,
  via: 'read',
  status: 'SUCCEEDED',
  stage: 'paid',
  alarmOver: 'expired',
});

/** Sales with those ids, a second apart. */
async function sell(...saleIds: readonly string[]): Promise<void> {
  for (const saleId of saleIds) {
    journal.record(intent(saleId));
    await clock.advance(1_000);
  }
}

const idsOf = (records: readonly { readonly saleId: string }[]) => records.map(({ saleId }) => saleId);

describe('lists', () => {
  test('of what is open and of alarms begin with the oldest, and end when there is nothing to do', async () => {
    await sell('z', 'a', 'm');
    journal.record(created('m'), created('z'), alarmed('m'), alarmed('z'));
    expect(idsOf(journal.openSales())).toEqual(['a']);
    expect(idsOf(journal.alarms())).toEqual(['z', 'm']);
    journal.record({ type: 'sale.alarm-acknowledged', saleId: 'z' });
    expect(idsOf(journal.alarms())).toEqual(['m']);
  });

  test('of refunds begin with the oldest, those of one moment in the order of their making', async () => {
    await sell('a', 'b');
    journal.record(refund('k9', 'a'), refund('k1', 'a'), refund('other', 'b'));
    await clock.advance(1_000);
    journal.record(refund('k5', 'a'));
    const keysOf = (records: readonly { readonly refundKey: string }[]) => records.map(({ refundKey }) => refundKey);
    expect(keysOf(journal.refundsOf('a'))).toEqual(['k9', 'k1', 'k5']);
    const answer = { type: 'refund.answered', refundKey: 'k1', refundId: 'id', status: 'REFUNDED' } as const;
    journal.record({ ...answer, stage: 'refunded' });
    expect(keysOf(journal.openRefunds())).toEqual(['k9', 'other', 'k5']);
    expect(journal.refund('k1')).toMatchObject({ stage: 'refunded' });
    expect(journal.refund('none')).toBeUndefined();
  });

  test('of the newest refunds follow the order of the journal, whatever the clock said, page by page', async () => {
    await sell('a', 'b');
    journal.record(refund('first', 'a'));
    clock.jump(-48 * HOUR_MS);
    journal.record(refund('second', 'b'), refund('third', 'a'));
    journal.record({ type: 'refund.answered', refundKey: 'first', refundId: 'id', stage: 'refunded' });
    const newest = (skip: number, count: number) =>
      journal.newestRefunds(skip, count).map(({ refundKey, stage }) => [refundKey, stage]);
    const all = [
      ['third', 'sending'],
      ['second', 'sending'],
      ['first', 'refunded'],
    ];
    expect(newest(0, 10)).toEqual(all);
    expect(newest(1, 1)).toEqual(all.slice(1, 2));
    journal.rebuild();
    expect(newest(0, 10)).toEqual(all);
  });

  test('of one reference begin with the newest', async () => {
    journal.record(intent('a', 'table 4'));
    await clock.advance(1_000);
    journal.record(intent('b', 'table 4'), intent('c', 'table 5'));
    expect(idsOf(journal.salesOfReference('table 4'))).toEqual(['b', 'a']);
  });
});

describe('the payments list', () => {
  test('is newest first, as long as asked for, and knows whether there are more', async () => {
    await sell('a', 'b', 'c');
    const all = journal.find('', undefined, 3);
    expect([idsOf(all.sales), all.next]).toEqual([['c', 'b', 'a'], undefined]);
    const page = journal.find('ref', undefined, 2);
    expect(idsOf(page.sales)).toEqual(['c', 'b']);
    expect(page.next).toEqual({ at: page.sales[1]?.startedAt, saleId: 'b' });
    expect(idsOf(journal.find('', page.next, 2).sales)).toEqual(['a']);
    expect(idsOf(journal.find('ref', page.next, 2).sales)).toEqual(['a']);
    expect(journal.find('', undefined, 0)).toEqual({ sales: [], next: undefined });
  });

  test.each(['ref-a', 'REF-A', '  ref-a ', paymentId, '12.50', '12,50', 'zoë', 'ZOË'])('finds "%s"', async (text) => {
    await sell('a');
    journal.record({ type: 'sale.created', saleId: 'a', paymentId, createdAt: clock.now(), via: 'create' }, {
      ...alarmed('a'),
      debtor: { name: 'Zoë' },
    } as JournalEvent);
    expect(idsOf(journal.find(text, undefined, 9).sales)).toEqual(['a']);
    expect(journal.saleOfPayment(paymentId)?.saleId).toBe('a');
  });
});

test('the rows of the tables are what searches and starts go by', () => {
  journal.record(intent('a'), refund('k', 'a'));
  const sale = journal.sale('a');
  const kept = journal.refund('k');
  if (sale === undefined || kept === undefined) throw new Error('nothing was written');
  const at = clock.now();
  expect(saleRow(sale, '2')).toEqual(['a', at, 'ref-a', null, 1, 0, 'ref-a   12.50 12,50', '2', JSON.stringify(sale)]);
  expect(refundRow(kept)).toEqual(['k', 'a', null, 1, at, JSON.stringify(kept)]);
  const paid = ended('SUCCEEDED');
  const alarm = { shownAs: 'expired', at, acknowledged: false } as const;
  expect(saleRow({ ...paid, alarm }, '').slice(4, 6)).toEqual([0, 1]);
  expect(saleRow({ ...paid, settled: false, alarm: { ...alarm, acknowledged: true } }, '').slice(4, 6)).toEqual([1, 0]);
});

describe('the sale on screen', () => {
  test('is the last that began, until it is dismissed', () => {
    journal.record(intent('a'), intent('b'));
    journal.record({ type: 'sale.dismissed', saleId: 'a' });
    expect(journal.onScreen()).toBe('b');
    journal.record({ type: 'sale.dismissed', saleId: 'b' });
    expect(journal.onScreen()).toBeUndefined();
  });
});

test('a callback is remembered for a day past its time, and no longer', async () => {
  const until = clock.now() + HOUR_MS;
  journal.seenJti('a', until);
  await clock.advance(25 * HOUR_MS);
  journal.seenJti('b', until + 99 * HOUR_MS);
  expect(journal.seenJti('a', until)).toBe(true);
  await clock.advance(1);
  journal.seenJti('c', until + 99 * HOUR_MS);
  expect(journal.seenJti('a', until)).toBe(false);
});

test('a record that cannot be read is told as damage, whatever was asked', () => {
  journal.record(intent('a'), refund('k', 'a'));
  const database = new DatabaseSync(join(folder, 'journal.sqlite'));
  database.exec("UPDATE sales SET data = '{broken'; UPDATE refunds SET data = '{broken'");
  database.close();
  const damaged = expect.objectContaining({ code: 'journal.damaged', cause: expect.any(SyntaxError) });
  expect(() => journal.sale('a')).toThrow(damaged);
  expect(() => journal.refund('k')).toThrow(damaged);
  expect(damage).toBe(2);
});

test.each(['', '2,', '2,x', ',2', '2 3'])(
  'the events of a sale under the numbers "%s" are told as damage',
  (events) => {
    journal.record(intent('a'));
    const database = new DatabaseSync(join(folder, 'journal.sqlite'));
    database.prepare('UPDATE sales SET events = ?').run(events);
    database.close();
    expect(() => journal.eventsOf('a')).toThrow(expect.objectContaining({ code: 'journal.damaged' }));
    expect(damage).toBe(1);
  },
);

test('acts are listed newest first, page by page, and are no part of any payment', async () => {
  const act = (name: string): JournalEvent => ({ type: 'act', act: name, by: { role: 'manager', name: 'Ada' } });
  await sell('a');
  journal.record(act('unlock'));
  await sell('b');
  journal.record(act('settings-changed'), act('pin-changed'));
  const first = journal.acts(undefined, 2);
  expect(first.map(({ act: { act: name } }) => name)).toEqual(['pin-changed', 'settings-changed']);
  const second = journal.acts(first.at(-1)?.seq, 2);
  expect(second).toMatchObject([{ seq: 3, at: clock.now() - 1_000, act: { act: 'unlock', by: { name: 'Ada' } } }]);
  expect(journal.acts(second.at(-1)?.seq, 2)).toEqual([]);
  expect(journal.check()).toMatchObject({ ok: true });
});

test('acts are found through an index of their own', () => {
  const database = new DatabaseSync(join(folder, 'journal.sqlite'));
  const plan = database
    .prepare("EXPLAIN QUERY PLAN SELECT * FROM events WHERE type = 'act' AND seq < ? ORDER BY seq DESC LIMIT ?")
    .all(9, 9);
  database.close();
  expect(plan.map(({ detail }) => detail)).toEqual(['SEARCH events USING INDEX events_acts (seq<?)']);
});
