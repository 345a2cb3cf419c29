import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Random } from '../../../main/base/clock.ts';
import type { JournalEvent } from '../../../main/domain/events.ts';
import type { SaleRecord } from '../../../main/domain/sale-record.ts';
import { counterName, saleReference } from '../../../main/domain/sale-reference.ts';
import { type Database, systemDisk } from '../../../main/journal/database.ts';
import { INSERT_EVENT, toRow, valuesOf } from '../../../main/journal/event-rows.ts';
import { openJournal } from '../../../main/journal/journal.ts';
import { Statements } from '../../../main/journal/prepared-statements.ts';
import { searchText } from '../../../main/journal/projection-rows.ts';
import { ProjectionTables } from '../../../main/journal/projection-tables.ts';
import { project } from '../../../main/journal/projections.ts';
import { SearchIndex } from '../../../main/journal/search-index.ts';
import { SeededRandom } from '../../base/seeded-random.ts';

/** POS of the training mode, so that an app started with `--training` accepts the journal. */
const TERMINAL = { terminalId: 'bench', shopId: 'training', posId: 'TRAIN1' } as const;
const BETWEEN_SALES_MS = 90_000;
const SALES_A_COMMIT = 5_000;
/** Any salt works; references of two journals must differ. */
const SALT = 1234;

/**
 * Returns a data folder of the app with a training journal of `count` paid sales, each with all events of a sale.
 * Created once for each version of the journal's code and kept in `parent`.
 */
export function folderWithSales(parent: string, count: number): string {
  const stem = `sales-${count}-`;
  const folder = join(parent, stem + versionOfJournal());
  if (existsSync(folder)) return folder;
  mkdirSync(parent, { recursive: true });
  for (const old of readdirSync(parent)) if (old.startsWith(stem)) rmSync(join(parent, old), { recursive: true });
  const unfinished = join(parent, `${stem}unfinished`);
  mkdirSync(join(unfinished, 'training'), { recursive: true });
  fill(join(unfinished, 'training', 'journal.sqlite'), count);
  renameSync(unfinished, folder);
  return folder;
}

/** Writes a journal of `count` paid sales into a new file; the last sale is 90 s old. */
function fill(file: string, count: number): void {
  const random = new SeededRandom(1);
  let at = Date.now() - (count + 1) * BETWEEN_SALES_MS;
  const clock = { now: () => at, monotonic: () => at, after: () => () => undefined };
  openJournal({ file, disk: systemDisk, clock, random, terminal: TERMINAL }).close();
  const database = systemDisk.open(file);
  // Not synced: after a system crash the file is generated again.
  database.exec('PRAGMA synchronous = OFF; PRAGMA cache_size = -1000000');
  const append = new Appender(database);
  for (let sale = 0; sale < count; sale += 1) {
    at += BETWEEN_SALES_MS;
    append.write(paidSale(sale, at, random), at);
    if (sale % SALES_A_COMMIT === 0) append.commit();
  }
  append.commit();
  database.close();
}

const NAMES = ['Zoë', 'Noah', 'Emma', 'Milan', 'Julia', 'Sem', 'Fatima', 'Daan', 'Yara', 'Bram'] as const;

function paidSale(index: number, at: number, random: Random): readonly JournalEvent[] {
  const saleId = random.uuid();
  const amount = 100 + (index % 9_900);
  const debtor = { name: NAMES[index % NAMES.length], iban: 'NL00XXXX0000001234' };
  const paymentId = random.uuid().replaceAll('-', '').slice(0, 24);
  const deeplink = `http://127.0.0.1:8471/pay/${paymentId}`;
  const reference = saleReference(TERMINAL.posId, at, SALT, index + 1);
  const numbered = { reference, counter: counterName(TERMINAL.posId, at), sequence: index + 1 };
  const times = { createdAt: at, expiresAt: at + 300_000 };
  const body = JSON.stringify({ posId: TERMINAL.posId, amount, currency: 'EUR', reference });
  return [
    { type: 'sale.intent', saleId, ...numbered, amount, operation: 'static-qr', body, skewMs: 0 },
    { type: 'sale.created', saleId, paymentId, ...times, deeplink, via: 'create' },
    { type: 'sale.moved', saleId, via: 'read', status: 'IDENTIFIED', stage: 'scanned', debtor },
    { type: 'sale.moved', saleId, via: 'read', status: 'AUTHORIZED', stage: 'authorised', debtor },
    { type: 'sale.moved', saleId, via: 'read', status: 'SUCCEEDED', stage: 'paid', debtor, succeededAt: at },
    { type: 'sale.dismissed', saleId },
  ];
}

/** Hash of the journal's code and of this file: a folder of another version is unusable. */
function versionOfJournal(): string {
  const hash = createHash('sha256').update(readFileSync(import.meta.filename));
  const source = join(import.meta.dirname, '..', '..', '..', 'main', 'journal');
  for (const file of readdirSync(source).sort()) hash.update(readFileSync(join(source, file)));
  return hash.digest('hex').slice(0, 12);
}

/**
 * Appends events as the journal's writer does, with the same hash chain and projections, but many events in each
 * commit.
 */
class Appender {
  readonly #database: Database;
  readonly #statements: Statements;
  readonly #projections: LatestSale;
  #seq: number;
  #hash: string;

  constructor(database: Database) {
    this.#database = database;
    this.#statements = new Statements(database);
    this.#projections = new LatestSale(this.#statements);
    const tail = this.#statements.get('SELECT seq, hash FROM events ORDER BY seq DESC LIMIT 1');
    this.#seq = Number(tail?.['seq']);
    this.#hash = String(tail?.['hash']);
    database.exec('BEGIN IMMEDIATE');
  }

  write(events: readonly JournalEvent[], at: number): void {
    for (const event of events) {
      this.#seq += 1;
      const row = toRow(event, at, TERMINAL, this.#seq, this.#hash);
      this.#hash = row.hash;
      this.#statements.run(INSERT_EVENT, ...valuesOf(row));
      project(this.#projections, { seq: this.#seq, at, ...TERMINAL, event });
    }
    this.#projections.flush();
  }

  commit(): void {
    this.#database.exec('COMMIT');
    this.#database.exec('BEGIN IMMEDIATE');
  }
}

/** Writes a sale's state only after its last event: the same final row with a sixth of the writes. */
class LatestSale extends ProjectionTables {
  readonly #index: SearchIndex;
  #held: SaleRecord | undefined;
  #events: number[] = [];

  constructor(statements: Statements) {
    super(statements);
    this.#index = new SearchIndex(statements);
  }

  override sale(saleId: string): SaleRecord | undefined {
    return this.#held?.saleId === saleId ? this.#held : undefined;
  }

  override putSale(sale: SaleRecord, seq: number): void {
    this.#held = sale;
    this.#events.push(seq);
  }

  flush(): void {
    if (this.#held !== undefined) {
      this.putSaleOf(this.#held, this.#events.join());
      this.#index.add(this.#held.startedAt, searchText(this.#held));
    }
    this.#held = undefined;
    this.#events = [];
  }
}
