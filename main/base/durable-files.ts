import { closeSync, fsyncSync, openSync, writeFileSync } from 'node:fs';
import { type Files, firmFiles } from './patient-files.ts';

/**
 * Replaces the file at `path`, readable by this account only: after a crash either the old or the new text is there.
 * Call `syncFolder` to make the replacement durable. Throws the file system's error and leaves the file unchanged.
 * write-file-atomic 8.0.0 is not used: it ignores how much of the text a write took, so on a full disk it puts a
 * truncated file in place and reports success.
 */
export function replaceFile(path: string, text: string | Uint8Array, files: Pick<Files, 'rename'> = firmFiles): void {
  const draft = `${path}.new`;
  writeSynced(draft, text, 'w');
  files.rename(draft, path);
}

/**
 * Returns once the file is on the disk. `wx` refuses an existing name, also a link; `w` overwrites an existing file, so
 * use `w` only in a folder that no other account can write to. Throws the file system's error.
 */
export function writeSynced(path: string, text: string | Uint8Array, flags: 'w' | 'wx'): void {
  const handle = openSync(path, flags, 0o600);
  try {
    writeFileSync(handle, text);
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}

/** Makes file names in `folder` durable; Windows syncs names by itself. Throws the file system's error. */
export function syncFolder(folder: string): void {
  if (process.platform === 'win32') return;
  const handle = openSync(folder, 'r');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}
