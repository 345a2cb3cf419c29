import { basename, join } from 'node:path';
import type { RestoredJournal } from '../../preload/contract/backup.ts';
import { dataFiles } from '../base/data-files.ts';
import { otherJournals, systemFolders } from '../journal/account-folders.ts';
import { goesOnFrom, type JournalStanding, standingOf } from '../journal/copy-journal.ts';
import type { Disk } from '../journal/database.ts';
import type { BackedUpJournal } from './backup-content.ts';

export interface JournalPlan {
  readonly place: string;
  readonly environment: string;
  readonly profileId: string;
  readonly what: RestoredJournal['what'];
  readonly inBackup?: BackedUpJournal;
  readonly here?: JournalStanding | undefined;
}

/** A journal that continues the backup's journal stays: a backup must not reset a till to an earlier day. */
export function journalPlans(
  dataFolder: string,
  inBackup: readonly BackedUpJournal[],
  disk: Disk,
): readonly JournalPlan[] {
  const present = otherJournals(dataFolder, undefined, systemFolders)
    .map(({ folder, ...account }) => ({ ...account, place: basename(folder), file: join(folder, dataFiles.journal) }))
    .filter(({ file }) => disk.exists(file));
  const backedUp = inBackup.map((one): JournalPlan => {
    const { place, environment, profileId } = one;
    const found = present.find((journal) => journal.place === place);
    const here = found && readable(() => standingOf(found.file, disk));
    const goesOn = found && readable(() => goesOnFrom(found.file, disk, one.last));
    return { place, environment, profileId, what: goesOn === true ? 'kept' : 'restored', inBackup: one, here };
  });
  const untouched = present
    .filter(({ place }) => !inBackup.some((one) => one.place === place))
    .map(({ file, ...journal }): JournalPlan => {
      return { ...journal, what: 'untouched', here: readable(() => standingOf(file, disk)) };
    });
  return [...backedUp, ...untouched];
}

/** An unreadable journal is replaced by the backup's. */
function readable<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}
