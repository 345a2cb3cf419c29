import { DatabaseSync } from 'node:sqlite';
import { beforeEach, describe, expect, test } from 'vitest';
import type { Database } from '../../main/journal/database.ts';
import {
  CHAIN_START,
  chainHash,
  type EventRow,
  INSERT_EVENT,
  readRow,
  toEvent,
  toRow,
  valuesOf,
} from '../../main/journal/event-rows.ts';
import { checkAtStart, checkEvents, checkFully, projectionsReadable } from '../../main/journal/integrity.ts';
import { Statements } from '../../main/journal/prepared-statements.ts';
import { ProjectionTables } from '../../main/journal/projection-tables.ts';
import { project } from '../../main/journal/projections.ts';
import { rebuild } from '../../main/journal/rebuild.ts';
import { migrate } from '../../main/journal/schema.ts';
import { sqliteError, watchedDatabase } from './disks.ts';
import { intent } from './sale-events.ts';

const terminal = { terminalId: 'till-1', shopId: 'shop-1', posId: 'TILL42' };
const SMALL = 8 * 1024 * 1024;
const LARGE = SMALL + 1;
const damaged = expect.objectContaining({ code: 'journal.damaged' });

let database: DatabaseSync;
beforeEach(() => {
  database = new DatabaseSync(':memory:', { defensive: false });
  migrate(database);
});

function fill(events: number): void {
  let prevHash = CHAIN_START;
  database.exec('BEGIN');
  for (let seq = 1; seq <= events; seq += 1) {
    const row = toRow(intent(`sale-${seq}`), 1_000 + seq, terminal, seq, prevHash);
    insert(row);
    project(new ProjectionTables(new Statements(database)), toEvent(row));
    prevHash = row.hash;
  }
  database.exec('COMMIT');
}

const insert = (row: EventRow) => database.prepare(INSERT_EVENT).run(...valuesOf(row));
const event = (seq: number) => readRow(database.prepare('SELECT * FROM events WHERE seq = ?').get(seq) ?? {});

function alter(sql: string): void {
  database.exec(`DROP TRIGGER IF EXISTS events_no_update; DROP TRIGGER IF EXISTS events_no_delete; ${sql}`);
}

/** Replaces event `seq` by `changed`, with a matching hash. */
function forge(seq: number, changed: Partial<EventRow>): void {
  const row = { ...event(seq), ...changed };
  alter(`DELETE FROM events WHERE seq = ${seq}`);
  insert({ ...row, hash: chainHash(row) });
}

describe('a start checks the last 64 events of a journal, however large', () => {
  test.each([
    [100, true],
    [37, true],
    [36, false],
  ])('of 100, changed event %i is found: %s', (seq, found) => {
    fill(100);
    alter(`UPDATE events SET at = at + 1 WHERE seq = ${seq}`);
    const start = () => checkAtStart(database, LARGE);
    if (found) expect(start).toThrow(expect.objectContaining({ code: 'journal.damaged', values: { seq } }));
    else expect(start).not.toThrow();
  });

  test.each([1, 63, 64, 65, 66])('covers the first event of %i only within 64', (events) => {
    fill(events);
    expect(() => checkAtStart(database, LARGE)).not.toThrow();
    alter('UPDATE events SET at = at + 1 WHERE seq = 1');
    if (events > 64) expect(() => checkAtStart(database, LARGE)).not.toThrow();
    else expect(() => checkAtStart(database, LARGE)).toThrow(damaged);
  });
});

const forged: readonly (readonly [string, () => void, number])[] = [
  ['an event of a kind that nobody writes', () => forge(5, { type: 'sale.invented' }), 5],
  ['an event whose content is none', () => forge(5, { payload: '{"saleId":7}' }), 5],
  ['an event whose content is no JSON', () => forge(5, { payload: '{' }), 5],
  ['a number that was left out', () => forge(5, { seq: 6 }), 6],
  [
    'a beginning that is not the first',
    () => {
      alter('DELETE FROM events WHERE seq < 5');
      forge(5, { prev_hash: CHAIN_START });
    },
    5,
  ],
];
test.each(forged)('%s is damage, even with a matching hash', (_what, change, seq) => {
  fill(5);
  change();
  expect(() => checkAtStart(database, SMALL)).toThrow(expect.objectContaining({ values: { seq } }));
  expect(() => checkEvents(database)).toThrow(damaged);
  const report = checkFully(database);
  expect(report).toMatchObject({ ok: false, faults: [expect.stringContaining(String(seq))] });
  expect(report.events).toBeLessThan(5);
});

