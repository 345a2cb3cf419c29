import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { migrate, SCHEMA_VERSION, schemaVersion } from '../../main/journal/migrations.ts';

function tables(database: DatabaseSync): readonly unknown[] {
  return database.prepare('SELECT type, name, sql FROM sqlite_schema ORDER BY name').all();
}

function fresh(): DatabaseSync {
  const database = new DatabaseSync(':memory:');
  migrate(database);
  return database;
}

test.each(Array.from({ length: SCHEMA_VERSION + 1 }, (_, version) => version))(
  'a journal of version %i becomes what a new one is',
  (version) => {
    const database = new DatabaseSync(':memory:');
    migrate(database, version);
    expect(schemaVersion(database)).toBe(version);
    migrate(database);
    expect(schemaVersion(database)).toBe(SCHEMA_VERSION);
    expect(tables(database)).toEqual(tables(fresh()));
  },
);

test('a journal of a later version is refused', () => {
  const database = fresh();
  database.exec(`PRAGMA user_version = ${SCHEMA_VERSION + 1}`);
  expect(() => migrate(database)).toThrow(expect.objectContaining({ code: 'journal.too-new' }));
});
