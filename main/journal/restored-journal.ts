import type { Clock, Random } from '../base/clock.ts';
import { given } from '../base/given.ts';
import type { JournalAct, JournalBegun, JournalEvent } from '../domain/events.ts';
import { append as appendTo, headOf, tampered } from './append-events.ts';
import type { ClosedShift } from './closed-shifts.ts';
import { applyPragmas, type Database, type Disk, toJournalError } from './database.ts';
import type { TerminalIdentity } from './event-rows.ts';
import { ProjectionTables } from './projection-tables.ts';
import { migrate } from './schema.ts';
import type { Anchor } from './sealing.ts';
import { Sealing } from './sealing.ts';
import { Statements } from './statements.ts';

export interface RestoreOptions {
  /** The copy out of the backup, in a folder of the name that it will have. */
  readonly file: string;
  readonly disk: Disk;
  readonly clock: Pick<Clock, 'now'>;
  readonly random: Pick<Random, 'uuid' | 'next'>;
  readonly terminal: TerminalIdentity;
  readonly sealKey: Buffer;
  /** Time of the backup, ms since the epoch. */
  readonly madeAt: number;
  /** Path of the journal that this one takes the place of; empty where there is none. */
  readonly replaces: string;
  /** Salts that references may have been made with since: none of them is used again. */
  readonly salts: readonly number[];
  /** The last shift that was closed here, as far as it is known: the next one has the number after it. */
  readonly lastShift: ClosedShift | undefined;
  /** The restore as an act: by whom, and from which backup. */
  readonly act: JournalAct;
  /** No manager of this terminal was asked: one has to look before anything is refunded. */
  readonly alarm: boolean;
}

/**
 * Begins a journal that comes from a backup anew: what is before is bound by the seal of its first new event, refunds
 * wait until the service has told what happened since, and references go on with another salt. Gives the anchor that
 * the keychain must have once the journal is in its place. Throws TillError `journal.too-new`, `journal.full` and
 * others of the database; the copy is then of no use.
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
      // Brings everything into the one file that is then moved.
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
  return { journalId, fromSeq: last.seq + 1, ...head, ...given({ shift, shiftTo }) };
}

function beginningOf({ random, replaces, salts, madeAt, lastShift }: RestoreOptions): JournalBegun {
  const salt = unusedSalt(random, new Set(salts));
  const shift = given({ lastShift: lastShift?.number, lastShiftTo: lastShift?.to });
  return { type: 'journal.begun', journalId: random.uuid(), salt, replaces, restoredFrom: madeAt, ...shift };
}

function eventsOf({ act, alarm }: RestoreOptions, begun: JournalBegun, last: number): readonly JournalEvent[] {
  const found = { why: 'restored', anchored: last, found: last, kept: last, file: '' } as const;
  return [begun, act, ...(alarm ? [tampered(found)] : [])];
}

const SALTS = 10_000;

/** The next one from a drawn one on that no reference has; where all were used, the drawn one. */
function unusedSalt(random: Pick<Random, 'next'>, used: ReadonlySet<number>): number {
  const drawn = Math.floor(random.next() * SALTS);
  for (let step = 0; step < SALTS; step += 1) {
    const salt = (drawn + step) % SALTS;
    if (!used.has(salt)) return salt;
  }
  return drawn;
}
