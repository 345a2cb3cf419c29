import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import type { Database } from '../../main/journal/database.ts';
import { hasOwnSchema, migrate, SCHEMA_VERSION, schemaVersion } from '../../main/journal/schema.ts';

function tables(database: DatabaseSync): readonly unknown[] {
  return database.prepare('SELECT type, name, sql FROM sqlite_schema ORDER BY name').all();
}

function fresh(): DatabaseSync {
  const database = new DatabaseSync(':memory:');
  migrate(database);
  return database;
}

test('a new journal has the version of the app, and is left as it is once it has it', () => {
  const database = fresh();
  expect(schemaVersion(database)).toBe(SCHEMA_VERSION);
  const made = tables(database);
  migrate(database);
  expect(tables(database)).toEqual(made);
});

test('a journal of a later version is refused', () => {
  const database = fresh();
  database.exec(`PRAGMA user_version = ${SCHEMA_VERSION + 1}`);
  const values = { version: SCHEMA_VERSION + 1, known: SCHEMA_VERSION };
  expect(() => migrate(database)).toThrow(expect.objectContaining({ code: 'journal.too-new', values }));
});

test('a step that fails on the way leaves the file as it was, for the next try', () => {
  const database = new DatabaseSync(':memory:');
  const full: Database = {
    exec(sql) {
      if (sql.startsWith('PRAGMA user_version =')) throw Object.assign(new Error('disk is full'), { errcode: 13 });
      database.exec(sql);
    },
    prepare: (sql) => database.prepare(sql),
    isTransaction: false,
    close: () => undefined,
  };
  expect(() => migrate(full)).toThrow('disk is full');
  expect([database.isTransaction, schemaVersion(database), tables(database)]).toEqual([false, 0, []]);
  migrate(database);
  expect(hasOwnSchema(database)).toBe(true);
});

test.each([
  ['DROP TRIGGER events_no_delete'],
  ['DROP INDEX sales_open'],
  ['CREATE INDEX more ON sales (search)'],
  ['DROP INDEX sales_open; CREATE INDEX sales_open ON sales (at) WHERE open = 0'],
  ['ALTER TABLE seen ADD COLUMN more TEXT'],
])('a file is not of this app after %s', (sql) => {
  const database = fresh();
  expect(hasOwnSchema(database)).toBe(true);
  database.exec(sql);
  expect(hasOwnSchema(database)).toBe(false);
});
