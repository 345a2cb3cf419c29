import { createHash } from 'node:crypto';
import { closeSync, existsSync, openSync, readFileSync, readSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { DatabaseSync, type SQLInputValue } from 'node:sqlite';
import { dataFiles } from '../base/data-files.ts';
import { replaceFile } from '../base/durable-files.ts';
import { isSameMac, macOf } from '../base/mac.ts';
import { omitUndefined } from '../base/omit-undefined.ts';
import { briefFiles, firmFiles } from '../base/patient-files.ts';
import { TillError } from '../base/till-error.ts';
import { COMPANIONS, isDamage, SQLITE_FULL, sqliteCode } from '../journal/database.ts';
import { type Row, Statements } from '../journal/prepared-statements.ts';

/**
 * Fetched lists of the service. The service has the original of everything, so a damaged file, or a file of another app
 * version, is discarded. Triggers keep `sums` up to date, so that no query counts a million rows.
 */
const SCHEMA = `
  CREATE TABLE facts (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;

  -- One list of the service, or one other part of the work. What is to do stands in the order of its number.
  CREATE TABLE pieces (
    number     INTEGER PRIMARY KEY,
    kind       TEXT NOT NULL,
    from_day   TEXT,
    to_day     TEXT,
    payout     INTEGER,
    next_page  INTEGER NOT NULL DEFAULT 0,
    total      INTEGER,
    seen       INTEGER NOT NULL DEFAULT 0,
    first_pass INTEGER NOT NULL DEFAULT 0,
    pass       INTEGER NOT NULL DEFAULT 0,
    tries      INTEGER NOT NULL DEFAULT 0,
    unverified INTEGER NOT NULL DEFAULT 0,
    done       INTEGER NOT NULL DEFAULT 0
  ) STRICT;

  -- 'told' is 0 for a payout that only its transactions name: the service tells of payouts by day.
  CREATE TABLE payouts (
    number        INTEGER PRIMARY KEY,
    payout_id     TEXT UNIQUE,
    told          INTEGER NOT NULL,
    verified      INTEGER NOT NULL,
    date          INTEGER NOT NULL,
    status        TEXT NOT NULL,
    bulk_id       TEXT NOT NULL,
    iban          TEXT NOT NULL,
    payments      INTEGER NOT NULL,
    payment_cents INTEGER NOT NULL,
    refunds       INTEGER NOT NULL,
    refund_cents  INTEGER NOT NULL,
    payout_cents  INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX payouts_newest ON payouts (told, date);

  -- Payments and refunds of the lists, and those of the journal that no list has. 'payout' is 0 outside of payouts.
  CREATE TABLE transactions (
    id            TEXT NOT NULL,
    kind          TEXT NOT NULL,
    payout        INTEGER NOT NULL,
    payment_id    TEXT,
    cents         INTEGER NOT NULL,
    journal_cents INTEGER,
    date          INTEGER NOT NULL,
    -- Days of the provider since the epoch.
    day           INTEGER NOT NULL,
    reference     TEXT,
    state         TEXT NOT NULL,
    rank          INTEGER NOT NULL,
    shift         INTEGER NOT NULL,
    pass          INTEGER NOT NULL
  ) STRICT;
  CREATE UNIQUE INDEX transactions_id ON transactions (id, kind, payout);
  CREATE INDEX transactions_payout ON transactions (payout, rank, date);
  CREATE INDEX transactions_rank ON transactions (rank, date);

  CREATE TABLE sums (
    payout INTEGER NOT NULL,
    kind   TEXT NOT NULL,
    state  TEXT NOT NULL,
    shift  INTEGER NOT NULL,
    day    INTEGER NOT NULL,
    count  INTEGER NOT NULL,
    cents  INTEGER NOT NULL,
    PRIMARY KEY (payout, kind, state, shift, day)
  ) STRICT, WITHOUT ROWID;
  CREATE TRIGGER transactions_added AFTER INSERT ON transactions BEGIN
    INSERT INTO sums VALUES (new.payout, new.kind, new.state, new.shift, new.day, 1, new.cents)
      ON CONFLICT DO UPDATE SET count = count + 1, cents = cents + excluded.cents;
  END;
  CREATE TRIGGER transactions_gone AFTER DELETE ON transactions BEGIN
    UPDATE sums SET count = count - 1, cents = cents - old.cents
      WHERE payout = old.payout AND kind = old.kind AND state = old.state AND shift = old.shift
        AND day = old.day;
  END;
  CREATE TRIGGER transactions_changed AFTER UPDATE OF payout, kind, state, shift, day, cents ON transactions BEGIN
    UPDATE sums SET count = count - 1, cents = cents - old.cents
      WHERE payout = old.payout AND kind = old.kind AND state = old.state AND shift = old.shift
        AND day = old.day;
    INSERT INTO sums VALUES (new.payout, new.kind, new.state, new.shift, new.day, 1, new.cents)
      ON CONFLICT DO UPDATE SET count = count + 1, cents = cents + excluded.cents;
  END;
`;

const COUNTED = `SELECT payout, kind, state, shift, day, count(*) AS count, sum(cents) AS cents
  FROM transactions GROUP BY 1, 2, 3, 4, 5`;

/** Recounts the sums. Returns false if the sums were wrong, and corrects them. */
export function recountSums(store: PayoutStore): boolean {
  const kept = 'SELECT payout, kind, state, shift, day, count, cents FROM sums WHERE count > 0';
  const differ = `SELECT 1 FROM (${COUNTED} EXCEPT ${kept}) UNION ALL SELECT 1 FROM (${kept} EXCEPT ${COUNTED}) LIMIT 1`;
  if (store.get(differ) === undefined) return true;
  store.run('DELETE FROM sums');
  store.run(`INSERT INTO sums (payout, kind, state, shift, day, count, cents) ${COUNTED}`);
  return false;
}

const VERSION = 3;

/** Only a screenful is read at a time; the thread writes pages of 10,000 rows all over the file. */
const CACHE_KIB = { screen: 2 * 1024, thread: 8 * 1024 };

/**
 * Opens the store. With a `key`, accepts only a file sealed with the same key by `sealPayoutStore`, and only once:
 * after a crash the till fetches again. Throws `TillError` `payouts.disk` if the disk allows neither this file nor a
 * new file.
 */
export function openPayoutStore(file: string, key?: Buffer): PayoutStore {
  try {
    if (key === undefined || isSealed(file, key)) return new PayoutStore(file, CACHE_KIB.screen);
  } catch (thrown) {
    if (!isUseless(thrown)) throw toStoreError(thrown);
  }
  try {
    for (const end of ['', ...COMPANIONS]) if (existsSync(file + end)) firmFiles.remove(file + end);
    return new PayoutStore(file, CACHE_KIB.screen);
  } catch (thrown) {
    throw toStoreError(thrown);
  }
}

/** Seals the closed file. If the disk refuses the seal, the next start fetches again. */
export function sealPayoutStore(file: string, key: Buffer): void {
  try {
    if (!hasCompanions(file)) replaceFile(sealOf(file), macOfFile(file, key), briefFiles);
  } catch {
    // The next start fetches again.
  }
}

function isSealed(file: string, key: Buffer): boolean {
  const seal = existsSync(sealOf(file)) ? readFileSync(sealOf(file), 'utf8') : '';
  if (seal === '') return false;
  firmFiles.remove(sealOf(file));
  return !hasCompanions(file) && existsSync(file) && isSameMac(seal, macOfFile(file, key));
}

const sealOf = (file: string) => join(dirname(file), dataFiles.payoutsSeal);

const hasCompanions = (file: string) => COMPANIONS.some((end) => existsSync(file + end));

/** The folder name ties the seal to the account. */
function macOfFile(file: string, key: Buffer): string {
  const digest = createHash('sha256');
  const piece = Buffer.alloc(1 << 20);
  const handle = openSync(file, 'r');
  try {
    for (let read = readSync(handle, piece); read > 0; read = readSync(handle, piece))
      digest.update(piece.subarray(0, read));
  } finally {
    closeSync(handle);
  }
  return macOf(key, [basename(dirname(file)), digest.digest('base64url')]);
}

/** Opens the store in another thread. Only `openPayoutStore` replaces a damaged file. */
export function joinPayoutStore(file: string): PayoutStore {
  try {
    return new PayoutStore(file, CACHE_KIB.thread);
  } catch (thrown) {
    throw toStoreError(thrown);
  }
}

class OtherVersion extends Error {}

export class PayoutStore {
  readonly #database: DatabaseSync;
  readonly #statements: Statements;

  constructor(file: string, cacheKib: number) {
    this.#database = new DatabaseSync(file);
    this.#statements = new Statements(this.#database);
    try {
      // A lost file costs only a fetch, so no page of the lists waits for the disk.
      this.#database.exec(
        `PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA trusted_schema = 0;
         PRAGMA cache_size = -${cacheKib}; PRAGMA temp_store = MEMORY; PRAGMA busy_timeout = 2000`,
      );
      const version = this.get('PRAGMA user_version')?.['user_version'];
      if (version === VERSION) return;
      if (version !== 0) throw new OtherVersion();
      this.#database.exec(`BEGIN IMMEDIATE; ${SCHEMA} PRAGMA user_version = ${VERSION}; COMMIT`);
    } catch (thrown) {
      this.#database.close();
      throw thrown;
    }
  }

  get(sql: string, ...values: readonly SQLInputValue[]): Row | undefined {
    return this.#tried(() => this.#statements.get(sql, ...values));
  }

  all(sql: string, ...values: readonly SQLInputValue[]): readonly Row[] {
    return this.#tried(() => this.#statements.all(sql, ...values));
  }

  run(sql: string, ...values: readonly SQLInputValue[]): void {
    this.#tried(() => this.#statements.run(sql, ...values));
  }

  get isTransaction(): boolean {
    return this.#database.isTransaction;
  }

  fact(name: string): string | undefined {
    const value = this.get('SELECT value FROM facts WHERE name = ?', name)?.['value'];
    return value === undefined ? undefined : String(value);
  }

  setFact(name: string, value: string): void {
    this.run('INSERT OR REPLACE INTO facts (name, value) VALUES (?, ?)', name, value);
  }

  empty(): void {
    // SQLite empties a table of any length at once, but only without triggers.
    this.#tried(() =>
      this.#database.exec(`
        BEGIN IMMEDIATE;
        DROP TABLE facts; DROP TABLE pieces; DROP TABLE payouts; DROP TABLE transactions; DROP TABLE sums;
        ${SCHEMA}
        COMMIT`),
    );
  }

  close(): void {
    this.#database.close();
  }

  #tried<T>(work: () => T): T {
    try {
      return work();
    } catch (thrown) {
      throw toStoreError(thrown);
    }
  }
}

function isUseless(thrown: unknown): boolean {
  return thrown instanceof OtherVersion || isDamage(thrown);
}

function toStoreError(thrown: unknown): TillError {
  if (thrown instanceof TillError) return thrown;
  const message = thrown instanceof Error ? thrown.message : String(thrown);
  const code = sqliteCode(thrown);
  const values = omitUndefined({ sqlite: code });
  const facts = { cause: thrown, retryable: true, values };
  if (code === SQLITE_FULL) return new TillError('payouts.disk-full', `Disk full: ${message}.`, facts);
  return new TillError('payouts.disk', `Payout lists not stored: ${message}.`, facts);
}
