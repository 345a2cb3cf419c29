import { join } from 'node:path';
import { dataFiles } from '../base/data-files.ts';
import type { Log } from '../base/log.ts';
import { type Account, type Folders, journalFolder, otherJournals } from '../journal/account-folders.ts';
import { countOpen } from '../journal/count-open.ts';
import { type Disk, toJournalError } from '../journal/database.ts';
import { accountOf } from '../settings/account-of-settings.ts';
import type { TerminalSettings } from '../settings/settings.ts';
import type { OnTillEvent, OtherJournal } from './till-events.ts';

interface JournalFolderParts {
  readonly dataFolder: string;
  readonly disk: Disk;
  readonly folders: Folders;
  readonly onEvent: OnTillEvent;
  readonly log: Log;
}

export type JournalFolders = ReturnType<typeof createJournalFolders>;

/** A journal for each environment, merchant and profile. No other profile may ask for a profile's open payments. */
export function createJournalFolders({ dataFolder, disk, folders, onEvent, log }: JournalFolderParts) {
  function reportOthers(inUse: Account | undefined): void {
    onEvent({ type: 'other-journals', journals: others(inUse) });
  }

  function others(inUse: Account | undefined): readonly OtherJournal[] {
    const found = orLogged(() => otherJournals(dataFolder, inUse, folders)) ?? [];
    return found.flatMap((journal) => {
      // An unreadable journal is repaired at its own opening; here it must not prevent another profile from selling.
      const open = orLogged(() => openIn(journal.folder));
      return open === 'nothing' ? [] : [{ ...journal, open }];
    });
  }

  function openIn(folder: string): OtherJournal['open'] | 'nothing' {
    if (folders.list(folder).length === 0) return 'nothing';
    const open = countOpen(folder, disk);
    return open.payments + open.refunds === 0 ? 'nothing' : open;
  }

  function orLogged<T>(read: () => T): T | undefined {
    try {
      return read();
    } catch (thrown) {
      log.warn('Journal of another account unreadable', { code: 'journal.unread', thrown });
      return undefined;
    }
  }

  return {
    /** Creates and returns the folder of the journal for these settings. Throws `TillError` `journal.failed`. */
    folderFor(settings: TerminalSettings): string {
      const account = accountOf(settings);
      try {
        const folder = journalFolder(dataFolder, account);
        folders.make(folder);
        reportOthers(account);
        return folder;
      } catch (thrown) {
        throw toJournalError(thrown);
      }
    },
    /** Reports the journals of all accounts as waiting, since training has its own journal. */
    leaveAll: () => reportOthers(undefined),
    hasAny(): boolean {
      const isThere = ({ folder }: { readonly folder: string }) => folders.exists(join(folder, dataFiles.journal));
      return orLogged(() => otherJournals(dataFolder, undefined, folders).some(isThere)) ?? false;
    },
  };
}
