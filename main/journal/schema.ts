import { DatabaseSync } from 'node:sqlite';
import { isDeepStrictEqual } from 'node:util';
import { TillError } from '../base/till-error.ts';
import type { Database } from './database.ts';

/**
 * The tables, as an ordered list of migration steps: step n takes a file of version n to version n + 1. `events` is the
 * source; every other table is a projection of the events and can be rebuilt.
 *
 * `sales.events` holds the numbers of the events of a sale, its refunds and user actions. `search_blocks` is only an
 * index (`search-index.ts`).
 *
 * The rule for the next version: a change of the tables, of a stored state, or of an event's possible content (a new
 * type, a new value of a list; not a new optional field) is a new step at the end, with a fixture of the new version in
 * `test/journal/versions/`. A released step or fixture is never edited.
 */
const STEPS: readonly string[] = [
  `
  CREATE TABLE events (
    seq         INTEGER PRIMARY KEY,
    at          INTEGER NOT NULL,
    terminal_id TEXT NOT NULL,
    shop_id     TEXT NOT NULL,
    pos_id      TEXT NOT NULL,
    type        TEXT NOT NULL,
    payload     TEXT NOT NULL,
    prev_hash   TEXT NOT NULL,
    hash        TEXT NOT NULL,
    mac         TEXT
  ) STRICT;
  CREATE TRIGGER events_no_update BEFORE UPDATE ON events BEGIN SELECT RAISE(ABORT, 'events are append-only'); END;
  CREATE TRIGGER events_no_delete BEFORE DELETE ON events BEGIN SELECT RAISE(ABORT, 'events are append-only'); END;
  CREATE INDEX events_acts ON events (seq) WHERE type = 'act';
  CREATE INDEX events_begun ON events (seq) WHERE type = 'journal.begun';

  CREATE TABLE sales (
    sale_id    TEXT PRIMARY KEY,
    at         INTEGER NOT NULL,
    reference  TEXT NOT NULL,
    payment_id TEXT,
    open       INTEGER NOT NULL,
    alarm      INTEGER NOT NULL,
    search     TEXT NOT NULL,
    events     TEXT NOT NULL,
    data       TEXT NOT NULL
  ) STRICT;
  CREATE INDEX sales_newest ON sales (at, search);
  CREATE INDEX sales_reference ON sales (reference);
  CREATE INDEX sales_payment ON sales (payment_id) WHERE payment_id IS NOT NULL;
  CREATE INDEX sales_open ON sales (at) WHERE open = 1;
  CREATE INDEX sales_alarm ON sales (at) WHERE alarm = 1;

  CREATE TABLE refunds (
    refund_key TEXT PRIMARY KEY,
    sale_id    TEXT NOT NULL REFERENCES sales (sale_id),
    refund_id  TEXT,
    open       INTEGER NOT NULL,
    at         INTEGER NOT NULL,
    data       TEXT NOT NULL
  ) STRICT;
  CREATE INDEX refunds_sale ON refunds (sale_id, at);
  CREATE INDEX refunds_open ON refunds (at) WHERE open = 1;
  CREATE INDEX refunds_newest ON refunds (at);

  CREATE TABLE shifts (number INTEGER PRIMARY KEY, at INTEGER NOT NULL, data TEXT NOT NULL) STRICT;
  CREATE TABLE counters (name TEXT PRIMARY KEY, value INTEGER NOT NULL) STRICT, WITHOUT ROWID;
  CREATE TABLE facts (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;
  CREATE TABLE seen (jti TEXT PRIMARY KEY, until_ms INTEGER NOT NULL) STRICT, WITHOUT ROWID;
  CREATE INDEX seen_until ON seen (until_ms);

  CREATE TABLE search_blocks (block INTEGER PRIMARY KEY, grams BLOB NOT NULL) STRICT;
  `,
  // The sale of a cash register's key and of its receipt number.
  `
  ALTER TABLE sales ADD COLUMN register_id TEXT;
  ALTER TABLE sales ADD COLUMN register_key TEXT;
  ALTER TABLE sales ADD COLUMN receipt_number INTEGER;
  UPDATE sales SET register_id = data ->> '$.register.id', register_key = data ->> '$.register.key'
    WHERE CASE WHEN json_valid(data) THEN data ->> '$.register.id' END IS NOT NULL;
  CREATE INDEX sales_register ON sales (register_id, register_key) WHERE register_id IS NOT NULL;
  CREATE INDEX sales_receipt ON sales (register_id, receipt_number) WHERE receipt_number IS NOT NULL;
  `,
  // The event `sale.reopened`.
  '',
];

export const SCHEMA_VERSION = STEPS.length;

/** The projections, children first, in the order in which `rebuild` empties them. */
export const PROJECTIONS = ['shifts', 'refunds', 'sales', 'counters', 'facts', 'seen'] as const;

/** Throws TillError `journal.too-new`: an older app must neither write the file nor set it aside, losing events. */
export function refuseNewer(version: number): void {
  if (version <= SCHEMA_VERSION) return;
  throw new TillError('journal.too-new', `Journal of version ${version}; this app reads ${SCHEMA_VERSION}.`, {
    values: { version, known: SCHEMA_VERSION },
  });
}

/** Migrates a file to the current version, one transaction per step. Throws TillError `journal.too-new`. */
export function migrate(database: Database): void {
  const version = schemaVersion(database);
  refuseNewer(version);
  for (const [index, step] of STEPS.entries()) {
    if (index < version) continue;
    database.exec('BEGIN IMMEDIATE');
    try {
      database.exec(step);
      database.exec(`PRAGMA user_version = ${index + 1}`);
      database.exec('COMMIT');
    } catch (thrown) {
      database.exec('ROLLBACK');
      throw thrown;
    }
  }
}

/** One wrong bit in the schema's SQL can leave a file that SQLite accepts and that loses data on writing. */
export function hasOwnSchema(database: Database): boolean {
  ownSchema ??= madeSchema();
  return isDeepStrictEqual(schemaOf(database), ownSchema);
}

/** Created once: the schema is the same for every file, and creating it takes longer than opening a file. */
let ownSchema: readonly unknown[] | undefined;

function madeSchema(): readonly unknown[] {
  const own = new DatabaseSync(':memory:');
  try {
    migrate(own);
    return schemaOf(own);
  } finally {
    own.close();
  }
}

function schemaOf(database: Database): readonly unknown[] {
  return database.prepare('SELECT type, name, tbl_name, sql FROM sqlite_schema ORDER BY type, name').all();
}

export function schemaVersion(database: Database): number {
  return Number(database.prepare('PRAGMA user_version').get()?.['user_version'] ?? 0);
}
