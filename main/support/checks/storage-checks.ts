import { open, statfs, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import type { TillError } from '../../base/till-error.ts';
import { checkNewest } from '../../journal/check-newest.ts';
import { type Disk, systemDisk } from '../../journal/database.ts';
import type { JournalSeal } from '../../journal/sealing.ts';
import { type Check, failed, failedWith, mends, ok, skipped, warning } from './check.ts';

interface DiskParts {
  readonly dataFolder: string;
  readonly processId: number;
  readonly disk?: CheckedDisk;
}

export interface CheckedDisk {
  /** Undefined if the system does not report free bytes. */
  free(folder: string): Promise<number | undefined>;
  /** ms of each synced write. Removes the file. */
  syncs(file: string): Promise<readonly number[]>;
}

const MIB = 1 << 20;
const SCARCE_MIB = 1_024;
/** Below 200 MiB, journal writes may soon fail. */
const LEAST_MIB = 200;
/** A sale waits for two synced writes before its QR code is shown. */
const SLOW_MS = 100;

export function diskCheck({ dataFolder, processId, disk = systemCheckedDisk }: DiskParts): Check {
  return {
    id: 'disk',
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
/** Ends the measurement early on a very slow disk. */
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

interface JournalParts {
  readonly file: string | undefined;
  readonly seal: JournalSeal | undefined;
  readonly trouble: TillError | undefined;
  monotonic(): number;
  readonly disk?: Disk;
}

/** Longest reading time in ms: about 100,000 events of possibly millions. */
const READS_MS = 3_000;

export function journalCheck({ file, seal, trouble, monotonic, disk = systemDisk }: JournalParts): Check {
  return {
    id: 'journal',
    async run(signal) {
      if (trouble !== undefined) return failedWith(trouble, mends.backup);
      if (file === undefined || !disk.exists(file)) return skipped('journal.none');
      const end = monotonic() + READS_MS;
      const found = await checkNewest({
        file,
        disk,
        seal,
        goOn: () => !signal.aborted && monotonic() < end,
        pause: () => new Promise((done) => setImmediate(done)),
      }).catch((thrown: unknown) => failedWith(thrown, mends.backup));
      if ('state' in found) return found;
      const { tampered, ...counts } = found;
      if (tampered !== undefined) return failed('journal.tampered', { ...counts, reason: tampered }, mends.backup);
      const isSealed = seal === undefined ? '-unsealed' : '';
      return ok(counts.checked < counts.events ? `journal.newest${isSealed}` : `journal.whole${isSealed}`, counts);
    },
  };
}
