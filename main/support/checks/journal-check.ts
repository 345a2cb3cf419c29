import type { TillError } from '../../base/till-error.ts';
import { checkNewest } from '../../journal/check-newest.ts';
import { type Disk, systemDisk } from '../../journal/database.ts';
import type { JournalSeal } from '../../journal/journal-seal.ts';
import { type Check, failed, failedWith, ok, skipped } from './check.ts';
import { mends } from './mends.ts';

export interface JournalParts {
  /** Absent where the terminal has no account. */
  readonly file: string | undefined;
  readonly seal: JournalSeal | undefined;
  /** A fault that the running till found. */
  readonly trouble: TillError | undefined;
  monotonic(): number;
  readonly disk?: Disk;
}

const WITHIN_MS = 8_000;
/** It reads this long, ms: about 100,000 events of perhaps millions. */
const READS_MS = 3_000;

/** Verifies the newest part of the record of payments. */
export function journalCheck({ file, seal, trouble, monotonic, disk = systemDisk }: JournalParts): Check {
  return {
    id: 'journal',
    withinMs: WITHIN_MS,
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
