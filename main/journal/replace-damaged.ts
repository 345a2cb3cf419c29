import { createHash } from 'node:crypto';
import { join, parse } from 'node:path';
import type { Clock, Random } from '../base/clock.ts';
import { append, beginning, headOf, type Predecessor } from './append-events.ts';
import { applyPragmas, COMPANIONS, type Database, type Disk, isDamage, toJournalError } from './database.ts';
import type { EventRow, TerminalIdentity } from './event-rows.ts';
import { Statements } from './prepared-statements.ts';
import { ProjectionTables } from './projection-tables.ts';
import { salvage } from './salvage.ts';
import { migrate, refuseNewer } from './schema.ts';
import type { JournalSeal } from './sealing.ts';
import { type Sealing, sealingOf } from './sealing.ts';
import { begunsOf, foreignTo, holds, type Tampering, tamperingOf } from './tampering.ts';

interface ReplaceOptions {
  readonly file: string;
  readonly disk: Disk;
  readonly clock: Clock;
  readonly random: Random;
  readonly terminal: TerminalIdentity;
  readonly seal?: JournalSeal | undefined;
}

interface Replacement {
  readonly setAside: string;
  readonly salvaged: number;
}

/**
 * Replaces a journal that is damaged or tampered with by a new journal of its proven events. The new journal is
 * completely written to a draft before the damaged file is moved. So a crash or a full disk leaves the old or the new
 * journal, and never an empty journal that would forget pending payments. If another program locks the damaged file,
 * the next attempt uses the finished draft. Throws TillError `journal.too-new` for a journal of a later version.
 */
export function replaceDamaged(options: ReplaceOptions, tampering?: Tampering): Replacement {
  const { disk, file } = options;
  refuseNewer(disk.version?.(file) ?? 0);
  const draft = draftOf(file);
  const made = finishedDraft(options, draft) ?? makeDraft(options, draft, tampering);
  setAside(disk, file, made.setAside);
  disk.rename(draft, file);
  return made;
}

/** A draft locked by another program must not keep the till from selling: the next opening removes the draft. */
export function discardDraft({ disk, file }: Pick<ReplaceOptions, 'disk' | 'file'>): void {
  try {
    discard(disk, draftOf(file));
  } catch (thrown) {
    if (toJournalError(thrown).code !== 'journal.read-only') throw thrown;
  }
}

/** Finishes a replacement after a crash between moving the damaged journal and moving the new journal. */
export function finishReplacement({ disk, file, clock }: Pick<ReplaceOptions, 'disk' | 'file' | 'clock'>): void {
  if (hasOrphans(disk, file)) setAside(disk, file, asideName(disk, file, clock.now()));
  const draft = draftOf(file);
  if (!disk.exists(file) && disk.exists(draft)) disk.rename(draft, file);
}

function draftOf(file: string): string {
  return withSuffix(file, '-rebuilding');
}

/** Removes an unfinished draft: it contains nothing new, and on a full disk this attempt needs its space. */
function makeDraft(options: ReplaceOptions, draft: string, tampering: Tampering | undefined): Replacement {
  const { disk, file, clock } = options;
  const aside = asideName(disk, file, clock.now());
  discard(disk, draft);
  try {
    return { setAside: aside, salvaged: write(options, draft, aside, tampering) };
  } catch (thrown) {
    discard(disk, draft);
    throw thrown;
  }
}

/** Writes the new journal as a single file. Returns the number of events taken over. */
function write(options: ReplaceOptions, draft: string, aside: string, tampering: Tampering | undefined): number {
  const { disk, file } = options;
  const database = disk.open(draft);
  try {
    applyPragmas(database, disk);
    migrate(database);
    const mark = markOf(options);
    const sealing = sealingOf(options);
    const salvaged = salvage(disk, file, database, sealing);
    const found = tampering ?? lostOf(database, sealing, salvaged);
    begin(options, database, { file: aside, salvaged, tampering: found });
    // Merges the companions into the main file, because only the main file is moved. Fails while another process has
    // the file open.
    database.exec('PRAGMA journal_mode = DELETE');
    // Written last: a draft with the mark is complete and belongs to the current damaged file.
    database.exec(`PRAGMA application_id = ${mark ?? UNMARKED}`);
    return salvaged;
  } finally {
    database.close();
  }
}

