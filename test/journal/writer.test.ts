import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { MisplacedEvent } from '../../main/domain/events.ts';
import { type Database, type Disk, systemDisk } from '../../main/journal/database.ts';
import type { Journal } from '../../main/journal/journal.ts';
import type { JournalHealth } from '../../main/journal/writer.ts';
import { SeededRandom } from '../base/seeded-random.ts';
import { VirtualClock } from '../base/virtual-clock.ts';
import { sqliteError, watchedDatabase } from './disks.ts';
import { memorySeal } from './memory-seal.ts';
import { created, intent as intentOf, moved as movedOf, refund } from './sale-events.ts';
import { temporaryJournal } from './temporary-journal.ts';

const home = temporaryJournal();

let clock: VirtualClock;
let random: SeededRandom;
let disk: FailingDisk;
let journal: Journal;
let notified: JournalHealth[];

beforeEach(() => {
  clock = new VirtualClock();
  random = new SeededRandom(7);
  disk = failingDisk();
  journal = open();
  notified = [];
  journal.onHealth((health) => notified.push(health));
});
afterEach(() => {
  disk.errcode = undefined;
});

/** The real disk; while `errcode` is set, each `failsAt` statement fails with `errcode`, as SQLite does. */
interface FailingDisk extends Disk {
  errcode: number | undefined;
  failsAt: 'BEGIN IMMEDIATE' | 'COMMIT';
  free: number;
  tries: number;
  database: Database | undefined;
}

function failingDisk(): FailingDisk {
  const state: FailingDisk = {
    ...systemDisk,
    errcode: undefined,
    failsAt: 'COMMIT',
    free: 1e9,
    tries: 0,
    database: undefined,
    room: () => state.free,
    open(name, mode) {
      const database = systemDisk.open(name, mode);
      state.database = database;
      return watchedDatabase(database, (sql) => {
        if (sql === 'BEGIN IMMEDIATE') state.tries += 1;
        if (sql !== state.failsAt || state.errcode === undefined) return;
        // SQLite rolls back some transactions by itself.
        if (state.errcode === FULL && database.isTransaction) database.exec('ROLLBACK');
        throw sqliteError(state.errcode);
      });
    },
  };
  return state;
}

const FULL = 13;
const IO_ERROR = 10;

const open = (): Journal => home.open(disk, { clock, random });
const intent = (saleId: string) => intentOf(saleId, journal.nextReference());
const moved = (saleId: string, status: string) => movedOf(saleId, status, status === 'SUCCEEDED' ? 'paid' : 'scanned');
const states = () => notified.map(({ state, held }) => `${state} ${held}`);

test('returns the state after several events at once', () => {
  const left = journal.record(intent('one'), created('one'), refund('key', 'one'), {
    type: 'journal.refilled',
    found: 1,
  });
  expect(left).toMatchObject({ sale: { saleId: 'one', creation: 'known' }, refund: { refundKey: 'key' } });
});

describe.each([
  ['full', FULL, 'journal.full'],
  ['failed', IO_ERROR, 'journal.failed'],
] as const)('a disk that is %s', (state, errcode, code) => {
  test('is reported once with its time, and once recovered', async () => {
    journal.record(intent('one'), created('one'));
    await clock.advance(1_000);
    disk.errcode = errcode;
    const since = clock.now();
    expect(() => journal.record(moved('one', 'IDENTIFIED'))).toThrow(expect.objectContaining({ code }));
    await clock.advance(20_000);
    expect(journal.health).toMatchObject({ state, sinceMs: since, held: 0, problem: { code } });
    expect(states()).toEqual([`${state} 0`]);
    disk.errcode = undefined;
    await clock.advance(3_000);
    expect(journal.health).toEqual({ state: 'ok', sinceMs: since + 21_000, held: 0 });
    expect(states()).toEqual([`${state} 0`, 'ok 0']);
  });

  test('holds events in order and retries every three seconds', async () => {
    journal.record(intent('one'), intent('two'), created('one'), created('two'));
    disk.errcode = errcode;
    journal.keep(moved('one', 'IDENTIFIED'));
    await clock.advance(500);
    journal.keep(moved('one', 'SUCCEEDED'), moved('two', 'IDENTIFIED'));
    expect(states()).toEqual([`${state} 1`, `${state} 3`]);
    expect(journal.sale('one')).toMatchObject({ stage: 'paid', endedAt: clock.now() });
    const endedAt = clock.now();
    disk.tries = 0;
    await clock.advance(9_000);
    expect(disk.tries).toBe(3);
    disk.errcode = undefined;
    disk.tries = 0;
    await clock.advance(3_000);
    expect(disk.tries).toBe(1);
    expect(states().slice(2)).toEqual(['ok 0']);
    expect(clock.pending).toBe(0);
    // The time of the event, not of the write.
    expect(journal.sale('one')).toMatchObject({ stage: 'paid', endedAt });
    expect(journal.check()).toMatchObject({ ok: true, events: 8 });
  });

  test('writes held events before the next event', () => {
    journal.record(intent('one'), created('one'));
    disk.errcode = errcode;
    journal.keep(moved('one', 'SUCCEEDED'));
    expect(() => journal.record({ type: 'sale.dismissed', saleId: 'one' })).toThrow(expect.objectContaining({ code }));
    expect(journal.sale('one')).toMatchObject({ dismissed: false });
    expect(journal.flush()).toBe(false);
    disk.errcode = undefined;
    journal.record({ type: 'sale.dismissed', saleId: 'one' });
    expect(journal.health).toMatchObject({ state: 'ok', held: 0 });
    expect(journal.sale('one')).toMatchObject({ stage: 'paid', dismissed: true });
    expect(journal.check()).toMatchObject({ ok: true, events: 5 });
  });
});

