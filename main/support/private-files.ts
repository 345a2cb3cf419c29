import { closeSync, constants, fchmodSync, fstatSync, openSync, readdirSync, type Stats } from 'node:fs';
import { basename, join } from 'node:path';
import { dataFiles, dataFolders } from '../base/data-files.ts';
import type { Log } from '../base/log.ts';

const OF_OTHERS = 0o077;
/** Sticky bit, as on /tmp: each account removes only its own files. */
const SHARED = 0o1000;

/** Must run before the first file is created. On Windows the user's folder keeps other accounts out. */
export function createFilesPrivately(): void {
  if (process.platform !== 'win32') process.umask(OF_OTHERS);
}

interface ClosedFiles {
  readonly closed: number;
  /** Files still accessible to other accounts: owned by another account, or on a disk without file modes. */
  readonly open: readonly { readonly path: string; readonly why: string }[];
}

/** The till's own files may have been copied back with other rights. Other files in the folder stay untouched. */
const OURS = [...Object.values(dataFiles), ...Object.values(dataFolders)];
const isOurs = (name: string) => OURS.some((own) => name === own || name.startsWith(`${own}.`));

/**
 * Never grants a right, and never follows a link, which could point to any file. Must run before the journal is open:
 * closing a second handle of the journal would release its locks. Never throws; does nothing on Windows.
 */
export function closeToOthers(dataFolder: string): ClosedFiles {
  const result = { closed: 0, open: [] as { path: string; why: string }[] };
  if (process.platform === 'win32') return result;
  // The folder itself may be a link: the user who starts the app names the folder.
  closePath(dataFolder, 0, result, (folder) => {
    for (const name of namesIn(folder, result)) {
      if (isOurs(name)) closeTree(join(folder, name), result);
    }
  });
  return result;
}

export function logClosedFiles(log: Log, { closed, open }: ClosedFiles): void {
  if (closed > 0) log.info('Files of an earlier version made private', { count: closed });
  for (const { path, why } of open.slice(0, MOST_LOGGED))
    log.warn('File accessible to other accounts', { code: 'files.open', file: basename(path), reason: why });
}

/** A large folder on a disk without modes must not fill the log. */
const MOST_LOGGED = 10;

type Result = { closed: number; readonly open: { path: string; why: string }[] };

function closeTree(path: string, result: Result): void {
  closePath(path, constants.O_NOFOLLOW, result, (folder) => {
    for (const name of namesIn(folder, result)) closeTree(join(folder, name), result);
  });
}

function closePath(path: string, flags: number, result: Result, inside: (folder: string) => void): void {
  try {
    // Non-blocking: a foreign named pipe would block the start until a writer appears.
    const handle = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK | flags);
    try {
      closeHandle(handle, path, result);
      if (!fstatSync(handle).isDirectory()) return;
    } finally {
      closeSync(handle);
    }
    inside(path);
  } catch (thrown) {
    if (!isGoneOrLink(thrown)) result.open.push({ path, why: whyOf(thrown) });
  }
}

function closeHandle(handle: number, path: string, result: Result): void {
  const before = fstatSync(handle);
  if ((before.mode & OF_OTHERS) === 0) return;
  const kept = mayNotClose(before);
  if (kept !== undefined) return void result.open.push({ path, why: kept });
  fchmodSync(handle, before.mode & 0o700);
  if ((fstatSync(handle).mode & OF_OTHERS) !== 0) result.open.push({ path, why: 'no-modes' });
  else result.closed += 1;
}

/** A file with a second name may be a foreign file, hard-linked under a name of the till. */
function mayNotClose(found: Stats): string | undefined {
  if (found.isDirectory()) return (found.mode & SHARED) === 0 ? undefined : 'shared-folder';
  if (!found.isFile()) return 'no-file';
  return found.nlink > 1 ? 'linked' : undefined;
}

function namesIn(folder: string, result: Result): readonly string[] {
  try {
    return readdirSync(folder);
  } catch (thrown) {
    result.open.push({ path: folder, why: whyOf(thrown) });
    return [];
  }
}

function isGoneOrLink(thrown: unknown): boolean {
  return thrown instanceof Error && 'code' in thrown && (thrown.code === 'ENOENT' || thrown.code === 'ELOOP');
}

function whyOf(thrown: unknown): string {
  return thrown instanceof Error && 'code' in thrown ? String(thrown.code).toLowerCase() : 'failed';
}
