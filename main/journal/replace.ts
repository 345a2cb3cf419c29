import type { Clock, Random } from '../clock.ts';
import { CHAIN_START } from './chain.ts';
import { applyPragmas, type Database, type Disk } from './database.ts';
import { INSERT_EVENT, type TerminalIdentity, toEvent, toRow, valuesOf } from './event-rows.ts';
import { project } from './projections.ts';
import { salvage } from './salvage.ts';
import { migrate } from './schema.ts';
import { asideName, beside, hasOrphans, setAside } from './set-aside.ts';
import { Statements } from './statements.ts';

export interface ReplaceOptions {
  readonly file: string;
  readonly disk: Disk;
  readonly clock: Clock;
  readonly random: Random;
  readonly terminal: TerminalIdentity;
}

/** What became of a damaged journal. */
export interface Replacement {
  /** Where it is now. */
  readonly setAside: string;
  /** Events of it that could be proven and were taken over. */
  readonly salvaged: number;
}

/**
 * Puts a journal with everything that can still be proven in the place of a damaged one. The new one is written whole,
 * beside it, before the damaged one is moved: a crash or a full disk on the way leaves the damaged one where it was, or
 * a finished new one for `finishReplacement`, and never an empty till that knows of nothing.
 */
export function replaceDamaged(options: ReplaceOptions): Replacement {
  const { disk, file, clock } = options;
  const draft = draftOf(file);
  // What a start before this one did not finish.
  if (disk.exists(draft)) setAside(disk, draft, asideName(disk, draft, clock.now()));
  const aside = asideName(disk, file, clock.now());
  const salvaged = write(options, draft, aside);
  setAside(disk, file, aside);
  disk.rename(draft, file);
  return { setAside: aside, salvaged };
}

/** Ends what a crash broke off between the moving of the damaged journal and that of the new one. */
export function finishReplacement({ disk, file, clock }: Pick<ReplaceOptions, 'disk' | 'file' | 'clock'>): void {
  if (hasOrphans(disk, file)) setAside(disk, file, asideName(disk, file, clock.now()));
  const draft = draftOf(file);
  if (!disk.exists(file) && disk.exists(draft)) disk.rename(draft, file);
}

function draftOf(file: string): string {
  return beside(file, '-rebuilding');
}

/** The new journal, as one file without companions. Gives the number of events taken over. */
function write(options: ReplaceOptions, draft: string, aside: string): number {
  const { disk, file } = options;
  const database = disk.open(draft);
  try {
    applyPragmas(database, disk);
    migrate(database);
    const salvaged = salvage(disk, file, database);
    begin(options, database, aside);
    // Everything moves into the one file that is then moved; it fails where another process has it open.
    if (disk.journalMode === 'wal') database.exec('PRAGMA journal_mode = DELETE');
    return salvaged;
  } finally {
    database.close();
  }
}

/** The last numbers may be lost: with a new salt no reference comes a second time. */
function begin({ clock, random, terminal }: ReplaceOptions, database: Database, replaces: string): void {
  const statements = new Statements(database);
  const tail = statements.get('SELECT seq, hash FROM events ORDER BY seq DESC LIMIT 1');
  const salt = Math.floor(random.next() * 10_000);
  const fact = { type: 'journal.begun', journalId: random.uuid(), salt, replaces } as const;
  const row = toRow(fact, clock.now(), terminal, Number(tail?.['seq'] ?? 0) + 1, String(tail?.['hash'] ?? CHAIN_START));
  database.exec('BEGIN IMMEDIATE');
  statements.run(INSERT_EVENT, ...valuesOf(row));
  project(statements, toEvent(row));
  database.exec('COMMIT');
}