test('a healthy journal writes nothing when flushed', async () => {
  const since = clock.now();
  await clock.advance(1_000);
  journal.record(intent('one'));
  disk.tries = 0;
  expect(journal.flush()).toBe(true);
  expect(disk.tries).toBe(0);
  expect(journal.health).toEqual({ state: 'ok', sinceMs: since, held: 0 });
});

test('a failed disk is retried despite little room', async () => {
  disk.errcode = IO_ERROR;
  expect(() => journal.record(intent('one'))).toThrow();
  disk.errcode = undefined;
  disk.free = 0;
  const before = disk.stamp?.(home.file);
  await clock.advance(3_000);
  expect(journal.health.state).toBe('ok');
  expect(disk.stamp?.(home.file)).not.toBe(before);
});

test('a read-only file is not healthy again', async () => {
  disk.errcode = IO_ERROR;
  expect(() => journal.record(intent('one'))).toThrow();
  disk.errcode = undefined;
  disk.database?.exec('PRAGMA query_only = 1');
  await clock.advance(6_000);
  expect(journal.health).toMatchObject({ state: 'failed', problem: { values: { sqlite: 8 } } });
  disk.database?.exec('PRAGMA query_only = 0');
  await clock.advance(3_000);
  expect(journal.health.state).toBe('ok');
});

test("a listener's error is not taken for a disk error", () => {
  disk.errcode = FULL;
  journal.keep(intent('one'));
  disk.errcode = undefined;
  journal.onHealth(() => {
    throw new RangeError('ours');
  });
  expect(() => journal.flush()).toThrow(RangeError);
});

test('a health listener may write without duplicates', () => {
  disk.errcode = FULL;
  journal.keep(intent('one'));
  disk.errcode = undefined;
  journal.onHealth(() => journal.record(intent('two')));
  journal.flush();
  expect(journal.check()).toMatchObject({ ok: true, events: 3 });
});

test('a full disk needs room for a whole sale', async () => {
  disk.errcode = FULL;
  expect(() => journal.record(intent('one'))).toThrow();
  disk.errcode = undefined;
  disk.free = 1024 * 1024 - 1;
  await clock.advance(6_000);
  expect(journal.health.state).toBe('full');
  disk.free += 1;
  await clock.advance(3_000);
  expect(journal.health.state).toBe('ok');
});

test.each([
  ['full', FULL],
  ['failed', IO_ERROR],
])('a journal on a disk that is %s opens without writing', async (state, errcode) => {
  journal.record(intent('one'));
  journal.close();
  disk.errcode = errcode;
  journal = open();
  expect(journal.health).toMatchObject({ state, sinceMs: clock.now(), held: 0 });
  expect(journal.sale('one')).toMatchObject({ amount: 1250 });
  disk.errcode = undefined;
  await clock.advance(3_000);
  expect(journal.health.state).toBe('ok');
});

test('a different failure is reported with its own time', async () => {
  disk.errcode = FULL;
  expect(() => journal.record(intent('one'))).toThrow();
  await clock.advance(1_000);
  disk.errcode = IO_ERROR;
  expect(() => journal.record(intent('one'))).toThrow();
  expect(journal.health).toMatchObject({ state: 'failed', sinceMs: clock.now() });
  disk.errcode = 11;
  expect(() => journal.record(intent('one'))).toThrow();
  expect(notified.map(({ problem }) => problem?.code)).toEqual(['journal.full', 'journal.failed', 'journal.damaged']);
});

