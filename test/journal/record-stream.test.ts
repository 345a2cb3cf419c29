import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { beforeEach, expect, test } from 'vitest';
import { systemDisk } from '../../main/journal/database.ts';
import type { Journal } from '../../main/journal/journal.ts';
import { openRecordStream } from '../../main/journal/record-stream.ts';
import { SCHEMA_VERSION } from '../../main/journal/schema.ts';
import { VirtualClock } from '../base/virtual-clock.ts';
import { answered, created, intent, moved, paid, refund, seen } from './sale-events.ts';
import { temporaryJournal } from './temporary-journal.ts';

const { folder, file, ...home } = temporaryJournal();
const open = () => home.open(systemDisk, { clock });

const ALL = { from: 0, before: Number.MAX_SAFE_INTEGER };
let clock: VirtualClock;
let journal: Journal;
beforeEach(() => {
  clock = new VirtualClock();
  journal = open();
});
async function sell(saleId: string): Promise<number> {
  await clock.advance(1_000);
  journal.record(intent(saleId, { reference: saleId }));
  return clock.now();
}

test('payments are read by time with their refunds', async () => {
  const first = await sell('b');
  const second = await sell('a');
  const third = await sell('c');
  journal.record(refund('1', 'a'), refund('2', 'a'));
  const counted = { number: 1, fromSeq: 1, toSeq: 4, from: 0, to: 1, report: '{}' };
  journal.record({ type: 'shift.closed', ...counted, by: { role: 'manager' } });
  const stream = openRecordStream(file, systemDisk);
  const ids = (span: typeof ALL) => [...stream.sales(span)].map(({ sale }) => sale.saleId);
  expect(ids(ALL)).toEqual(['b', 'a', 'c']);
  expect(ids({ from: second, before: third })).toEqual(['a']);
  expect(ids({ from: first, before: first })).toEqual([]);
  const refunded = [...stream.sales(ALL)].map(({ refunds }) => refunds.map(({ refundKey }) => refundKey));
  expect(refunded).toEqual([[], ['1', '2'], []]);
  expect([...stream.refunds(ALL)].map((row) => [row.refund.refundKey, row.sale?.reference])).toEqual([
    ['1', 'a'],
    ['2', 'a'],
  ]);
  expect([...stream.refunds({ from: 0, before: third }), ...stream.shifts({ from: 0, before: third })]).toEqual([]);
  const moment = { from: third, before: third + 1 };
  expect([[...stream.refunds(moment)].length, [...stream.shifts(moment)].length]).toEqual([2, 1]);
  expect([stream.aboutSales(ALL), stream.aboutSales({ from: 0, before: 1 })]).toEqual([3, 0]);
  stream.close();
});

test('ended records are read once, by their last end', async () => {
  journal.record(intent('a'), created('a'), moved('a', 'EXPIRED', 'expired'), refund('1', 'a'), refund('2', 'a'));
  journal.record(intent('b'), created('b'), answered('1', 'pending'));
  const early = clock.now();
  await clock.advance(1_000);
  const end = clock.now();
  journal.record(...Array.from({ length: 1_990 }, (_, nth) => seen(`${nth}`)));
  journal.record(paid('a', { alarmOver: 'expired' }), moved('b', 'CANCELLED', 'cancelled'));
  journal.record(paid('b', { alarmOver: 'cancelled' }), answered('2', 'refunded'));
  await clock.advance(1_000);
  const last = clock.now();
  journal.record(answered('1', 'failed'));
  const stream = openRecordStream(file, systemDisk);
  const sales = (from: number, before: number) =>
    [...stream.endedSales({ from, before })].map((one) => one?.sale.saleId ?? '-').join('');
  expect([sales(early, end), sales(end, last)]).toEqual(['--', 'a-b-']);
  const refunds = (from: number, before: number) =>
    [...stream.endedRefunds({ from, before })].map((one) => one?.refund.refundKey ?? '-').join('');
  expect([refunds(end, last), refunds(end, last + 1), refunds(last, last + 1)]).toEqual(['--2', '--21', '--1']);
  stream.close();
});

test('SQLite errors during reads become journal errors', () => {
  journal.close();
  home.byHand(...['refunds', 'sales', 'shifts', 'events'].map((table) => `DROP TABLE ${table}`));
  const stream = openRecordStream(file, systemDisk);
  const { sales, refunds, endedSales, endedRefunds, shifts } = stream;
  for (const read of [sales, refunds, endedSales, endedRefunds, shifts])
    expect(() => [...read(ALL)]).toThrow(expect.objectContaining({ code: 'journal.failed' }));
  expect(() => stream.aboutSales(ALL)).toThrow(expect.objectContaining({ code: 'journal.failed' }));
  stream.close();
});

test('reading neither blocks sales nor includes newer sales', async () => {
  await sell('a');
  await sell('b');
  const stream = openRecordStream(file, systemDisk);
  const read: string[] = [];
  for (const { sale } of stream.sales(ALL)) {
    await sell(`during ${sale.saleId}`);
    read.push(sale.saleId);
  }
  expect([...stream.sales(ALL)]).toHaveLength(2);
  stream.close();
  expect(read).toEqual(['a', 'b']);
  expect(journal.find('', undefined, 10).sales).toHaveLength(4);
  expect(journal.check().ok).toBe(true);
});

test('a closed journal is read without changes', async () => {
  await sell('a');
  journal.close();
  const before = readFileSync(file);
  const stream = openRecordStream(file, systemDisk);
  expect([...stream.sales(ALL)]).toHaveLength(1);
  stream.close();
  expect(readFileSync(file).equals(before)).toBe(true);
  journal = open();
  expect(journal.opening).toMatchObject({ created: false, rebuilt: false });
});

test('a missing or newer journal is reported', () => {
  expect(() => openRecordStream(join(folder, 'none.sqlite'), systemDisk)).toThrow(
    expect.objectContaining({ code: 'export.no-journal' }),
  );
  journal.close();
  const database = new DatabaseSync(file);
  database.exec('PRAGMA user_version = 99');
  expect(() => openRecordStream(file, systemDisk)).toThrow(expect.objectContaining({ code: 'journal.too-new' }));
  database.exec(`PRAGMA user_version = ${SCHEMA_VERSION}`);
  database.close();
  journal = open();
});

test('an exclusively locked journal is reported as in use', () => {
  journal.close();
  const alone = new DatabaseSync(file);
  alone.exec('PRAGMA locking_mode = exclusive; BEGIN EXCLUSIVE');
  const impatient = { ...systemDisk, open: (name: string) => withoutPatience(name) };
  expect(() => openRecordStream(file, impatient)).toThrow(expect.objectContaining({ code: 'journal.in-use' }));
  alone.exec('ROLLBACK');
  alone.close();
  journal = open();
});

function withoutPatience(name: string): DatabaseSync {
  const database = new DatabaseSync(name, { readOnly: true });
  const exec = database.exec.bind(database);
  database.exec = (sql) => exec(sql.startsWith('PRAGMA busy_timeout') ? 'PRAGMA busy_timeout = 0' : sql);
  return database;
}
