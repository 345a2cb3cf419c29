import { createHash } from 'node:crypto';
import { join, parse } from 'node:path';
import type { Clock, Random } from '../base/clock.ts';
import { append, beginning, headOf, type Predecessor } from './append-events.ts';
import { applyPragmas, COMPANIONS, type Database, type Disk, isDamage, toJournalError } from './database.ts';
import type { EventRow, TerminalIdentity } from './event-rows.ts';
import { ProjectionTables } from './projection-tables.ts';
import { salvage } from './salvage.ts';
import { migrate, refuseNewer } from './schema.ts';
import type { JournalSeal } from './sealing.ts';
import { type Sealing, sealingOf } from './sealing.ts';
import { Statements } from './statements.ts';
import { begunsOf, foreignTo, holds, type Tampering, tamperingOf } from './tampering.ts';

export interface ReplaceOptions {
  readonly file: string;
  readonly disk: Disk;
  readonly clock: Clock;
  readonly random: Random;
  readonly terminal: TerminalIdentity;
  readonly seal?: JournalSeal | undefined;
}

export interface Replacement {
  readonly setAside: string;
  /** Events of it that could be proven and were taken over. */
  readonly salvaged: number;
}

/**
 * Replaces a damaged journal, or one that is not what the keychain knows of it, by one with all that can be proven. The
 * new one is written whole beside it before the damaged one is moved: a crash or a full disk leaves the one or the
 * other, never an empty journal, which would forget what is under way. A damaged one that somebody else holds is
 * replaced by the next try, with the new one that is finished. Throws TillError `journal.too-new` where a later version
 * wrote it.
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

/**
 * Removes a draft that is not needed, because the journal that it was to replace could be opened after all. One that
 * somebody else holds must not keep the till from selling: the next opening removes it.
 */
export function discardDraft({ disk, file }: Pick<ReplaceOptions, 'disk' | 'file'>): void {
  try {
    discard(disk, draftOf(file));
  } catch (thrown) {
    if (toJournalError(thrown).code !== 'journal.read-only') throw thrown;
  }
}

/** Finishes a replacement that a crash broke off between moving the damaged journal and moving the new one. */
export function finishReplacement({ disk, file, clock }: Pick<ReplaceOptions, 'disk' | 'file' | 'clock'>): void {
  if (hasOrphans(disk, file)) setAside(disk, file, asideName(disk, file, clock.now()));
  const draft = draftOf(file);
  if (!disk.exists(file) && disk.exists(draft)) disk.rename(draft, file);
}

function draftOf(file: string): string {
  return beside(file, '-rebuilding');
}

/**
 * Removes a draft that is not finished, be it of an earlier try or of this one: it holds nothing that the damaged
 * journal does not, and on a full disk it would take the room that the next try needs.
 */
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

/** The new journal, as one file without companions. Gives the number of events taken over. */
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
    // Brings everything into the one file that is then moved; it fails where another process has it open.
    database.exec('PRAGMA journal_mode = DELETE');
    // Written last: a draft with the mark is whole, and was made from the damaged file as it is now.
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

/** SQLite's own value in a file without a mark. */
const UNMARKED = 0;

/** A number that shows whether a draft was made from the file as it is now; kept as SQLite's `application_id`. */
function markOf({ disk, file }: ReplaceOptions): number | undefined {
  const stamp = disk.stamp?.(file);
  if (stamp === undefined) return undefined;
  return createHash('sha256').update(stamp).digest().readInt32BE();
}

/** Anybody can put a file there that says that it is a draft. */
function isOwn(draft: Database, begun: EventRow, sealing: Sealing | undefined): boolean {
  return sealing === undefined || (sealing.isSealed(begun) && tamperingOf(draft, sealing) === undefined);
}

/** Damage that took events which the keychain knows of, or left such as it cannot know: was it an accident? */
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
    const name = beside(file, `-damaged-${stamp}${attempt === 0 ? '' : `-${attempt}`}`);
    if (!disk.exists(name)) return name;
  }
}

/** Never deletes any of them. Throws when they cannot be moved: then there is no place for a new one either. */
function setAside(disk: Disk, file: string, target: string): void {
  if (disk.exists(file)) disk.rename(file, target);
  for (const companion of COMPANIONS)
    if (disk.exists(file + companion)) disk.rename(file + companion, target + companion);
}

/** Removes a file that this app has made itself and can make again. */
function discard(disk: Disk, file: string): void {
  for (const companion of COMPANIONS) disk.remove(file + companion);
  disk.remove(file);
}

/** True where a file has companions: part of its content is in these. */
function hasCompanions(disk: Disk, file: string): boolean {
  return COMPANIONS.some((companion) => disk.exists(file + companion));
}

/**
 * True where companions are left of a journal that is gone: SQLite would delete them at the first write to a new one.
 */
function hasOrphans(disk: Disk, file: string): boolean {
  return !disk.exists(file) && hasCompanions(disk, file);
}

function beside(file: string, suffix: string): string {
  const { dir, name, ext } = parse(file);
  return join(dir, name + suffix + ext);
}