test('the keychain is updated only after the disk write', async () => {
  const seal = memorySeal();
  journal.close();
  journal = home.open(disk, { clock, random, seal });
  await clock.advance(0);
  disk.errcode = FULL;
  expect(() => journal.record(intent('one'), refund('key', 'one'))).toThrow();
  await clock.advance(2_500);
  expect([...seal.anchors.values()]).toMatchObject([{ seq: 1 }]);
  journal.keep(intent('one'));
  disk.errcode = undefined;
  await clock.advance(5_000);
  expect([...seal.anchors.values()]).toMatchObject([{ seq: 2 }]);
  // Refunds move money back, so their anchor is stored at once.
  journal.record(intent('two'), refund('key', 'two'), created('two'));
  expect([...seal.anchors.values()]).toMatchObject([{ seq: 5 }]);
});

test('a closed journal leaves no timers', () => {
  disk.errcode = FULL;
  expect(() => journal.record(intent('one'))).toThrow();
  expect(clock.pending).toBe(1);
  journal.close();
  expect(clock.pending).toBe(0);
  disk.errcode = undefined;
  journal = open();
  journal.close();
  expect(() => journal.record(intentOf('one'))).toThrow();
  expect(clock.pending).toBe(0);
});

test('an invalid event is neither written nor held', () => {
  const wrong = { ...intent('one'), amount: -1 };
  expect(() => journal.record(wrong)).toThrow();
  expect(() => journal.keep(wrong)).toThrow();
  expect(journal.health).toMatchObject({ state: 'ok', held: 0 });
  expect(journal.check()).toMatchObject({ ok: true, events: 1 });
});

test('an event has its author, time and predecessor after restart', async () => {
  await clock.advance(5_000);
  journal.record(intent('one'));
  journal.close();
  journal = open();
  journal.record(created('one'), moved('one', 'IDENTIFIED'));
  expect(journal.sale('one')).toMatchObject({
    terminalId: 'till-1',
    shopId: 'shop-1',
    posId: 'TILL42',
    startedAt: clock.now(),
    stage: 'scanned',
  });
  expect(journal.check()).toMatchObject({ ok: true, events: 4 });
});

describe('an event impossible for its sale', () => {
  const misplaced = () => journal.keep(moved('one', 'IDENTIFIED'));

  test('is refused without blaming the disk', () => {
    journal.record(intent('one'));
    expect(misplaced).toThrow(MisplacedEvent);
    expect(() => journal.record(moved('one', 'IDENTIFIED'))).toThrow(MisplacedEvent);
    expect(journal.health).toMatchObject({ state: 'ok', held: 0 });
    journal.record(created('one'), intent('two'));
    expect(journal.sale('two')).toBeDefined();
    expect(notified).toEqual([]);
  });

  test.each([1, 2])('does not discard %i held events', async (held) => {
    journal.record(intent('one'), intent('two'), created('two'));
    disk.errcode = FULL;
    journal.keep(moved('two', 'IDENTIFIED'));
    if (held === 2) journal.keep(moved('two', 'SUCCEEDED'));
    expect(misplaced).toThrow(MisplacedEvent);
    disk.errcode = undefined;
    await clock.advance(3_000);
    expect(journal.health).toMatchObject({ state: 'ok', held: 0 });
    expect(journal.sale('two')).toMatchObject({ stage: held === 2 ? 'paid' : 'scanned' });
    expect(journal.sale('one')).toMatchObject({ creation: 'sending' });
    expect(clock.pending).toBe(0);
  });

  test('ends a batch; earlier events are kept and written', async () => {
    journal.record(intent('one'), intent('two'));
    disk.errcode = FULL;
    disk.failsAt = 'BEGIN IMMEDIATE';
    expect(() => journal.keep(created('two'), moved('one', 'IDENTIFIED'), moved('two', 'IDENTIFIED'))).toThrow(
      MisplacedEvent,
    );
    expect(journal.sale('two')).toMatchObject({ creation: 'known' });
    disk.errcode = undefined;
    await clock.advance(3_000);
    expect(journal.sale('two')).toMatchObject({ creation: 'known' });
    expect(journal.check()).toMatchObject({ ok: true, events: 4 });
  });
});
