import { basename } from 'node:path';
import { type Disk, toJournalError } from '../journal/database.ts';
import { type Account, adoptOldJournal, type Folders, journalFolder, otherJournals } from '../journal/places.ts';
import { waitingIn } from '../journal/waiting.ts';
import type { Log } from '../support/log.ts';
import type { TerminalSettings } from '../terminal/settings.ts';
import type { Notices } from '../windows/notices.ts';

export interface JournalFolderParts {
  /** The app's data folder. */
  readonly dataFolder: string;
  readonly disk: Disk;
  readonly folders: Folders;
  readonly notices: Notices;
  readonly log: Log;
}

/**
 * Each environment, merchant and profile has a journal of its own: what is open in one is never asked of another. It
 * waits in its journal until the till is set to that profile again, and the till says so.
 */
export interface JournalFolders {
  /**
   * Gives the journal that all accounts shared to the one of `settings`, before anything can change these; a fault is
   * logged, and `folderFor` tries it again.
   */
  adopt(settings: TerminalSettings | undefined): void;
  /** The folder of the journal for these settings, there when it returns. Throws TillError `journal.failed`. */
  folderFor(settings: TerminalSettings): string;
  /** Training, which has a journal of its own, leaves those of all accounts to wait. */
  leaveAll(): void;
}

/** Enough of a profile's id to tell it from another, as it ends. */
const SHOWN_OF_ID = 6;
const NOTICE = 'journal.elsewhere.';

export function createJournalFolders({ dataFolder, disk, folders, notices, log }: JournalFolderParts): JournalFolders {
  /** Whose the shared journal is, once somebody's: settings that come later are not those that it was written under. */
  let owner: Account | undefined;

  function adopt(account: Account | undefined): void {
    owner ??= account;
    const adoption = adoptOldJournal(dataFolder, owner, folders);
    if (adoption === 'adopted') log.info('The record of payments was moved into the folder of its profile');
    if (adoption === 'left') notices.put({ id: 'journal.left', code: 'journal.left', severity: 'warning' });
  }

  function tellWhatWaits(inUse: Account | undefined): void {
    for (const { id } of notices.list()) if (id.startsWith(NOTICE)) notices.clear(id);
    try {
      for (const journal of otherJournals(dataFolder, inUse, folders)) tell(journal);
    } catch (thrown) {
      log.warn(toJournalError(thrown).message, { code: 'journal.unread' });
    }
  }

  function tell({ folder, environment, profileId }: ReturnType<typeof otherJournals>[number]): void {
    const id = NOTICE + basename(folder);
    const values = { environment, profile: profileId.slice(-SHOWN_OF_ID) };
    try {
      if (folders.list(folder).length === 0) return;
      const { payments, refunds } = waitingIn(folder, disk);
      if (payments + refunds === 0) return;
      const code = 'journal.waiting';
      notices.put({ id, code, severity: 'warning', values: { ...values, payments, refunds }, action: 'dismiss' });
    } catch (thrown) {
      // Opened for use it is looked through and mended; here it must not keep this profile from selling.
      const code = 'journal.unread';
      log.warn(toJournalError(thrown).message, { code, path: folder });
      notices.put({ id, code, severity: 'warning', values, action: 'dismiss' });
    }
  }

  return {
    adopt(settings) {
      try {
        adopt(accountOf(settings));
      } catch (thrown) {
        log.warn(toJournalError(thrown).message, { code: 'journal.failed' });
      }
    },
    folderFor(settings) {
      const account = accountOf(settings);
      try {
        adopt(account);
        const folder = journalFolder(dataFolder, account);
        folders.make(folder);
        tellWhatWaits(account);
        return folder;
      } catch (thrown) {
        throw toJournalError(thrown);
      }
    },
    leaveAll: () => tellWhatWaits(undefined),
  };
}

function accountOf(settings: TerminalSettings): Account;
function accountOf(settings: TerminalSettings | undefined): Account | undefined;
function accountOf(settings: TerminalSettings | undefined): Account | undefined {
  return settings && { environment: settings.service.environment, ...settings.merchant };
}
