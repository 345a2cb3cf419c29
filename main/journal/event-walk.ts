import { TillError } from '../base/till-error.ts';
import type { Database } from './database.ts';
import { CHAIN_START, chainHash, type EventRow, isLinked, readRow, toEvent } from './event-rows.ts';
import { JOURNAL_TAMPERED } from './projections.ts';
import type { Sealing } from './sealing.ts';

/** An event on a walk over the journal. */
export interface Walked {
  readonly row: EventRow;
  /** The hash of the event before it, as that is stored. */
  readonly before: string;
  readonly isSound: boolean;
  /** It is the next after the event before it, by its number and by the hash that it names. */
  readonly follows: boolean;
}

/** The one walk over the events from `from` to `to`: whoever goes along decides what a break means. */
export function* walk(database: Pick<Database, 'prepare'>, from = 1, to = Number.MAX_SAFE_INTEGER): Generator<Walked> {
  const first = from === 1 ? undefined : database.prepare('SELECT * FROM events WHERE seq = ?').get(from - 1);
  let last = { seq: from - 1, hash: first === undefined ? CHAIN_START : readRow(first).hash };
  // One row at a time: of a damaged file all are told that come before the page that cannot be read.
  const rows = database.prepare('SELECT * FROM events WHERE seq >= ? AND seq <= ? ORDER BY seq');
  for (const found of rows.iterate(from, to)) {
    const row = readRow(found);
    const follows = row.seq === last.seq + 1 && row.prev_hash === last.hash;
    yield { row, before: last.hash, isSound: isLinked(row, row.prev_hash), follows };
    last = row;
  }
}

/** These events, as long as nothing breaks and this app knows them. Throws TillError `journal.damaged` then. */
export function* soundEvents(
  database: Pick<Database, 'prepare'>,
  from = 1,
  to = Number.MAX_SAFE_INTEGER,
): Generator<EventRow> {
  for (const { row, isSound, follows } of walk(database, from, to)) {
    if (!isSound || !follows)
      throw new TillError('journal.damaged', `The chain breaks at event ${row.seq}.`, { values: { seq: row.seq } });
    toEvent(row);
    yield row;
  }
}

export interface Proof {
  /** The numbers of the events that are not proven. */
  readonly unproven: ReadonlySet<number>;
  /** All are proven, and none is missing between two. */
  readonly isWhole: boolean;
}

/**
 * An event is proven by its own mac, or by the proven one that follows it and names its hash. Where nothing seals them,
 * as in training, the first one before a break is proven by its own hash.
 */
export function proofOf(database: Database, sealing: Sealing | undefined, from = 1): Proof {
  const unproven = new Set<number>();
  let isWhole = true;
  let isSealedSince = false;
  /** The hash of the event before, as a proven one tells it. */
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

/** An event that is not what was written, or that does not follow the one before; the hash of that one. */
export interface Break {
  readonly row: EventRow;
  readonly before: string;
}

/** The name of a break in an alarm: another change at the same place is another break. */
export function nameOf({ row, before }: Break): string {
  return `event ${row.seq} ${chainHash(row).slice(0, 16)} ${before.slice(0, 16)}`;
}

/** The breaks that an alarm was raised about before, by what the till itself wrote. Acts have an index, and are few. */
export function breaksTold(database: Database, sealing: Sealing): ReadonlySet<string> {
  const acts = database.prepare(
    "SELECT * FROM events INDEXED BY events_acts WHERE type = 'act' AND instr(payload, ?) > 0",
  );
  const told = new Set<string>();
  for (const found of acts.iterate(JOURNAL_TAMPERED)) {
    const row = readRow(found);
    if (!isLinked(row, row.prev_hash) || !sealing.isSealed(row)) continue;
    const { event } = toEvent(row);
    if (event.type === 'act' && event.act === JOURNAL_TAMPERED && event.about !== undefined) told.add(event.about);
  }
  return told;
}
