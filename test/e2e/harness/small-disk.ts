import { spawnSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, rmdirSync, rmSync, statSync, truncateSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A real disk, small enough to be filled up. */
export interface SmallDisk {
  readonly folder: string;
  /** Leaves `spare` bytes: a process that starts writes a lock of its own before the till looks at its journal. */
  fill(spare?: number): void;
  free(): void;
  close(): void;
}

const PAGE_BYTES = 4_096;

/** Mounts a disk in memory; undefined where that is not allowed (it takes root, on Linux). */
export function smallDisk(): SmallDisk | undefined {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return undefined;
  const folder = mkdtempSync(join(tmpdir(), 'tillmate-disk-'));
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=32m', 'tillmate-test', folder]);
  if (mounted.status !== 0) {
    rmdirSync(folder);
    return undefined;
  }
  const filler = join(folder, 'filler');
  return {
    folder,
    fill(spare = 0) {
      const handle = openSync(filler, 'w');
      try {
        for (const page = Buffer.alloc(PAGE_BYTES); ; ) writeSync(handle, page);
      } catch (thrown) {
        // The disk is full now, as wanted.
        if (!(thrown instanceof Error && 'code' in thrown && thrown.code === 'ENOSPC')) throw thrown;
      } finally {
        closeSync(handle);
      }
      if (spare > 0) truncateSync(filler, statSync(filler).size - spare);
    },
    free: () => rmSync(filler, { force: true }),
    close() {
      spawnSync('umount', ['--lazy', folder]);
      rmdirSync(folder);
    },
  };
}
