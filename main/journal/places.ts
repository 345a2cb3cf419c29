import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { syncFolder, systemDisk } from './database.ts';

/**
 * Whose payments a journal holds. The service's address is no part of it: the specification gives each environment one,
 * so another address is the same service moved, or reached through a proxy, and must not cut a shop off from its
 * payments. A service that is another one all the same knows neither this till's key nor its open payments, and a
 * refusal ends none of them.
 */
export interface Account {
  readonly environment: 'PREPROD' | 'PROD';
  readonly merchantId: string;
  readonly profileId: string;
}

/** What the places of journals need of the disk; tests make each call of it fail. */
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
 * Moves the journal that all accounts shared, with everything that belongs to it, into the folder of `account`: that of
 * the settings in force. Its events name terminal, shop and POS but no account, so whether it was begun under other
 * settings cannot be known. Without settings it stays where it is.
 *
 * All of it is gathered in a folder that is named after the account and gets its final name last: killed anywhere, the
 * next call ends it for the account that it was begun for, whatever the settings are by then, and nothing opens a
 * journal that lacks its last commits. `left`: that account has a journal of its own already (an older version of the
 * app ran in between); neither is touched. Throws what the disk throws.
 */
export function adoptOldJournal(dataFolder: string, account: Account | undefined, folders: Folders): Adoption {
  const journals = join(dataFolder, JOURNALS);
  // The journal before its companions: what is left of them then belongs to the one that has been moved.
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
 * A name that every file system takes and tells apart: ids may hold any characters, Windows and macOS take two names
 * that differ by case for one. People read the first part, the digest makes it this account's alone.
 */
function nameOf({ environment, merchantId, profileId }: Account): string {
  const digest = createHash('sha256').update(JSON.stringify([environment, merchantId, profileId]));
  const readable = [environment, merchantId, profileId].map((part) => part.replaceAll(/[^A-Za-z0-9]/g, '_'));
  return [...readable, digest.digest('hex').slice(0, 12)].join('-');
}
