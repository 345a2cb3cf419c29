import type { Clock, Random } from '../base/clock.ts';
import { omitUndefined } from '../base/omit-undefined.ts';
import type { JournalAct, JournalBegun, JournalEvent } from '../domain/events.ts';
import { append as appendTo, headOf, tampered } from './append-events.ts';
import type { ClosedShift } from './closed-shifts.ts';
import { applyPragmas, type Database, type Disk, toJournalError } from './database.ts';
import type { TerminalIdentity } from './event-rows.ts';
import { Statements } from './prepared-statements.ts';
import { ProjectionTables } from './projection-tables.ts';
import { migrate } from './schema.ts';
import type { Anchor } from './sealing.ts';
import { Sealing } from './sealing.ts';

export interface RestoreOptions {
  /** The copy from the backup, in a folder with the final name. */
  readonly file: string;
  readonly disk: Disk;
  readonly clock: Pick<Clock, 'now'>;
  readonly random: Pick<Random, 'uuid' | 'next'>;
  readonly terminal: TerminalIdentity;
  readonly sealKey: Buffer;
  /** Time of the backup, ms since the epoch. */
  readonly madeAt: number;
  /** Path of the replaced journal; empty without a journal. */
  readonly replaces: string;
  /** Salts of references created since the backup; none is used again. */
  readonly salts: readonly number[];
  /** The last shift closed here, if known: the shift numbers continue from there. */
  readonly lastShift: ClosedShift | undefined;
  /** The restore as an audit entry: actor and backup. */
  readonly act: JournalAct;
  /** No manager of this terminal approved the restore: refunds then wait for a manager to clear the alarm. */
  readonly alarm: boolean;
}

/**
 * Begins a new section in a journal from a backup. The seal of its first new event binds the events before. Refunds
 * wait until the service was asked for later events, and references continue with a new salt. Returns the anchor to
 * store in the keychain once the journal is in place. Throws TillError `journal.too-new`, `journal.full` and others of
 * the database; the copy is then unusable.
 */
export function beginRestored(options: RestoreOptions): Anchor {
  const { file, disk, sealKey } = options;
  const sealing = new Sealing({ key: sealKey, anchor: () => undefined, keepAnchor: async () => undefined }, file);
  try {
    const database = disk.open(file);
    try {
      applyPragmas(database, disk);
      migrate(database);
      const anchor = append(database, sealing, options);
      // Merges the companions into the main file, because only the main file is moved.
      database.exec('PRAGMA journal_mode = DELETE');
      return anchor;
    } finally {
      database.close();
    }
  } catch (thrown) {
    throw toJournalError(thrown);
  }
}

function append(database: Database, sealing: Sealing, options: RestoreOptions): Anchor {
  const { clock, terminal } = options;
  const statements = new Statements(database);
  const projections = new ProjectionTables(statements);
  const last = headOf(statements);
  const begun = beginningOf(options);
  const at = clock.now();
  database.exec('BEGIN IMMEDIATE');
  const { head } = appendTo(
    { statements, projections, terminal, sealing },
    last,
    eventsOf(options, begun, last.seq).map((event) => ({ event, at })),
  );
  database.exec('COMMIT');
  const { journalId, lastShift: shift, lastShiftTo: shiftTo } = begun;
  return { journalId, fromSeq: last.seq + 1, ...head, ...omitUndefined({ shift, shiftTo }) };
}

function beginningOf({ random, replaces, salts, madeAt, lastShift }: RestoreOptions): JournalBegun {
  const salt = unusedSalt(random, new Set(salts));
  const shift = omitUndefined({ lastShift: lastShift?.number, lastShiftTo: lastShift?.to });
  return { type: 'journal.begun', journalId: random.uuid(), salt, replaces, restoredFrom: madeAt, ...shift };
}

function eventsOf({ act, alarm }: RestoreOptions, begun: JournalBegun, last: number): readonly JournalEvent[] {
  const found = { why: 'restored', anchored: last, found: last, kept: last, file: '' } as const;
  return [begun, act, ...(alarm ? [tampered(found)] : [])];
}

const SALTS = 10_000;

/** Returns the first unused salt from a random start; if all are used, the random start. */
function unusedSalt(random: Pick<Random, 'next'>, used: ReadonlySet<number>): number {
  const drawn = Math.floor(random.next() * SALTS);
  for (let step = 0; step < SALTS; step += 1) {
    const salt = (drawn + step) % SALTS;
    if (!used.has(salt)) return salt;
  }
  return drawn;
}
