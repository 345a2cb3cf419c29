import type { Clock } from '../base/clock.ts';
import type { Database } from './database.ts';
import { madeFrom, setMadeFrom } from './made-from.ts';
import { BLOCK_MS, bitsOf, blockOf, FILTER_BYTES, setBits } from './search-grams.ts';
import { SearchIndex } from './search-index.ts';
import { type Row, Statements } from './statements.ts';

/** So many of each are taken at a time, which takes some milliseconds: a press meanwhile must not be felt to wait. */
const SALES = 1_000;
const EVENTS = 1_000;
const PAUSE_MS = 100;
/** After a fault of the disk. */
const RETRY_MS = 60_000;

/**
 * Makes the search index and the trail of what was there before a journal had them, the newest first: a journal of a
 * million sales opens at once and is caught up with in some minutes. Nothing waits for it; until it is done, what is older
 * is searched without an index. It goes on at the next start where it was.
 */
export class CatchingUp {
  readonly #database: Database;
  readonly #clock: Clock;
  readonly #statements: Statements;
  readonly #index: SearchIndex;
  #cancel: (() => void) | undefined;

  constructor(database: Database, clock: Clock) {
    this.#database = database;
    this.#clock = clock;
    this.#statements = new Statements(database);
    this.#index = new SearchIndex(this.#statements);
  }

  /** Takes the first piece at once, which is all of a small journal, and the others bit by bit. */
  start(): void {
    this.stop();
    this.#cancel = this.#next();
  }

  stop(): void {
    this.#cancel?.();
    this.#cancel = undefined;
  }

  #next(): (() => void) | undefined {
    const again = this.#piece();
    return again === undefined ? undefined : this.#clock.after(again, () => this.start());
  }

  /** Gives in how many ms the next piece is due; undefined when there is none. */
  #piece(): number | undefined {
    if (this.#isDone()) return undefined;
    try {
      this.#database.exec('BEGIN IMMEDIATE');
      this.#searchPiece();
      this.#trailPiece();
      this.#database.exec('COMMIT');
      return this.#isDone() ? undefined : PAUSE_MS;
    } catch (thrown) {
      if (this.#database.isTransaction) this.#database.exec('ROLLBACK');
      // What the till writes meets the same fault, and tells of it.
      if (isOfSqlite(thrown)) return RETRY_MS;
      throw thrown;
    }
  }

  #isDone(): boolean {
    return madeFrom(this.#database, 'search') === 0 && madeFrom(this.#database, 'trail') === 0;
  }

  #searchPiece(): void {
    let place = madeFrom(this.#database, 'search');
    for (let taken = 0; place !== 0 && taken < SALES; ) {
      const { at } = this.#statements.get('SELECT max(at) AS at FROM sales WHERE at < ?', place * BLOCK_MS) ?? {};
      place = typeof at === 'number' ? Math.max(0, blockOf(at)) : 0;
      if (typeof at === 'number') taken += this.#searchBlock(place);
    }
    setMadeFrom(this.#database, 'search', place);
  }

  /** Gives how many sales are in it. */
  #searchBlock(block: number): number {
    const [from, before] = [block * BLOCK_MS, (block + 1) * BLOCK_MS];
    const rows = this.#statements.all('SELECT search FROM sales WHERE at >= ? AND at < ?', from, before);
    const filter = new Uint8Array(FILTER_BYTES);
    for (const row of rows) setBits(filter, bitsOf(String(row['search'])));
    this.#index.put(block, filter);
    return rows.length;
  }

  #trailPiece(): void {
    const place = madeFrom(this.#database, 'trail');
    if (place === 0) return;
    const rows = this.#statements.all(
      'SELECT seq, payload FROM events WHERE seq < ? ORDER BY seq DESC LIMIT ?',
      place,
      EVENTS,
    );
    for (const row of rows) this.#trace(row);
    setMadeFrom(this.#database, 'trail', rows.length < EVENTS ? 0 : Number(rows.at(-1)?.['seq']));
  }

  #trace({ seq, payload }: Row): void {
    const about = toldAbout(String(payload));
    this.#statements.run(
      `INSERT OR IGNORE INTO trail (at, seq) SELECT at, ? FROM sales
       WHERE sale_id IN (?, (SELECT sale_id FROM refunds WHERE refund_key = ?))`,
      Number(seq),
      about.sale,
      about.refund,
    );
  }
}

function isOfSqlite(thrown: unknown): boolean {
  return thrown instanceof Error && 'errcode' in thrown;
}

interface About {
  readonly sale: string | null;
  readonly refund: string | null;
}

/** The sale or the refund that an event's payload names. One that cannot be read is left for the check to find. */
function toldAbout(payload: string): About {
  try {
    const { saleId, about, refundKey } = JSON.parse(payload) as Readonly<Record<string, unknown>>;
    // An act is about a sale or a refund, and does not say which.
    return { sale: textOf(saleId) ?? textOf(about), refund: textOf(refundKey) ?? textOf(about) };
  } catch {
    return { sale: null, refund: null };
  }
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}