test.each([
  [SMALL, true],
  [LARGE, false],
])('a start checks every page of %i bytes: %s', (bytes, looks) => {
  fill(5);
  // An index not matching its table, as left by an unwritten page.
  database.exec("PRAGMA writable_schema = ON; UPDATE sqlite_schema SET sql = replace(sql, '(reference)', '(search)')");
  database.exec('PRAGMA schema_version = 99');
  const start = () => checkAtStart(database, bytes);
  if (looks) expect(start).toThrow(damaged);
  else expect(start).not.toThrow();
  expect(() => checkEvents(database)).toThrow(damaged);
  expect(checkFully(database).ok).toBe(false);
});

describe('the check on demand', () => {
  test('reads every event across batches', () => {
    fill(2_001);
    expect(checkFully(database)).toEqual({ ok: true, events: 2_001, faults: [] });
    expect(() => checkEvents(database)).not.toThrow();
    alter('UPDATE events SET at = at + 1 WHERE seq = 1500');
    expect(checkFully(database)).toEqual({ ok: false, events: 1_499, faults: ['Hash chain broken at event 1500.'] });
  });

  test('names a reference to a missing row', () => {
    fill(1);
    database.exec(`PRAGMA foreign_keys = 0; INSERT INTO refunds VALUES ('key', 'gone', NULL, 0, 0, '{}')`);
    expect(checkFully(database).faults).toEqual(['row 1 of refunds has a dangling reference']);
  });

  test('names each table differing from the events, changing none', () => {
    fill(3);
    const statement =
      "UPDATE sales SET search = '' WHERE sale_id = 'sale-2'; DELETE FROM facts; DELETE FROM search_blocks; INSERT INTO seen VALUES ('more', 1)";
    database.exec(statement);
    for (let time = 0; time < 2; time += 1)
      expect(checkFully(database).faults).toEqual([
        'the table sales differs from the projection of the events',
        'the table facts differs from the projection of the events',
        'the table seen differs from the projection of the events',
        'sales missing from the search index',
      ]);
    rebuild(database);
    expect(checkFully(database)).toEqual({ ok: true, events: 3, faults: [] });
  });
});

test('a failed rebuild changes nothing', () => {
  fill(3);
  forge(3, { type: 'sale.invented' });
  database.exec("UPDATE sales SET search = 'as it was'");
  expect(() => rebuild(database)).toThrow(damaged);
  expect(database.isTransaction).toBe(false);
  const kept = database.prepare("SELECT count(*) AS sales FROM sales WHERE search = 'as it was'").get();
  expect(kept).toEqual({ sales: 3 });
});

/** Makes the disk refuse statements with `text`; SQLite has then rolled back the transaction by itself. */
function unreadable(text: string): Database {
  return watchedDatabase(database, (sql) => {
    if (!sql.includes(text)) return;
    if (database.isTransaction) database.exec('ROLLBACK');
    throw sqliteError(10);
  });
}

describe('the projections used at a start', () => {
  test.each([
    ['an open sale', "UPDATE sales SET data = '{broken' WHERE sale_id = 'sale-1'"],
    ['an alarm', "UPDATE sales SET open = 0, alarm = 1, data = '{broken' WHERE sale_id = 'sale-1'"],
    ['an open refund', "INSERT INTO refunds VALUES ('key', 'sale-1', NULL, 1, 0, '{broken')"],
  ])('are unreadable when %s is broken', (_what, sql) => {
    fill(2);
    const readable = () => projectionsReadable(new Statements(database));
    expect(readable()).toBe(true);
    database.exec(sql);
    expect(readable()).toBe(false);
  });

  test('may be broken for settled sales', () => {
    fill(2);
    database.exec("UPDATE sales SET open = 0, data = '{broken' WHERE sale_id = 'sale-1'");
    expect(projectionsReadable(new Statements(database))).toBe(true);
  });
});

test('an unresponsive disk is no damage, and its error is kept', () => {
  fill(2);
  expect(() => projectionsReadable(new Statements(unreadable('FROM sales')))).toThrow('SQLite says no');
  expect(() => checkFully(unreadable('FROM events'))).toThrow('SQLite says no');
  expect(() => rebuild(unreadable('DELETE'))).toThrow('SQLite says no');
});
