import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { syncFolder } from '../base/durable-files.ts';
import { systemDisk } from './database.ts';

/**
 * Whose payments a journal holds. The service's address is no part of it: each environment has one service, so another
 * address is the same service moved, or reached through a proxy, and must not cut a shop off from its payments. Were it
 * another service after all, it would refuse what this till asks, and a refusal ends no payment.
 */
export interface Account {
  readonly environment: 'PREPROD' | 'PROD';
  readonly merchantId: string;
  readonly profileId: string;
}

/** What the folders of journals need of the disk; tests make each call of it fail. */
export interface Folders {
  exists(path: string): boolean;
  /** Names in a folder; none when there is no such folder. */
  list(folder: string): readonly string[];
  /** Makes a folder and those above it, durably; one that is there already is fine. */
  make(folder: string): void;
  rename(from: string, to: string): void;
}

/** What became of the one journal that every account shared before each had its own. */
export type Adoption = 'none' | 'adopted' | 'left';

export const JOURNAL_FILE = 'journal.sqlite';

const JOURNALS = 'journals';
/** The journal itself, one that was being rebuilt, damaged ones that were set aside, and the companions of each. */
const OLD_FILE = /^journal(-.+)?\.sqlite(-(wal|shm|journal))?$/;
const MOVING = '.moving';

export const systemFolders: Folders = {
  exists: existsSync,
  list: (folder) => (existsSync(folder) ? readdirSync(folder) : []),
  make(folder) {
    if (existsSync(folder)) return;
    systemFolders.make(dirname(folder));
    mkdirSync(folder);
    syncFolder(dirname(folder));
  },
  rename: systemDisk.rename,
};

/** The folder of an account's journal, in the app's data folder. */
export function journalFolder(dataFolder: string, account: Account): string {
  return join(dataFolder, JOURNALS, nameOf(account));
}

/** The accounts that have a journal here, as their folders' names tell them, but for the one of `inUse`. */
export function otherJournals(
  dataFolder: string,
  inUse: Account | undefined,
  folders: Folders,
): readonly { readonly folder: string; readonly environment: string; readonly profileId: string }[] {
  const own = inUse === undefined ? undefined : nameOf(inUse);
  return folders.list(join(dataFolder, JOURNALS)).flatMap((name) => {
    const [environment, merchantId, profileId, ...rest] = name.split('-');
    if (name === own || environment === undefined || merchantId === undefined || profileId === undefined) return [];
    return rest.length === 1 ? [{ folder: join(dataFolder, JOURNALS, name), environment, profileId }] : [];
  });
}

/**
 * Moves the journal that all accounts shared into the folder of `account`, the one of the settings in force. Its events
 * name terminal, shop and POS but no account, so nobody can tell whether it was begun under other settings. Without
 * settings it stays where it is.
 *
 * Its files are gathered in a folder that is named after the account and gets its final name last. After a crash the
 * next call goes on for that account, whatever the settings are by then, and nothing opens a journal whose companions
 * are still on their way. `left`: the account has a journal of its own already, because an older version of the app ran
 * in between; neither is touched. Throws what the disk throws.
 */
export function adoptOldJournal(dataFolder: string, account: Account | undefined, folders: Folders): Adoption {
  const journals = join(dataFolder, JOURNALS);
  // The journal goes before its companions: one that is still here after a crash then belongs to the moved journal.
  const old = folders
    .list(dataFolder)
    .filter((name) => OLD_FILE.test(name))
    .sort((one, other) => one.length - other.length);
  const begun = folders.list(journals).find((name) => name.endsWith(MOVING));
  const wanted = old.length === 0 || account === undefined ? undefined : nameOf(account);
  const name = begun?.slice(0, -MOVING.length) ?? wanted;
  if (name === undefined) return 'none';
  const gathering = join(journals, name + MOVING);
  const taken = new Set(folders.list(gathering));
  if (folders.exists(join(journals, name)) || old.some((file) => taken.has(file))) return 'left';
  folders.make(gathering);
  for (const file of old) folders.rename(join(dataFolder, file), join(gathering, file));
  folders.rename(gathering, join(journals, name));
  return 'adopted';
}

/**
 * A name that every file system takes: ids may hold any characters, and Windows and macOS treat two names that differ
 * in case as one. The first part is for people, the digest makes the name unique.
 */
function nameOf({ environment, merchantId, profileId }: Account): string {
  const digest = createHash('sha256').update(JSON.stringify([environment, merchantId, profileId]));
  const readable = [environment, merchantId, profileId].map((part) => part.replaceAll(/[^A-Za-z0-9]/g, '_'));
  return [...readable, digest.digest('hex').slice(0, 12)].join('-');
}
