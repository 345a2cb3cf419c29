import { open, statfs, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { type Check, failed, ok, skipped, warning } from './check.ts';

export interface DiskParts {
  readonly dataFolder: string;
  readonly processId: number;
  readonly disk?: CheckedDisk;
}

/** Measures the disk with the data; tests play one that is full, slow or write-protected. */
export interface CheckedDisk {
  /** Bytes free; undefined where the system does not tell. */
  free(folder: string): Promise<number | undefined>;
  /** Writes a little and waits until it is on the disk, again and again; ms of each. Leaves nothing behind. */
  syncs(file: string): Promise<readonly number[]>;
}

const WITHIN_MS = 6_000;
const MIB = 1 << 20;
const SCARCE_MIB = 1_024;
/** Below this the record of payments may soon not be written. */
const LEAST_MIB = 200;
/** A sale waits for two of these before its code is shown. */
const SLOW_MS = 100;

/** Checks the room for the record of payments, and the time of a synced write. */
export function diskCheck({ dataFolder, processId, disk = systemCheckedDisk }: DiskParts): Check {
  return {
    id: 'disk',
    withinMs: WITHIN_MS,
    async run() {
      try {
        const syncs = (await disk.syncs(join(dataFolder, `check-${processId}.tmp`))).toSorted((a, b) => a - b);
        const bytes = await disk.free(dataFolder);
        const syncMs = Math.round((syncs[Math.floor(syncs.length / 2)] ?? 0) * 10) / 10;
        const slowestMs = Math.round((syncs.at(-1) ?? 0) * 10) / 10;
        const times = { syncMs, slowestMs };
        if (bytes === undefined) return ok('disk.syncs', times);
        const freeMiB = Math.floor(bytes / MIB);
        const facts = { free: sizeText(freeMiB), freeMiB, ...times };
        if (freeMiB < LEAST_MIB) return failed('disk.full', facts);
        if (freeMiB < SCARCE_MIB) return warning('disk.scarce', facts);
        return syncMs > SLOW_MS ? warning('disk.slow', facts) : ok('disk.room', facts);
      } catch (thrown) {
        const reason = thrown instanceof Error && 'code' in thrown ? String(thrown.code) : String(thrown);
        if (reason === 'ENOENT') return skipped('disk.no-folder');
        return failed(reason === 'ENOSPC' || reason === 'EDQUOT' ? 'disk.none-left' : 'disk.unwritable', { reason });
      }
    },
  };
}

function sizeText(mebibytes: number): string {
  return mebibytes < 1_024 ? `${mebibytes} MB` : `${Math.floor(mebibytes / 1_024)} GB`;
}

const WRITES = 12;
const WRITE_BYTES = 4_096;
/** A disk that is so slow has been measured long before. */
const LONGEST_MS = 2_000;

const systemCheckedDisk: CheckedDisk = {
  async free(folder) {
    try {
      const { bavail, bsize } = await statfs(folder);
      return bavail * bsize;
    } catch {
      return undefined;
    }
  },
  async syncs(file) {
    await unlink(file).catch(() => undefined);
    const handle = await open(file, 'wx', 0o600);
    try {
      const took: number[] = [];
      const begun = performance.now();
      while (took.length < WRITES && performance.now() - begun < LONGEST_MS) {
        const before = performance.now();
        await handle.write(Buffer.alloc(WRITE_BYTES, took.length), 0, WRITE_BYTES, took.length * WRITE_BYTES);
        await handle.sync();
        took.push(performance.now() - before);
      }
      return took;
    } finally {
      await handle.close();
      await unlink(file).catch(() => undefined);
    }
  },
};