function finishedDraft(options: ReplaceOptions, draft: string): Replacement | undefined {
  const { disk } = options;
  const mark = markOf(options);
  if (!disk.exists(draft) || hasCompanions(disk, draft)) return undefined;
  let database: Database | undefined;
  try {
    database = disk.open(draft, 'read-only');
    if (database.prepare('PRAGMA application_id').get()?.['application_id'] !== mark) return undefined;
    const aside = database.prepare("SELECT value FROM facts WHERE name = 'refill-due'").get()?.['value'];
    if (typeof aside !== 'string' || disk.exists(aside)) return undefined;
    const begun = begunsOf(database).at(-1);
    if (begun === undefined || !isOwn(database, begun.row, sealingOf(options))) return undefined;
    return { setAside: aside, salvaged: begun.row.seq - 1 };
  } catch (thrown) {
    if (!isDamage(thrown)) throw thrown;
    return undefined;
  } finally {
    database?.close();
  }
}

/** SQLite's default for a file without a mark. */
const UNMARKED = 0;

/** Returns the mark of a draft, stored as SQLite's `application_id`: the mark matches only the current damaged file. */
function markOf({ disk, file }: ReplaceOptions): number | undefined {
  const stamp = disk.stamp?.(file);
  if (stamp === undefined) return undefined;
  return createHash('sha256').update(stamp).digest().readInt32BE();
}

/** A forged draft would lack the seal. */
function isOwn(draft: Database, begun: EventRow, sealing: Sealing | undefined): boolean {
  return sealing === undefined || (sealing.isSealed(begun) && tamperingOf(draft, sealing) === undefined);
}

/** Events before the anchor are lost, or another key sealed the journal: the damage may be no accident. */
function lostOf(database: Database, sealing: Sealing | undefined, salvaged: number): Tampering | undefined {
  if (sealing === undefined) return undefined;
  const { anchor } = sealing;
  if (anchor === undefined) return foreignTo(database, sealing);
  if (holds(database, anchor)) return undefined;
  return { why: 'damaged', anchored: anchor.seq, found: salvaged };
}

function begin(options: ReplaceOptions, database: Database, before: Predecessor): void {
  const { clock, random, terminal } = options;
  const sealing = sealingOf(options);
  const statements = new Statements(database);
  const projections = new ProjectionTables(statements);
  const at = clock.now();
  database.exec('BEGIN IMMEDIATE');
  append(
    { statements, projections, terminal, sealing },
    headOf(statements),
    beginning(random, sealing, before).map((event) => ({ event, at })),
  );
  database.exec('COMMIT');
}

function asideName(disk: Disk, file: string, at: number): string {
  const stamp = new Date(at).toISOString().replaceAll(':', '-').replace('.', '-');
  for (let attempt = 0; ; attempt += 1) {
    const name = withSuffix(file, `-damaged-${stamp}${attempt === 0 ? '' : `-${attempt}`}`);
    if (!disk.exists(name)) return name;
  }
}

/** Never deletes. Throws if a file cannot be moved: a new journal would then have no place. */
function setAside(disk: Disk, file: string, target: string): void {
  if (disk.exists(file)) disk.rename(file, target);
  for (const companion of COMPANIONS)
    if (disk.exists(file + companion)) disk.rename(file + companion, target + companion);
}

/** Removes a file that the app created and can create again. */
function discard(disk: Disk, file: string): void {
  for (const companion of COMPANIONS) disk.remove(file + companion);
  disk.remove(file);
}

function hasCompanions(disk: Disk, file: string): boolean {
  return COMPANIONS.some((companion) => disk.exists(file + companion));
}

/** True if companions exist without their journal: SQLite would delete them at the first write to a new journal. */
function hasOrphans(disk: Disk, file: string): boolean {
  return !disk.exists(file) && hasCompanions(disk, file);
}

function withSuffix(file: string, suffix: string): string {
  const { dir, name, ext } = parse(file);
  return join(dir, name + suffix + ext);
}
