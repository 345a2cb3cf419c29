import { randomBytes } from 'node:crypto';
import { closeSync, fsyncSync, ftruncateSync, openSync, statSync, writeFileSync } from 'node:fs';
import { firmFiles } from './patient-files.ts';

/**
 * Overwrites a file with random bytes, syncs, and removes it. File systems that keep a log, and flash disks, may still
 * hold the old blocks: where that matters, the key must be replaced. Throws what the disk throws.
 */
export function secureDelete(path: string): void {
  const { size } = statSync(path);
  const handle = openSync(path, 'r+');
  try {
    writeFileSync(handle, randomBytes(size));
    fsyncSync(handle);
    ftruncateSync(handle, 0);
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
  firmFiles.remove(path);
}
