import { closeSync, fsyncSync, openSync, writeFileSync } from 'node:fs';
import { type Files, firmFiles } from './patient-files.ts';

/**
 * Replaces the file at `path` whole, readable for this account alone: after a crash there is the old text or the new one.
 * `syncFolder` makes the replacement last. Throws what the disk throws; the file is as it was then.
 *
 * Not the package write-file-atomic (8.0.0): it ignores how much of the text one write took, so on a disk that fills up it
 * puts a cut file in place and reports success.
 */
export function replaceFile(path: string, text: string | Uint8Array, files: Pick<Files, 'rename'> = firmFiles): void {
  const draft = `${path}.new`;
  writeSynced(draft, text, 'w');
  files.rename(draft, path);
}

/**
 * Returns once the file is on the disk. `wx` refuses a name that is taken, a link's too; `w` writes into whatever has the
 * name, so use it only in a folder that nobody else writes to. Throws what the disk throws.
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

/** Makes names in `folder` durable; Windows syncs names by itself. Throws what the disk throws. */
export function syncFolder(folder: string): void {
  if (process.platform === 'win32') return;
  const handle = openSync(folder, 'r');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}
