import { beforeEach, describe, expect, test } from 'vitest';
import type { JournalEvent } from '../../main/domain/events.ts';
import { type Journal, openJournal } from '../../main/journal/journal.ts';
import { SeededRandom } from '../base/seeded-random.ts';
import { VirtualClock } from '../base/virtual-clock.ts';
import { MemoryDisk } from './disks.ts';
import * as events from './sale-events.ts';
import { terminal } from './temporary-journal.ts';

/** While the disk is full, held events are read as if already written. */

let disk: MemoryDisk;
let clock: VirtualClock;
let journal: Journal;
beforeEach(() => {
  disk = new MemoryDisk();
  clock = new VirtualClock();
  journal = openJournal({ file: 'journal', disk, clock, random: new SeededRandom(7), terminal });
  journal.record(intent('a'), intent('b'));
});

const paymentId = events.PAYMENT;
const intent = (saleId: string) => events.intent(saleId, { reference: 'table 4' });
const created = (saleId: string, id = paymentId) => events.created(saleId, { paymentId: id });
const expired = (saleId: string) => events.moved(saleId, 'EXPIRED', 'expired');
const paid = (saleId: string, over = false) => events.paid(saleId, over ? { alarmOver: 'expired' } : {});
const refund = (refundKey: string) => events.refund(refundKey, 'a', { paymentId });

const idsOf = (records: readonly { readonly saleId: string }[]) => records.map(({ saleId }) => saleId);

/** Checks while `events` are held, and again once written. */
function holds(events: readonly JournalEvent[], check: () => void): void {
  disk.full = true;
  journal.keep(...events);
  expect(journal.health).toMatchObject({ state: 'full', held: events.length });
  check();
  disk.full = false;
  expect(journal.flush()).toBe(true);
  expect(journal.health).toMatchObject({ state: 'ok', held: 0 });
  check();
  expect(journal.check()).toMatchObject({ ok: true });
}

describe('a sale', () => {
  test('has its current state by id, payment and reference', () => {
    holds([created('a'), paid('a')], () => {
      expect(journal.sale('a')).toMatchObject({ stage: 'paid', paymentId });
      expect(journal.sale('b')).toMatchObject({ stage: 'creating' });
      expect(journal.saleOfPayment(paymentId)).toMatchObject({ saleId: 'a', stage: 'paid' });
      expect(journal.saleOfPayment('another')).toBeUndefined();
      const [first, second] = journal.salesOfReference('table 4').toSorted((x, y) => (x.saleId < y.saleId ? -1 : 1));
      expect([first?.stage, second?.stage]).toEqual(['paid', 'creating']);
      const between = [...journal.salesBetween(0, Number.MAX_SAFE_INTEGER)];
      expect(between.map(({ stage }) => stage).toSorted()).toEqual(['creating', 'paid']);
    });
  });

  test('with an earlier payment has its current state', () => {
    journal.record(created('a'));
    holds([paid('a')], () => expect(journal.saleOfPayment(paymentId)).toMatchObject({ saleId: 'a', stage: 'paid' }));
  });

  test('is found by its payment despite other held events', () => {
    journal.record(created('a'));
    holds([created('b', 'another')], () => {
      expect(journal.saleOfPayment(paymentId)?.saleId).toBe('a');
      expect(journal.saleOfPayment('another')?.saleId).toBe('b');
    });
  });

  test("of a register's key or receipt has its current state", () => {
    const register = { id: 'R', key: 'k', ask: 'hash', receiptNumber: 7 };
    journal.record(events.intent('c', { reference: 'table 5', register }));
    holds([created('c'), paid('c')], () => {
      expect(journal.saleOfRegister('R', 'k')).toMatchObject({ saleId: 'c', stage: 'paid' });
      expect(journal.saleOfReceipt('R', 7, 9_999)).toMatchObject({ sale: { stage: 'paid' } });
    });
  });

  test('is not open once settled', () => {
    holds([created('a'), paid('a')], () => expect(idsOf(journal.openSales())).toEqual(['b']));
  });

  test('in progress is open with its current state', () => {
    holds([created('a')], () =>
      expect(journal.openSales().map(({ saleId, creation }) => [saleId, creation])).toEqual([
        ['a', 'known'],
        ['b', 'sending'],
      ]),
    );
  });

  test('leaves the screen when dismissed', () => {
    holds([{ type: 'sale.dismissed', saleId: 'a' }, created('b')], () => expect(journal.onScreen()).toBe('b'));
    holds([{ type: 'sale.dismissed', saleId: 'b' }], () => expect(journal.onScreen()).toBeUndefined());
  });

  test('at a page end is not repeated on the next page', () => {
    holds([created('b')], () => {
      const { sales, next } = journal.find('', undefined, 1);
      expect([idsOf(sales), idsOf(journal.find('', next, 5).sales)]).toEqual([['b'], ['a']]);
    });
  });

  test('is found by its current text only', async () => {
    holds([created('a'), { ...paid('a'), debtor: { name: 'Zoë' } } as JournalEvent], () => {
      expect(idsOf(journal.find('zoë', undefined, 5).sales)).toEqual(['a']);
      expect(idsOf(journal.find('', undefined, 5).sales)).toEqual(['b', 'a']);
      expect(journal.find('', undefined, 5).next).toBeUndefined();
    });
    journal.record(intent('c'), created('b', 'another'), created('c', 'one more'));
    const names = (saleIds: readonly string[], name: string) =>
      saleIds.map((saleId) => ({ ...paid(saleId), debtor: { name } }) as JournalEvent);
    journal.record(...names(['b', 'c'], 'Zoë'));
    holds(names(['b', 'c'], 'Bram'), () => {
      expect(idsOf(journal.find('zoë', undefined, 1).sales)).toEqual(['a']);
      expect(idsOf(journal.find('bram', undefined, 5, clock.now()).sales)).toEqual(['c', 'b']);
      expect(journal.find('bram', undefined, 5, clock.now() + 1).sales).toEqual([]);
    });
  });
});

