import { DatabaseSync } from 'node:sqlite';
import { beforeEach, describe, expect, test } from 'vitest';
import { systemDisk } from '../../main/journal/database.ts';
import type { Journal } from '../../main/journal/journal.ts';
import { refundRow, saleRow } from '../../main/journal/projection-rows.ts';
import { VirtualClock } from '../base/virtual-clock.ts';
import { ended } from '../sale/sale-states.ts';
import { act, answered, created, intent, moved, PAYMENT, refund, seen } from './sale-events.ts';
import { temporaryJournal } from './temporary-journal.ts';

const { file, open, byHand } = temporaryJournal();

const HOUR_MS = 3_600_000;
let clock: VirtualClock;
let journal: Journal;
let damage: number;

beforeEach(() => {
  clock = new VirtualClock();
  damage = 0;
  journal = open(systemDisk, { clock, onDamage: () => (damage += 1) });
});

const alarmed = (saleId: string) => moved(saleId, 'SUCCEEDED', 'paid', { alarmOver: 'expired' });

async function sell(...saleIds: readonly string[]): Promise<void> {
  for (const saleId of saleIds) {
    journal.record(intent(saleId));
    await clock.advance(1_000);
  }
}

const idsOf = (records: readonly { readonly saleId: string }[]) => records.map(({ saleId }) => saleId);

describe('lists', () => {
  test('of open sales and alarms begin with the oldest', async () => {
    await sell('z', 'a', 'm');
    expect(idsOf(journal.openSales())).toEqual(['z', 'a', 'm']);
    journal.record(created('m'), created('z'), alarmed('m'), alarmed('z'));
    expect(idsOf(journal.openSales())).toEqual(['a']);
    expect(idsOf(journal.alarms())).toEqual(['z', 'm']);
    journal.record({ type: 'sale.alarm-acknowledged', saleId: 'z' });
    expect(idsOf(journal.alarms())).toEqual(['m']);
  });

  test('of alarms include a reversed, then paid payment', async () => {
    await sell('a');
    const takenBack = moved('a', 'CANCELLED', 'cancelled', { alarmOver: 'paid' });
    journal.record(created('a'), moved('a', 'SUCCEEDED', 'paid'), takenBack);
    journal.record(moved('a', 'SUCCEEDED', 'paid', { alarmOver: 'cancelled' }));
    expect([idsOf(journal.openSales()), idsOf(journal.alarms())]).toEqual([['a'], ['a']]);
  });

  test('of payments begin with a charge from a fast clock', async () => {
    await sell('a');
    clock.jump(50 * 365 * 24 * HOUR_MS);
    await sell('ahead');
    clock.jump(-50 * 365 * 24 * HOUR_MS);
    await sell('z');
    for (const text of ['', '12.50'])
      expect(idsOf(journal.find(text, undefined, 5).sales)).toEqual(['ahead', 'z', 'a']);
  });

  test('of refunds begin with the oldest, in journal order', async () => {
    await sell('a', 'b');
    journal.record(refund('k9', 'a'), refund('k1', 'a'), refund('other', 'b'));
    await clock.advance(1_000);
    journal.record(refund('k5', 'a'));
    const keysOf = (records: readonly { readonly refundKey: string }[]) => records.map(({ refundKey }) => refundKey);
    expect(keysOf(journal.refundsOf('a'))).toEqual(['k9', 'k1', 'k5']);
    journal.record(answered('k1', 'refunded'));
    expect(keysOf(journal.openRefunds())).toEqual(['k9', 'other', 'k5']);
    expect(journal.refund('k1')).toMatchObject({ stage: 'refunded' });
    expect(journal.refund('none')).toBeUndefined();
  });

  test('of newest refunds follow the journal order, despite the clock', async () => {
    await sell('a', 'b');
    journal.record(refund('first', 'a'));
    clock.jump(-48 * HOUR_MS);
    journal.record(refund('second', 'b'), refund('third', 'a'));
    journal.record(answered('first', 'refunded'));
    const newest = (skip: number, count: number) =>
      journal.newestRefunds(skip, count).map(({ refundKey, stage }) => [refundKey, stage]);
    const all = [
      ['third', 'sending'],
      ['second', 'sending'],
      ['first', 'refunded'],
    ];
    expect(newest(0, 10)).toEqual(all);
    expect(newest(1, 1)).toEqual(all.slice(1, 2));
    const [newer] = journal.refundsBefore(Number.MAX_SAFE_INTEGER, 1);
    const older = journal.refundsBefore(newer?.place ?? 0, 9);
    expect([newer, ...older].map((one) => one?.refund.refundKey)).toEqual(['third', 'second', 'first']);
    journal.rebuild();
    expect(newest(0, 10)).toEqual(all);
  });

  test('of requested refunds hold the newest of each payment', () => {
    journal.record(intent('a'), intent('b'));
    const asked = (wish: string, saleId: string) => ({ type: 'refund.asked', wish, saleId, amount: 100 }) as const;
    const givenUp = (wish: string, why: 'interrupted' | 'refused') =>
      ({ type: 'refund.given-up', wish, saleId: 'a', why }) as const;
    journal.record(asked('1', 'a'), asked('2', 'a'), asked('3', 'b'), givenUp('1', 'interrupted'));
    const at = clock.now();
    expect(journal.refundRequests()).toEqual([
      { wish: '2', saleId: 'a', amount: 100, at },
      { wish: '3', saleId: 'b', amount: 100, at },
    ]);
    journal.record(givenUp('2', 'interrupted'), refund('k', 'b'));
    expect(journal.refundRequests()).toEqual([{ wish: '2', saleId: 'a', amount: 100, at, interrupted: true }]);
    journal.record(givenUp('2', 'refused'));
    expect([journal.refundRequestOf('a'), journal.refundRequests()]).toEqual([undefined, []]);
    expect(journal.eventsOf('a').map(({ seq }) => seq)).toEqual([2, 4, 5, 7, 8, 10]);
  });

  test('of a reference begin with the newest', async () => {
    journal.record(intent('a', { reference: 'table 4' }));
    await clock.advance(1_000);
    journal.record(intent('b', { reference: 'table 4' }), intent('c', { reference: 'table 5' }));
    expect(idsOf(journal.salesOfReference('table 4'))).toEqual(['b', 'a']);
  });
});

