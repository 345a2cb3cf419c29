import type { JournalBegun } from '../domain/events.ts';
import type { Database } from './database.ts';
import { type EventRow, isLinked, readRow, toEvent } from './event-rows.ts';
import type { Anchor, Sealing } from './sealing.ts';

/**
 * How a journal differs from what the keychain knows of it. `gone`: there is none, or an empty one. `cut`: it ends
 * before the anchor. `altered`: other events than those that were written. `swapped`: another journal. `damaged`: it
 * cannot be read as far as the anchor, by whatever cause. `foreign`: it is sealed by a key that this till does not
 * have, and the keychain knows nothing of it, so that nobody can tell what it was. `restored`: it comes from a backup,
 * and no manager of the terminal was asked.
 */
export const tamperReasons = ['gone', 'cut', 'altered', 'swapped', 'damaged', 'foreign', 'restored'] as const;
export type TamperReason = (typeof tamperReasons)[number];

export interface Tampering {
  readonly why: TamperReason;
  /** The last event that the keychain knows of. */
  readonly anchored: number;
  readonly found: number;
}

/** Thrown where a journal is opened; it is replaced then, with what can be proven. */
export class TamperedJournal extends Error {
  readonly tampering: Tampering;

  constructor(tampering: Tampering) {
    super(`The journal is not what the keychain knows of it: ${tampering.why}.`);
    this.tampering = tampering;
  }
}

export interface Begun {
  readonly row: EventRow;
  readonly event: JournalBegun;
}

/** The last events, which each start looks at. */
export const TAIL_EVENTS = 64;

/**
 * Takes no longer for a larger journal, whose last events were checked. Not for an empty one: beginning it finds out.
 */
export function tamperingOf(database: Database, sealing: Sealing): Tampering | undefined {
  const { anchor } = sealing;
  const last = lastOf(database);
  if (anchor === undefined || last === undefined) return undefined;
  const found = { anchored: anchor.seq, found: last.seq };
  if (!holds(database, anchor) && !isSuccessor(database, anchor, sealing)) {
    const ids = begunsOf(database).map(({ event }) => event.journalId);
    if (!ids.includes(anchor.journalId)) return { why: 'swapped', ...found };
    return { why: last.seq < anchor.seq ? 'cut' : 'altered', ...found };
  }
  const from = sealedFrom(database, sealing);
  const tail = database
    .prepare('SELECT * FROM events WHERE seq >= ? ORDER BY seq DESC LIMIT ?')
    .all(from, TAIL_EVENTS)
    .map(readRow);
  return tail.every((row) => sealing.isSealed(row)) ? undefined : { why: 'altered', ...found };
}

/**
 * The keychain knows nothing of it, and its last mac is not of this till's key: the terminal was set up anew over it,
 * or it comes from another machine. Without the key nobody can hide such a mac behind one of this till's.
 */
export function foreignTo(database: Database, sealing: Sealing): Tampering | undefined {
  if (sealing.anchor !== undefined) return undefined;
  const found = database.prepare('SELECT * FROM events WHERE mac IS NOT NULL ORDER BY seq DESC LIMIT 1').get();
  const row = found && readRow(found);
  if (row === undefined || (sealing.isSealed(row) && isLinked(row, row.prev_hash))) return undefined;
  const { seq = 0 } = lastOf(database) ?? {};
  return { why: 'foreign', anchored: seq, found: seq };
}

/** True where the event that the anchor names is in the journal, and with it everything before. */
export function holds(database: Database, anchor: Pick<Anchor, 'seq' | 'hash'>): boolean {
  return database.prepare('SELECT hash FROM events WHERE seq = ?').get(anchor.seq)?.['hash'] === anchor.hash;
}

/**
 * True where the till began this journal in the place of the anchored one, and ended before the keychain had the new
 * anchor. One on its way then may have arrived or not: one before it is as good.
 */
function isSuccessor(database: Database, anchor: Anchor, sealing: Sealing): boolean {
  return begunsOf(database).some(({ row, event: { follows } }) => {
    if (follows?.journalId !== anchor.journalId || !sealing.isSealed(row) || !isLinked(row, row.prev_hash))
      return false;
    return follows.seq > anchor.seq || (follows.seq === anchor.seq && follows.hash === anchor.hash);
  });
}

/**
 * The first event that must have a mac. Those before a sealed beginning are bound by it. With neither such a beginning nor
 * an anchor it is the next event: nothing says that those that are there were ever sealed.
 */
export function sealedFrom(database: Database, sealing: Sealing): number {
  const begun = begunsOf(database).findLast(({ row }) => sealing.isSealed(row) && isLinked(row, row.prev_hash));
  const next = (lastOf(database)?.seq ?? 0) + 1;
  const anchored = sealing.anchor?.fromSeq;
  return begun === undefined ? (anchored ?? next) : Math.max(begun.row.seq, anchored ?? 1);
}

/** Read from an index of their own: one for each time that the journal was begun anew. */
export function begunsOf(database: Database): readonly Begun[] {
  return database
    .prepare("SELECT * FROM events WHERE type = 'journal.begun' ORDER BY seq")
    .all()
    .map(readRow)
    .flatMap((row) => {
      const { event } = toEvent(row);
      return event.type === 'journal.begun' ? [{ row, event }] : [];
    });
}

export function lastOf(database: Database): EventRow | undefined {
  const row = database.prepare('SELECT * FROM events ORDER BY seq DESC LIMIT 1').get();
  return row && readRow(row);
}
