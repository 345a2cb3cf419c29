import type { Clock } from '../base/clock.ts';
import { TillError } from '../base/till-error.ts';
import { type JournalEvent, journalEvent, MisplacedEvent, type RecordedEvent } from '../domain/events.ts';
import { append, type Happened, type Head, headOf } from './append-events.ts';
import { type Database, toJournalError } from './database.ts';
import type { TerminalIdentity } from './event-rows.ts';
import type { Statements } from './prepared-statements.ts';
import { ProjectionTables } from './projection-tables.ts';
import type { Folded } from './projections.ts';
import { schemaVersion } from './schema.ts';
import type { Sealing } from './sealing.ts';

/** `full`: the disk is full; `failed`: the disk or the file does not respond. */
export interface JournalHealth {
  readonly state: 'ok' | 'full' | 'failed';
  /** ms since the epoch. */
  readonly sinceMs: number;
  readonly held: number;
  readonly problem?: TillError;
}

interface WriterOptions {
  readonly database: Database;
  readonly statements: Statements;
  readonly clock: Clock;
  readonly terminal: TerminalIdentity;
  readonly sealing: Sealing | undefined;
  readonly room: () => number;
  /** Called for each event queued after a failed write; `onFlushed` when all are written. */
  readonly onHeld: (event: RecordedEvent) => Folded;
  readonly onFlushed: () => void;
  readonly onHealth: (health: JournalHealth) => void;
  readonly onWritten: (events: readonly JournalEvent[], head: Head) => void;
}

const RETRY_MS = 3_000;
/** Room for a sale and its refunds: with less, a write of one page would succeed and the next sale would fail. */
const ENOUGH_ROOM_BYTES = 1024 * 1024;

/** Each write is its own transaction, synced on return. */
export class Writer {
  readonly #options: WriterOptions;
  readonly #projections: ProjectionTables;
  #head: Head;
  #held: readonly Happened[] = [];
  #health: JournalHealth;
  #cancelRetry: (() => void) | undefined;

  constructor(options: WriterOptions) {
    this.#options = options;
    this.#projections = new ProjectionTables(options.statements);
    this.#head = headOf(options.statements);
    this.#health = { state: 'ok', sinceMs: options.clock.now(), held: 0 };
  }

  get health(): JournalHealth {
    return this.#health;
  }

  get head(): Head {
    return this.#head;
  }

  /** All or none. Throws `journal.full`, `journal.failed`, or `MisplacedEvent`, with nothing written. */
  record(events: readonly JournalEvent[]): Folded {
    const at = this.#options.clock.now();
    this.#flushOrThrow();
    return this.#attempt(events.map((event) => ({ event: journalEvent.parse(event), at })));
  }

  /** Queues events until there is space. Throws `MisplacedEvent` for an event that would block every later event. */
  keep(events: readonly JournalEvent[]): Folded {
    const at = this.#options.clock.now();
    const before = this.#held;
    const news = events.map((event) => ({ event: journalEvent.parse(event), at }));
    this.#held = [...before, ...news];
    let noted = 0;
    try {
      const written = this.#tryToFlush();
      if (written !== undefined) return written;
      let folded: Folded = {};
      for (const { event } of news) {
        folded = { ...folded, ...this.#options.onHeld({ seq: 0, at, ...this.#options.terminal, event }) };
        noted += 1;
      }
      return folded;
    } catch (thrown) {
      if (!(thrown instanceof MisplacedEvent)) throw thrown;
      this.#held = [...before, ...news.slice(0, noted)];
      throw thrown;
    }
  }

  /** False if writing still fails. After a failure, also tests whether writing works again. */
  flush(): boolean {
    return this.#tryToFlush() !== undefined;
  }

  #tryToFlush(): Folded | undefined {
    try {
      if (this.#health.state !== 'ok' && this.#held.length === 0) this.#probe();
      return this.#flushOrThrow();
    } catch (thrown) {
      // `onHealth` has already reported the error, and a retry is scheduled.
      if (thrown instanceof TillError) return undefined;
      throw thrown;
    }
  }

  /** Tests writing without changes. Throws `journal.read-only`; a full disk is reported in the health. */
  prove(): void {
    try {
      this.#attempt([]);
    } catch (thrown) {
      if (toJournalError(thrown).code === 'journal.read-only') throw thrown;
    }
  }

  close(): void {
    this.#cancelRetry?.();
    // Blocks later retries: after closing, no retry could write.
    this.#cancelRetry = () => undefined;
  }

  /** After a failure with an empty queue: tests whether writing works again. */
  #probe(): void {
    if (this.#health.state === 'full' && this.#options.room() < ENOUGH_ROOM_BYTES) this.#retryLater();
    else this.#attempt([]);
  }

  #flushOrThrow(): Folded {
    if (this.#held.length === 0) return {};
    const folded = this.#attempt(this.#held);
    this.#held = [];
    this.#setHealth({ state: 'ok', sinceMs: this.#options.clock.now(), held: 0 });
    this.#options.onFlushed();
    return folded;
  }

  #attempt(batch: readonly Happened[]): Folded {
    let folded: Folded;
    try {
      folded = this.#write(batch);
    } catch (thrown) {
      // A fault of the till itself says nothing about the disk.
      if (thrown instanceof MisplacedEvent) throw thrown;
      const problem = toJournalError(thrown);
      const state = problem.code === 'journal.full' ? 'full' : 'failed';
      const sinceMs = this.#health.state === state ? this.#health.sinceMs : this.#options.clock.now();
      this.#setHealth({ state, sinceMs, held: this.#held.length, problem });
      this.#retryLater();
      throw problem;
    }
    if (this.#health.state !== 'ok' && this.#held.length === 0)
      this.#setHealth({ state: 'ok', sinceMs: this.#options.clock.now(), held: 0 });
    return folded;
  }

  #write(batch: readonly Happened[]): Folded {
    const { database } = this.#options;
    let written: ReturnType<typeof append>;
    database.exec('BEGIN IMMEDIATE');
    try {
      // Tests writing by setting the current version again.
      if (batch.length === 0) database.exec(`PRAGMA user_version = ${schemaVersion(database)}`);
      written = append({ ...this.#options, projections: this.#projections }, this.#head, batch);
      database.exec('COMMIT');
    } catch (thrown) {
      if (database.isTransaction) database.exec('ROLLBACK');
      throw thrown;
    }
    this.#head = written.head;
    if (batch.length > 0)
      this.#options.onWritten(
        batch.map(({ event }) => event),
        this.head,
      );
    return written.folded;
  }

  #retryLater(): void {
    if (this.#cancelRetry !== undefined) return;
    this.#cancelRetry = this.#options.clock.after(RETRY_MS, () => {
      this.#cancelRetry = undefined;
      this.flush();
    });
  }

  #setHealth(health: JournalHealth): void {
    const before = this.#health;
    this.#health = health;
    // Compared by code, which distinguishes more than the state: a damaged file is replaced, an unresponsive disk is
    // not.
    if (before.problem?.code !== health.problem?.code || before.held !== health.held) this.#options.onHealth(health);
  }
}
