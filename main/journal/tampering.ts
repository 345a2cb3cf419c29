import type { JournalBegun } from '../domain/events.ts';
import type { Database } from './database.ts';
import { type EventRow, isLinked, readRow, toEvent } from './event-rows.ts';
import type { Anchor, Sealing } from './sealing.ts';

/**
 * How a journal differs from the keychain's anchor. `gone`: missing or empty. `cut`: ends before the anchor. `altered`:
 * contains other events than the till wrote. `swapped`: another journal. `damaged`: unreadable before the anchor, for
 * any reason. `foreign`: sealed by a key that this till does not have, without an anchor in the keychain, so that its
 * origin is unknown. `restored`: restored from a backup without a manager of the terminal.
 */
export const tamperReasons = ['gone', 'cut', 'altered', 'swapped', 'damaged', 'foreign', 'restored'] as const;
export type TamperReason = (typeof tamperReasons)[number];

export interface Tampering {
  readonly why: TamperReason;
  /** The last event known to the keychain. */
  readonly anchored: number;
  readonly found: number;
}

/** The caller then replaces the journal with its proven events. */
export class TamperedJournal extends Error {
  readonly tampering: Tampering;

  constructor(tampering: Tampering) {
    super(`Journal and keychain differ: ${tampering.why}.`);
    this.tampering = tampering;
  }
}

interface Begun {
  readonly row: EventRow;
  readonly event: JournalBegun;
}

/** Number of last events checked at each start. */
export const TAIL_EVENTS = 64;

/**
 * Compares the anchor and the macs of the last events, in a time that does not grow with the journal. The caller has
 * checked the chain of the last events. Undefined for an empty journal: its first events report the loss.
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
 * Returns `foreign` for a journal without an anchor whose last mac was made with another key: the terminal was set up
 * again over the journal, or the journal comes from another machine. Without the key, an attacker cannot hide such a
 * mac behind a mac of this till.
 */
export function foreignTo(database: Database, sealing: Sealing): Tampering | undefined {
  if (sealing.anchor !== undefined) return undefined;
  const found = database.prepare('SELECT * FROM events WHERE mac IS NOT NULL ORDER BY seq DESC LIMIT 1').get();
  const row = found && readRow(found);
  if (row === undefined || (sealing.isSealed(row) && isLinked(row, row.prev_hash))) return undefined;
  const { seq = 0 } = lastOf(database) ?? {};
  return { why: 'foreign', anchored: seq, found: seq };
}

/** True if the journal contains the anchor's event, and so every event before. */
export function holds(database: Database, anchor: Pick<Anchor, 'seq' | 'hash'>): boolean {
  return database.prepare('SELECT hash FROM events WHERE seq = ?').get(anchor.seq)?.['hash'] === anchor.hash;
}

/**
 * True if the till began this journal as the successor of the anchored journal, and ended before the keychain had the
 * new anchor. A late anchor of the old journal may or may not have arrived, so an earlier anchor is accepted too.
 */
function isSuccessor(database: Database, anchor: Anchor, sealing: Sealing): boolean {
  return begunsOf(database).some(({ row, event: { follows } }) => {
    if (follows?.journalId !== anchor.journalId || !sealing.isSealed(row) || !isLinked(row, row.prev_hash))
      return false;
    return follows.seq > anchor.seq || (follows.seq === anchor.seq && follows.hash === anchor.hash);
  });
}

/**
 * Returns the first event that must have a mac. A sealed beginning binds the events before. Without a sealed beginning
 * and without an anchor, this is the next event: the present events may never have been sealed.
 */
export function sealedFrom(database: Database, sealing: Sealing): number {
  const begun = begunsOf(database).findLast(({ row }) => sealing.isSealed(row) && isLinked(row, row.prev_hash));
  const next = (lastOf(database)?.seq ?? 0) + 1;
  const anchored = sealing.anchor?.fromSeq;
  return begun === undefined ? (anchored ?? next) : Math.max(begun.row.seq, anchored ?? 1);
}

/** Returns the beginnings of a journal, one for each restart of the journal; they have an index. */
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
