import type { Database, Disk } from './database.ts';
import { readRow } from './event-rows.ts';
import { inJournal, openBeside, reading } from './open-beside.ts';
import type { Row } from './statements.ts';

/** One event as it is stored, read or not: what a later version wrote, or a disk has altered, is told too. */
export interface StoredEvent {
  readonly seq: number;
  /** ms since the epoch. */
  readonly at: number;
  readonly type: string;
  readonly posId: string;
  readonly hash: string;
  /** JSON text, as it should be. */
  readonly payload: string;
}

/** The newest events of a journal, read beside whoever has it open. */
export interface EventStream {
  readonly count: number;
  /** In the order of the journal. Throws what the database throws, as a TillError. */
  newest(most: number): Iterable<StoredEvent>;
  close(): void;
}

/** Opens a journal to read alone, at one moment of it. Throws TillError `journal.*`. */
export function openEventStream(file: string, disk: Disk): EventStream {
  const database = openBeside(file, disk, 'BEGIN');
  try {
    const last = inJournal(() =>
      Number(database.prepare('SELECT coalesce(max(seq), 0) AS last FROM events').get()?.['last']),
    );
    return {
      count: last,
      newest: (most) => eventsAfter(database, Math.max(0, last - most)),
      close: () => database.close(),
    };
  } catch (thrown) {
    database.close();
    throw thrown;
  }
}

function* eventsAfter(database: Database, seq: number): Generator<StoredEvent> {
  const sql = 'SELECT * FROM events WHERE seq > ? ORDER BY seq';
  for (const row of reading(() => database.prepare(sql).iterate(seq))) yield storedEvent(row);
}

function storedEvent(row: Row): StoredEvent {
  const { seq, at, type, pos_id: posId, hash, payload } = readRow(row);
  return { seq, at, type, posId, hash, payload };
}
