import { dirname, join } from 'node:path';
import { systemRandom } from './clock.ts';
import { syncFolder, writeSynced } from './durable-files.ts';
import { type Files, firmFiles } from './patient-files.ts';
import { TillError } from './till-error.ts';

/**
 * Writes a user's file atomically. Until the data is on the disk, the file has a random name, so that an attacker
 * cannot prepare a file or link there. The old file stays until then. Throws the errors of `savedFileError`.
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

/** Throws the file system's error. */
export function giveName(draft: string, path: string, files: Files = firmFiles): void {
  files.rename(draft, path);
  try {
    syncFolder(dirname(path));
  } catch {
    // The file is complete under its name. A network drive may not support syncing a folder.
  }
}

export function leaveNothing(draft: string, files: Files = firmFiles): void {
  try {
    files.remove(draft);
  } catch {
    // A failing disk may refuse this too. The user sees the first error.
  }
}

/** `file.full`, `file.read-only`, `file.open-elsewhere`, `file.no-folder`, or `file.failed` for any other value. */
export function savedFileError(thrown: unknown, platform: NodeJS.Platform = process.platform): TillError {
  const { code, syscall } = thrown instanceof Error ? (thrown as NodeJS.ErrnoException) : {};
  const because = (kind: 'full' | 'read-only' | 'open-elsewhere' | 'no-folder' | 'failed') =>
    new TillError(`file.${kind}`, `File not saved: ${code ?? String(thrown)}`, {
      retryable: true,
      cause: thrown,
    });
  // Windows reports a file that another program has open only with these codes of `rename`.
  const held = platform === 'win32' && syscall === 'rename' && (code === 'EPERM' || code === 'EACCES');
  if (code === 'EBUSY' || code === 'ETXTBSY' || held) return because('open-elsewhere');
  if (code === 'ENOSPC' || code === 'EDQUOT' || code === 'EFBIG') return because('full');
  if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS') return because('read-only');
  if (code === 'ENOENT' || code === 'ENOTDIR') return because('no-folder');
  return because('failed');
}
