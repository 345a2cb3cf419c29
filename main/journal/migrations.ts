import { DatabaseSync } from 'node:sqlite';
import { isDeepStrictEqual } from 'node:util';
import { TillError } from '../base/till-error.ts';
import type { Database } from './database.ts';

/**
 * The tables, as an ordered list of steps: step n takes a file of version n to n + 1 and is never edited once it has
 * been shipped. `events` is the record; every other table is a projection of it and can be thrown away and rebuilt.
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
    hash        TEXT NOT NULL
  ) STRICT;
  CREATE TRIGGER events_no_update BEFORE UPDATE ON events BEGIN SELECT RAISE(ABORT, 'events are append-only'); END;
  CREATE TRIGGER events_no_delete BEFORE DELETE ON events BEGIN SELECT RAISE(ABORT, 'events are append-only'); END;

  CREATE TABLE sales (
    sale_id    TEXT PRIMARY KEY,
    at         INTEGER NOT NULL,
    reference  TEXT NOT NULL,
    payment_id TEXT,
    open       INTEGER NOT NULL,
    alarm      INTEGER NOT NULL,
    search     TEXT NOT NULL,
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

  CREATE TABLE counters (name TEXT PRIMARY KEY, value INTEGER NOT NULL) STRICT;
  CREATE TABLE facts (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT;
  CREATE TABLE seen (jti TEXT PRIMARY KEY, until_ms INTEGER NOT NULL) STRICT;
  CREATE INDEX seen_until ON seen (until_ms);
  `,
  // No table changes: version 2 knows types of events that version 1 would take for damage.
  '',
  // Version 3 may leave out the status of an answer, which version 2 would take for damage. And nothing ever read the
  // origin of a refund. A record that is damaged is left for the check to find.
  `UPDATE refunds SET data = json_remove(data, '$.origin') WHERE json_valid(data);`,
  // Version 4 seals each event with a key of the keychain, and notes what people did at the till besides selling. The
  // indexes hold nothing but these few: the others cost no more to write than before.
  `
  ALTER TABLE events ADD COLUMN mac TEXT;
  CREATE INDEX events_acts ON events (seq) WHERE type = 'act';
  CREATE INDEX events_begun ON events (seq) WHERE type = 'journal.begun';
  `,
  // Version 5 closes shifts, finds a text by blocks of sales that may hold it, and the events of a sale by when it began.
  // Both are made for what is there already while the till runs (`catching-up.ts`): `made_from` says how far that is.
  `
  CREATE TABLE shifts (number INTEGER PRIMARY KEY, at INTEGER NOT NULL, data TEXT NOT NULL) STRICT;
  CREATE INDEX refunds_newest ON refunds (at);
  CREATE TABLE search_blocks (block INTEGER PRIMARY KEY, grams BLOB NOT NULL) STRICT;
  CREATE TABLE trail (at INTEGER, seq INTEGER, PRIMARY KEY (at, seq)) STRICT, WITHOUT ROWID;
  CREATE TABLE made_from (name TEXT PRIMARY KEY, place INTEGER NOT NULL) STRICT;
  INSERT INTO made_from VALUES ('search', (SELECT coalesce(max(at) / 14400000 + 1, 0) FROM sales)),
    ('trail', (SELECT coalesce(max(seq) + 1, 0) FROM events));
  `,
  // No table changes: version 6 writes down what a person asked for before the service is asked about it.
  '',
];

/** The version that this app writes. */
export const SCHEMA_VERSION = STEPS.length;

/** The projections, children first: what `rebuild` empties and fills again. */
export const PROJECTIONS = ['shifts', 'refunds', 'sales', 'counters', 'facts', 'seen'] as const;

/**
 * Throws TillError `journal.too-new` for a file that a later version of the app wrote: an older one must neither write
 * to it nor set it aside, because it would lose the events that it does not know.
 */
export function refuseNewer(version: number): void {
  if (version <= SCHEMA_VERSION) return;
  throw new TillError('journal.too-new', `The journal has version ${version}; this app knows ${SCHEMA_VERSION}.`, {
    values: { version, known: SCHEMA_VERSION },
  });
}

/**
 * Brings a file up to `target` (the app's own version when absent), one step and one transaction at a time. Throws
 * TillError `journal.too-new`.
 */
export function migrate(database: Database, target: number = SCHEMA_VERSION): void {
  const version = schemaVersion(database);
  refuseNewer(version);
  for (const [index, step] of STEPS.entries()) {
    if (index < version || index >= target) continue;
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

/**
 * Whether the tables, indexes and triggers of a file are those that this app makes. One wrong bit in their text can leave
 * a file that SQLite calls sound and that loses what is written into it.
 */
export function hasOwnSchema(database: Database): boolean {
  ownSchema ??= madeSchema();
  return isDeepStrictEqual(schemaOf(database), ownSchema);
}

/** Made once: it is the same for every file, and making it takes longer than opening one. */
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
