import type { Database, Disk } from './database.ts';
import { readRow } from './event-rows.ts';
import { inJournal, openReadOnly, reading } from './open-read-only.ts';
import type { Row } from './prepared-statements.ts';

/** Not parsed: events of a later version and damaged events are also returned. */
export interface StoredEvent {
  readonly seq: number;
  /** ms since the epoch. */
  readonly at: number;
  readonly type: string;
  readonly posId: string;
  readonly hash: string;
  /** Should be JSON text. */
  readonly payload: string;
}

/** The newest events of a journal, read while a till may have the journal open. */
export interface EventStream {
  readonly count: number;
  /** Yields events in the order of the journal. Throws the database's error as a TillError. */
  newest(most: number): Iterable<StoredEvent>;
  close(): void;
}

/** Opens a read-only snapshot of a journal. Throws TillError `journal.*`. */
export function openEventStream(file: string, disk: Disk): EventStream {
  const database = openReadOnly(file, disk, 'BEGIN');
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
