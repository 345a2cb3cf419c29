import { randomBytes } from 'node:crypto';
import { closeSync, fsyncSync, ftruncateSync, openSync, statSync, unlinkSync, writeSync } from 'node:fs';

/**
 * Overwrites a file with random bytes, syncs, and removes it. Journalling and flash file systems may keep old blocks
 * all the same; it is what a program can do, and the key should then be replaced where that matters.
 */
export function secureDelete(path: string): void {
  const size = statSync(path).size;
  const handle = openSync(path, 'r+');
  try {
    writeSync(handle, randomBytes(size), 0, size, 0);
    fsyncSync(handle);
    ftruncateSync(handle, 0);
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
  unlinkSync(path);
}
