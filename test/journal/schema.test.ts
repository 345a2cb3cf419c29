import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { journalEvent } from '../../main/domain/events.ts';
import { type Database, systemDisk } from '../../main/journal/database.ts';
import type { Journal } from '../../main/journal/journal.ts';
import { hasOwnSchema, migrate, SCHEMA_VERSION, schemaVersion } from '../../main/journal/schema.ts';
import { temporaryJournal } from './temporary-journal.ts';

function tables(database: DatabaseSync): readonly unknown[] {
  return database.prepare('SELECT type, name, sql FROM sqlite_schema ORDER BY name').all();
}

function fresh(): DatabaseSync {
  const database = new DatabaseSync(':memory:');
  migrate(database);
  return database;
}

test('a new journal has the current version and stays unchanged', () => {
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

test('a failed migration leaves the file unchanged', () => {
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
])('a file is foreign after %s', (sql) => {
  const database = fresh();
  expect(hasOwnSchema(database)).toBe(true);
  database.exec(sql);
  expect(hasOwnSchema(database)).toBe(false);
});

const { open, byHand } = temporaryJournal();

/**
 * `versions/N.sql` is a journal as written by the app with schema version N, with an event of every type. Never edit
 * the files: shops have such journals. A new event type or table comes with a new version and a new file.
 */
const versions = Array.from({ length: SCHEMA_VERSION }, (_, index) => index + 1);

function written(version: number): string {
  return readFileSync(join(import.meta.dirname, 'versions', `${version}.sql`), 'utf8');
}

function opened(version: number): Journal {
  byHand(written(version));
  return open(systemDisk, { terminal: { terminalId: 'till-1', shopId: 'SHOP1', posId: 'TILL42' } });
}

test.each(versions)('a journal of version %i opens with all events readable', (version) => {
  const journal = opened(version);
  expect(journal.opening).toEqual({ created: false, rebuilt: false });
  expect(journal.check()).toMatchObject({ ok: true, faults: [] });
  journal.close();
});

test.each(versions)('a journal of version %i gives the same answers', (version) => {
  const journal = opened(version);
  expect(journal.sale('sale-paid')).toMatchObject({
    amount: 1250,
    stage: 'paid',
    paymentId: '0000000000000000000000P1',
    debtor: { name: 'Zoë' },
    alarm: { shownAs: 'expired', acknowledged: true },
  });
  expect(journal.refundsOf('sale-paid').map(({ amount, stage }) => [amount, stage])).toEqual([
    [400, 'unconfirmed'],
    [100, 'refused'],
    [50, 'pending'],
  ]);
  expect(journal.openRefunds()[0]).toMatchObject({ refundKey: 'key-1', body: '{"amount":400}' });
  expect(journal.openSales().map(({ saleId }) => saleId)).toEqual(['sale-imported', 'sale-open', 'sale-last']);
  expect(journal.onScreen()).toBe('sale-last');
  expect(journal.nextReference().reference).toBe('TILL42-261120-45410006');
  expect(journal.seenJti('jti-1', 0)).toBe(true);
  journal.close();
});

test('register keys of version 1 are found after migration', () => {
  const register = { id: 'register-1', key: 'bon-1', ask: 'hash' };
  const of1 = { amount: 420, operation: 'static-qr', body: '{}', skewMs: 0, register } as const;
  const before = open();
  before.record({ type: 'sale.intent', saleId: 'sale-1', reference: 'BON 1', ...of1 });
  before.close();
  byHand(
    'DROP INDEX sales_register; DROP INDEX sales_receipt; ALTER TABLE sales DROP COLUMN register_id',
    'ALTER TABLE sales DROP COLUMN register_key; ALTER TABLE sales DROP COLUMN receipt_number',
    'PRAGMA user_version = 1',
  );
  const journal = open();
  expect(journal.opening).toEqual({ created: false, rebuilt: false });
  expect(journal.saleOfRegister('register-1', 'bon-1')).toMatchObject({ saleId: 'sale-1', register });
  expect(journal.saleOfRegister('register-2', 'bon-1')).toBeUndefined();
});

test('the newest version file has every event type', () => {
  const types = journalEvent.options.map((option) => option.shape.type.value);
  expect(types.filter((type) => !written(SCHEMA_VERSION).includes(`'${type}'`))).toEqual([]);
});