test("a sale's revision grows with its own held events", () => {
  journal.record(created('a'), paid('a'), refund('k'));
  const before = journal.revOf('a');
  disk.full = true;
  journal.keep(created('b', 'another'));
  expect(journal.revOf('a')).toBe(before);
  expect(journal.keep(events.answered('k', 'pending'), { type: 'sale.dismissed', saleId: 'a' })).toMatchObject({
    refund: { stage: 'pending' },
    sale: { dismissed: true },
  });
  expect(journal.revOf('a')).toBe(before + 2);
  expect(journal.heldAbout()).toEqual(['b', 'a', 'a']);
});

describe('an alarm', () => {
  test('is listed with written alarms until acknowledged', () => {
    journal.record(created('a'), expired('a'), paid('a', true));
    holds([created('b', 'another'), expired('b'), paid('b', true)], () =>
      expect(idsOf(journal.alarms())).toEqual(['a', 'b']),
    );
    holds([{ type: 'sale.dismissed', saleId: 'a' }], () =>
      expect(idsOf(journal.alarms()).toSorted()).toEqual(['a', 'b']),
    );
    holds([{ type: 'sale.alarm-acknowledged', saleId: 'a' }], () => expect(idsOf(journal.alarms())).toEqual(['b']));
    holds([{ type: 'sale.alarm-acknowledged', saleId: 'b' }], () => expect(journal.alarms()).toEqual([]));
  });

  test('is absent for a sale in progress', () => {
    holds([created('a'), paid('a')], () => expect(journal.alarms()).toEqual([]));
  });
});

