import { dirname, join } from 'node:path';
import { systemRandom } from './clock.ts';
import { syncFolder, writeSynced } from './durable-files.ts';
import { type Files, firmFiles } from './patient-files.ts';
import { TillError } from './till-error.ts';

/**
 * Writes a file where a person wants it, whole or not at all: until it is on the disk it has a name that nobody can put a
 * file or a link under before. What stood there before stays until then. Errors: those of `savedFileError`.
 */
export function saveFile(path: string, data: Uint8Array | string, files: Files = firmFiles): void {
  const draft = join(dirname(path), `.tillmate-${systemRandom.uuid()}.part`);
  try {
    writeSynced(draft, data, 'wx');
    giveName(draft, path, files);
  } catch (thrown) {
    leaveNothing(draft, files);
    throw savedFileError(thrown);
  }
}

/** Throws what the disk throws. */
export function giveName(draft: string, path: string, files: Files = firmFiles): void {
  files.rename(draft, path);
  try {
    syncFolder(dirname(path));
  } catch {
    // The file is whole and under its name. A network drive may have no way to sync a folder.
  }
}

export function leaveNothing(draft: string, files: Files = firmFiles): void {
  try {
    files.remove(draft);
  } catch {
    // The disk that refused the file refuses this too, and the person hears of the first.
  }
}

/** Errors: `file.full`, `file.read-only`, `file.open-elsewhere`, `file.no-folder`, `file.failed` for any other value. */
export function savedFileError(thrown: unknown, platform: NodeJS.Platform = process.platform): TillError {
  const { code, syscall } = thrown instanceof Error ? (thrown as NodeJS.ErrnoException) : {};
  const because = (kind: 'full' | 'read-only' | 'open-elsewhere' | 'no-folder' | 'failed') =>
    new TillError(`file.${kind}`, `The file was not saved: ${code ?? String(thrown)}`, {
      retryable: true,
      cause: thrown,
    });
  // Windows refuses to replace a file that another program has open, and has no other word for it.
  const held = platform === 'win32' && syscall === 'rename' && (code === 'EPERM' || code === 'EACCES');
  if (code === 'EBUSY' || code === 'ETXTBSY' || held) return because('open-elsewhere');
  if (code === 'ENOSPC' || code === 'EDQUOT' || code === 'EFBIG') return because('full');
  if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS') return because('read-only');
  if (code === 'ENOENT' || code === 'ENOTDIR') return because('no-folder');
  return because('failed');
}