describe('the payments list', () => {
  test('is newest first and knows of further pages', async () => {
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

  test.each(['', 'ref'])('with %j includes the oldest requested moment', async (text) => {
    await sell('a', 'b', 'c');
    const from = journal.sale('b')?.startedAt;
    expect(idsOf(journal.find(text, undefined, 9, from).sales)).toEqual(['c', 'b']);
  });

  test.each(['ref-a', 'REF-A', '  ref-a ', PAYMENT, '12.50', '12,50', 'zoë', 'ZOË'])('finds "%s"', async (text) => {
    await sell('a');
    journal.record(created('a', { paymentId: PAYMENT }), { ...alarmed('a'), debtor: { name: 'Zoë' } });
    expect(idsOf(journal.find(text, undefined, 9).sales)).toEqual(['a']);
    expect(journal.saleOfPayment(PAYMENT)?.saleId).toBe('a');
  });
});

test('table rows hold the columns for searches and starts', () => {
  journal.record(intent('a'), refund('k', 'a'));
  const sale = journal.sale('a');
  const kept = journal.refund('k');
  if (sale === undefined || kept === undefined) throw new Error('nothing was written');
  const at = clock.now();
  const ofNoRegister = [null, null, null];
  expect(saleRow(sale, '2')).toEqual([
    ...['a', at, 'ref-a', null, 1, 0, 'ref-a   12.50 12,50', '2', JSON.stringify(sale)],
    ...ofNoRegister,
  ]);
  expect(refundRow(kept)).toEqual(['k', 'a', null, 1, at, JSON.stringify(kept)]);
  const paid = ended('SUCCEEDED');
  const alarm = { shownAs: 'expired', at, acknowledged: false } as const;
  expect(saleRow({ ...paid, alarm }, '').slice(4, 6)).toEqual([0, 1]);
  expect(saleRow({ ...paid, settled: false, alarm: { ...alarm, acknowledged: true } }, '').slice(4, 6)).toEqual([1, 0]);
});

test("refunds closed as not made have the service's time", async () => {
  await sell('a');
  const closed = { decision: 'not-made', skewMs: -5_000 } as const;
  const decisions = { k1: closed, k2: { decision: 'not-made' }, k3: { decision: 'send-again' } } as const;
  for (const [refundKey, decision] of Object.entries(decisions))
    journal.record(refund(refundKey, 'a'), { type: 'refund.settled', refundKey, ...decision });
  byHand('DROP TRIGGER events_no_update', `UPDATE events SET payload = '{' WHERE payload LIKE '%send-again%'`);
  expect([...journal.closedAsNotMade()]).toEqual([
    ['k1', clock.now() - 5_000],
    ['k2', clock.now()],
  ]);
});

test('an alarm without a known reason is still an alarm', () => {
  journal.record(act('journal-tampered', { values: { why: 'unheard-of' } }));
  expect(journal.tampered()).toEqual({ why: 'altered', anchored: 0, found: 0, kept: 0, file: '', at: 0 });
});

test('a callback is remembered until its time', async () => {
  const until = clock.now() + 25 * HOUR_MS;
  journal.seenJti('a', until);
  await clock.advance(25 * HOUR_MS);
  journal.seenJti('b', until + 99 * HOUR_MS);
  expect(journal.seenJti('a', until)).toBe(true);
  await clock.advance(1);
  journal.seenJti('c', until + 99 * HOUR_MS);
  expect(journal.seenJti('a', until)).toBe(false);
});

test('a duplicate callback is remembered once', () => {
  journal.record(seen('a'), seen('a'));
  expect([journal.isSeen('a'), journal.check().ok]).toEqual([true, true]);
});

test('an unreadable record is reported as damage', () => {
  journal.record(intent('a'), refund('k', 'a'));
  byHand("UPDATE sales SET data = '{broken'; UPDATE refunds SET data = '{broken'");
  const damaged = expect.objectContaining({ code: 'journal.damaged', cause: expect.any(SyntaxError) });
  expect(() => journal.sale('a')).toThrow(damaged);
  expect(() => journal.refund('k')).toThrow(damaged);
  expect(damage).toBe(2);
  // A closed journal is not damaged.
  journal.close();
  expect(() => journal.sale('a')).toThrow(expect.objectContaining({ code: 'journal.failed' }));
  expect(damage).toBe(2);
});

test('an unreadable event is reported, never skipped', () => {
  journal.record(intent('a'), intent('b'), intent('c'));
  byHand('DROP TRIGGER events_no_update', "UPDATE events SET payload = '{' WHERE seq = 3");
  expect(() => [...journal.eventsBetween(2, 4)]).toThrow(expect.objectContaining({ code: 'journal.damaged' }));
  expect(damage).toBe(1);
});

test.each(['', '2,', '2,x', ',2', '2 3'])('a sale with event numbers "%s" is reported as damage', (events) => {
  journal.record(intent('a'));
  byHand(`UPDATE sales SET events = '${events}'`);
  expect(() => journal.eventsOf('a')).toThrow(expect.objectContaining({ code: 'journal.damaged' }));
  expect(damage).toBe(1);
});

test('acts are paged newest first, outside any payment', async () => {
  await sell('a');
  journal.record(act('unlock'));
  await sell('b');
  journal.record(act('settings-changed'), act('pin-changed'));
  const first = journal.acts(undefined, 2);
  expect(first.map(({ act: { act: name } }) => name)).toEqual(['pin-changed', 'settings-changed']);
  const second = journal.acts(first.at(-1)?.seq, 2);
  expect(second).toMatchObject([{ seq: 3, at: clock.now() - 1_000, act: { act: 'unlock', by: { role: 'manager' } } }]);
  expect(journal.acts(second.at(-1)?.seq, 2)).toEqual([]);
  expect(journal.check()).toMatchObject({ ok: true });
});

test('a due import is known until done', () => {
  journal.record({ type: 'journal.begun', journalId: 'j', salt: 7, replaces: 'damaged.sqlite', restoredFrom: 5 });
  expect([journal.importDue(), journal.restoredFrom()]).toEqual(['damaged.sqlite', 5]);
  journal.record({ type: 'journal.refilled', found: 3 });
  expect([journal.importDue(), journal.restoredFrom()]).toEqual([undefined, undefined]);
});

test('acts are found through their own index', () => {
  const database = new DatabaseSync(file);
  const plan = database
    .prepare("EXPLAIN QUERY PLAN SELECT * FROM events WHERE type = 'act' AND seq < ? ORDER BY seq DESC LIMIT ?")
    .all(9, 9);
  database.close();
  expect(plan.map(({ detail }) => detail)).toEqual(['SEARCH events USING INDEX events_acts (seq<?)']);
});