describe('a refund', () => {
  test('of a different till is listed once, held or written', () => {
    journal.record(created('a'), paid('a'), created('b', 'another'), paid('b'), refund('k'));
    const facts = { amount: 700, createdAt: clock.now() + 1 };
    const imported = (refundKey: string, saleId: string, of: string): JournalEvent => {
      return { type: 'refund.imported', refundKey, saleId, paymentId: of, refundId: `id-${refundKey}`, ...facts };
    };
    holds([imported('l', 'a', paymentId), imported('m', 'b', 'another')], () => {
      expect(journal.refundsOf('a').map(({ refundKey }) => refundKey)).toEqual(['k', 'l']);
      expect(journal.refundsOf('b').map(({ refundKey }) => refundKey)).toEqual(['m']);
    });
  });

  test('has its current state in every list', () => {
    journal.record(created('a'), paid('a'), refund('k'), refund('l'), refund('m'));
    holds([events.answered('k', 'refunded'), events.answered('l', 'pending')], () => {
      expect(journal.refund('k')).toMatchObject({ stage: 'refunded', refundId: 'id-k' });
      expect(journal.refundsOf('a').map(({ stage }) => stage)).toEqual(['refunded', 'pending', 'sending']);
      const all = Number.MAX_SAFE_INTEGER;
      const stages = ['refunded', 'pending', 'sending'];
      expect([...journal.refundsBetween(0, all)].map(({ stage }) => stage)).toEqual(stages);
      expect(journal.refundsBefore(all, 3).map(({ refund: { stage } }) => stage)).toEqual(stages.toReversed());
      expect(journal.newestRefunds(0, 2).map(({ stage }) => stage)).toEqual(['sending', 'pending']);
      expect(journal.openRefunds().map(({ refundKey, stage }) => [refundKey, stage])).toEqual([
        ['l', 'pending'],
        ['m', 'sending'],
      ]);
    });
  });

  test('answered twice keeps the last answer', () => {
    journal.record(created('a'), paid('a'), refund('k'));
    holds(
      [{ type: 'refund.unanswered', refundKey: 'k', problem: events.problem }, events.answered('k', 'refunded')],
      () => expect(journal.refund('k')).toMatchObject({ stage: 'refunded', maybeActed: true }),
    );
  });
});

test('later events replace held events once written', () => {
  journal.record(created('a'), paid('a'), refund('k'));
  holds([created('b', 'another'), events.answered('k', 'pending')], () => undefined);
  journal.record(paid('b'), events.answered('k', 'refunded'));
  expect(journal.sale('b')).toMatchObject({ stage: 'paid' });
  expect(journal.refund('k')).toMatchObject({ stage: 'refunded' });
});

test('a disk without known room is retried', async () => {
  disk.full = true;
  expect(() => journal.record(created('a'))).toThrow(expect.objectContaining({ code: 'journal.full' }));
  disk.full = false;
  await clock.advance(3_000);
  expect(journal.health).toMatchObject({ state: 'ok' });
});

test('a callback must be written; other events are held', () => {
  disk.full = true;
  expect(() => journal.seenJti('jti-1', 1e15)).toThrow(expect.objectContaining({ code: 'journal.full' }));
  journal.keep(
    { type: 'journal.refilled', found: 3 },
    { type: 'refund.given-up', wish: 'w', saleId: 'a', why: 'interrupted' },
  );
  expect(journal.health).toMatchObject({ held: 2 });
  disk.full = false;
  expect([journal.seenJti('jti-1', 1e15), journal.seenJti('jti-1', 1e15)]).toEqual([false, true]);
  expect(journal.health).toMatchObject({ state: 'ok', held: 0 });
});

test('a listener is notified until unsubscribed', () => {
  const notified: string[] = [];
  journal.onHealth(({ state }) => notified.push(`always ${state}`));
  const stop = journal.onHealth(({ state }) => notified.push(state));
  holds([created('a')], () => undefined);
  stop();
  holds([paid('a')], () => undefined);
  expect(notified).toEqual(['always full', 'full', 'always ok', 'ok', 'always full', 'always ok']);
});

test('closing stops retries on a full disk', () => {
  disk.full = true;
  journal.keep(created('a'));
  journal.close();
  expect(clock.pending).toBe(0);
});

test('closing writes held events if there is room', () => {
  disk.full = true;
  journal.keep(created('a'), paid('a'));
  disk.full = false;
  journal.close();
  expect(clock.pending).toBe(0);
  const next = openJournal({ file: 'journal', disk, clock, random: new SeededRandom(8), terminal });
  expect(next.opening).toEqual({ created: false, rebuilt: false });
  expect(next.sale('a')).toMatchObject({ stage: 'paid' });
});
