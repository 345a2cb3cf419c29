import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { dataFiles, dataFolders } from '../base/data-files.ts';
import { syncFolder, writeSynced } from '../base/durable-files.ts';
import { jsonOrUndefined } from '../base/json-syntax.ts';
import { firmFiles } from '../base/patient-files.ts';
import { removeFolder } from '../base/remove-folder.ts';
import { TillError } from '../base/till-error.ts';

/**
 * Restores in two atomic steps. All new files are first prepared in a draft folder. Renaming the draft is the switch.
 * The next start moves the files to their places before opening anything. A draft without the final name is deleted.
 */
const { restoreDraft: DRAFT, restore: READY } = dataFolders;
const { restorePlan: PLAN, settings: SETTINGS } = dataFiles;

const plan = z.object({
  kept: z.string().regex(/^replaced-[\w-]+$/),
  file: z.string(),
  madeAt: z.int(),
  /** Generation of the previous settings: a later save wins over the restore. */
  over: z.int(),
});
type RestorePlan = z.output<typeof plan>;

export function emptyDraft(dataFolder: string): string {
  discardDraft(dataFolder);
  const folder = join(dataFolder, DRAFT);
  mkdirSync(folder, { recursive: true });
  return folder;
}

export function discardDraft(dataFolder: string): void {
  removeFolder(join(dataFolder, DRAFT));
}

/** Makes the draft durable. Must run before any other part knows of the restore. */
export function sealDraft(dataFolder: string, settings: string, what: RestorePlan): void {
  const draft = join(dataFolder, DRAFT);
  writeSynced(join(draft, SETTINGS), settings, 'wx');
  writeSynced(join(draft, PLAN), JSON.stringify(plan.parse(what)), 'wx');
  syncTree(draft);
}

/** Renames the draft. `unsynced`: a power cut may undo the rename, and the next start finds a draft. */
export function decideRestore(dataFolder: string, unsynced: (cause: unknown) => void): void {
  firmFiles.rename(join(dataFolder, DRAFT), join(dataFolder, READY));
  try {
    syncFolder(dataFolder);
  } catch (cause) {
    unsynced(cause);
  }
}

export function asRestoreFault(thrown: unknown): unknown {
  const code = thrown instanceof Error && 'code' in thrown ? String(thrown.code) : '';
  const details = { retryable: true, cause: thrown };
  if (code === 'ENOSPC' || code === 'EDQUOT' || code === 'journal.full')
    return new TillError('restore.full', 'Not enough disk space for the restore', details);
  if (thrown instanceof TillError || !/^E[A-Z]+$/.test(code)) return thrown;
  return new TillError('restore.disk', `Disk error during the restore: ${code}`, {
    ...details,
    values: { why: code },
  });
}

export interface CompletedRestore extends Omit<RestorePlan, 'kept' | 'over'> {
  readonly kept: string;
}

/** Runs before the data folder is opened; safe to interrupt and repeat. Throws `TillError` `restore.unfinished`. */
export function completeRestore(dataFolder: string): CompletedRestore | undefined {
  try {
    discardDraft(dataFolder);
    const ready = join(dataFolder, READY);
    if (!existsSync(ready)) return undefined;
    const found = readPlan(join(ready, PLAN));
    // The plan is removed last, so without a plan all other files are in place.
    if (found === undefined || isOvertaken(dataFolder, ready, found)) return void removeFolder(ready);
    const kept = join(dataFolder, found.kept);
    mkdirSync(kept, { recursive: true });
    putJournals(dataFolder, ready, kept);
    putFolder(
      join(ready, dataFolders.pictures),
      join(dataFolder, dataFolders.pictures),
      join(kept, dataFolders.pictures),
    );
    // Last: the settings decide which keychain record is in force.
    putSettings(dataFolder, ready, kept);
    syncTree(kept);
    syncFolder(dataFolder);
    firmFiles.remove(join(ready, PLAN));
    removeFolder(ready);
    return { file: found.file, madeAt: found.madeAt, kept };
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new TillError('restore.unfinished', `Restore not completed: ${why}`, { retryable: true, cause });
  }
}

function readPlan(path: string): RestorePlan | undefined {
  return existsSync(path) ? plan.safeParse(jsonOrUndefined(readFileSync(path, 'utf8'))).data : undefined;
}

const sealed = z.looseObject({ seal: z.looseObject({ generation: z.int() }) });

/** True after a later save. While the restored settings are still staged, no other file is in force. */
function isOvertaken(dataFolder: string, ready: string, { over }: RestorePlan): boolean {
  const present = join(dataFolder, SETTINGS);
  if (!existsSync(join(ready, SETTINGS)) || !existsSync(present)) return false;
  const generation = sealed.safeParse(jsonOrUndefined(readFileSync(present, 'utf8'))).data?.seal.generation ?? 0;
  return generation !== over;
}

function putJournals(dataFolder: string, ready: string, kept: string): void {
  const staged = join(ready, dataFolders.journals);
  for (const place of existsSync(staged) ? readdirSync(staged) : [])
    putFolder(
      join(staged, place),
      join(dataFolder, dataFolders.journals, place),
      join(kept, dataFolders.journals, place),
    );
}

/** Safe to interrupt after each step. */
function putFolder(from: string, to: string, kept: string): void {
  if (!existsSync(from)) return;
  if (existsSync(to) && !existsSync(kept)) {
    mkdirSync(join(kept, '..'), { recursive: true });
    firmFiles.rename(to, kept);
  }
  mkdirSync(join(to, '..'), { recursive: true });
  firmFiles.rename(from, to);
  syncFolder(join(to, '..'));
}

function putSettings(dataFolder: string, ready: string, kept: string): void {
  const [from, to, aside] = [join(ready, SETTINGS), join(dataFolder, SETTINGS), join(kept, SETTINGS)];
  if (!existsSync(from)) return;
  if (existsSync(to) && !existsSync(aside)) {
    copyFileSync(to, `${aside}.new`);
    firmFiles.rename(`${aside}.new`, aside);
  }
  firmFiles.rename(from, to);
}

function syncTree(folder: string): void {
  for (const name of readdirSync(folder)) {
    const path = join(folder, name);
    if (statSync(path).isDirectory()) syncTree(path);
  }
  syncFolder(folder);
}
