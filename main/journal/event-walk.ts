import { TillError } from '../base/till-error.ts';
import type { Database } from './database.ts';
import { CHAIN_START, chainHash, type EventRow, isLinked, readRow, toEvent } from './event-rows.ts';
import { JOURNAL_TAMPERED } from './projections.ts';
import type { Sealing } from './sealing.ts';

interface Walked {
  readonly row: EventRow;
  /** The stored hash of the previous event. */
  readonly before: string;
  readonly isSound: boolean;
  readonly follows: boolean;
}

/** The caller decides how to react to a break. */
export function* walk(database: Pick<Database, 'prepare'>, from = 1, to = Number.MAX_SAFE_INTEGER): Generator<Walked> {
  const first = from === 1 ? undefined : database.prepare('SELECT * FROM events WHERE seq = ?').get(from - 1);
  let last = { seq: from - 1, hash: first === undefined ? CHAIN_START : readRow(first).hash };
  // Row by row: a damaged file still yields the events before the unreadable page.
  const rows = database.prepare('SELECT * FROM events WHERE seq >= ? AND seq <= ? ORDER BY seq');
  for (const found of rows.iterate(from, to)) {
    const row = readRow(found);
    const follows = row.seq === last.seq + 1 && row.prev_hash === last.hash;
    yield { row, before: last.hash, isSound: isLinked(row, row.prev_hash), follows };
    last = row;
  }
}

/** Throws TillError `journal.damaged` at a break of the chain or at an event unknown to this app. */
export function* soundEvents(
  database: Pick<Database, 'prepare'>,
  from = 1,
  to = Number.MAX_SAFE_INTEGER,
): Generator<EventRow> {
  for (const { row, isSound, follows } of walk(database, from, to)) {
    if (!isSound || !follows)
      throw new TillError('journal.damaged', `Hash chain broken at event ${row.seq}.`, { values: { seq: row.seq } });
    toEvent(row);
    yield row;
  }
}

export interface Proof {
  readonly unproven: ReadonlySet<number>;
  readonly isWhole: boolean;
}

/**
 * Finds the proven events. An event is proven by its own mac, or by a proven next event that names its hash. Without a
 * seal, as in training, the last event before a break is proven by its own hash.
 */
export function proofOf(database: Database, sealing: Sealing | undefined, from = 1): Proof {
  const unproven = new Set<number>();
  let isWhole = true;
  let isSealedSince = false;
  /** The hash of the previous event, according to a proven event. */
  let named: string | undefined;
  for (const found of database.prepare('SELECT * FROM events WHERE seq >= ? ORDER BY seq DESC').iterate(from)) {
    const row = readRow(found);
    const isSealed = sealing?.isSealed(row) ?? false;
    isSealedSince ||= isSealed;
    const isNamed = named === undefined ? !isSealedSince : row.hash === named;
    const isProven = isLinked(row, row.prev_hash) && (isSealed || isNamed);
    if (!isProven) unproven.add(row.seq);
    if (!isProven || (named !== undefined && row.hash !== named)) isWhole = false;
    named = isProven ? row.prev_hash : undefined;
  }
  const begins = from > 1 || named === undefined || named === CHAIN_START;
  return { unproven, isWhole: isWhole && begins };
}

/** An event that is altered or does not follow the previous event; `before` is the previous event's hash. */
export interface Break {
  readonly row: EventRow;
  readonly before: string;
}

/** The id of a break in an alarm: a later change at the same place has another id. */
export function nameOf({ row, before }: Break): string {
  return `event ${row.seq} ${chainHash(row).slice(0, 16)} ${before.slice(0, 16)}`;
}

/** Returns the breaks that already raised an alarm, according to sealed events. Acts are few and have an index. */
export function reportedBreaks(database: Database, sealing: Sealing): ReadonlySet<string> {
  const acts = database.prepare(
    "SELECT * FROM events INDEXED BY events_acts WHERE type = 'act' AND instr(payload, ?) > 0",
  );
  const reported = new Set<string>();
  for (const found of acts.iterate(JOURNAL_TAMPERED)) {
    const row = readRow(found);
    if (!isLinked(row, row.prev_hash) || !sealing.isSealed(row)) continue;
    const { event } = toEvent(row);
    if (event.type === 'act' && event.act === JOURNAL_TAMPERED && event.about !== undefined) reported.add(event.about);
  }
  return reported;
}
