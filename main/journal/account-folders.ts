import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { dataFolders } from '../base/data-files.ts';
import { syncFolder } from '../base/durable-files.ts';

/**
 * Whose payments a journal holds. The service's address is no part of it: one that moved must not cut a shop off from
 * its payments, and another service would refuse what this till asks, which ends no payment.
 */
export interface Account {
  readonly environment: 'PREPROD' | 'PROD';
  readonly merchantId: string;
  readonly profileId: string;
}

/** The calls to the disk of the folders of journals; tests make each of them fail. */
export interface Folders {
  exists(path: string): boolean;
  /** Names in a folder; none when there is no such folder. */
  list(folder: string): readonly string[];
  /** Makes a folder and those above it, durably; one that is there already is fine. */
  make(folder: string): void;
}

export const systemFolders: Folders = {
  exists: existsSync,
  list: (folder) => (existsSync(folder) ? readdirSync(folder) : []),
  make(folder) {
    if (existsSync(folder)) return;
    systemFolders.make(dirname(folder));
    mkdirSync(folder);
    syncFolder(dirname(folder));
  },
};

export function journalFolder(dataFolder: string, account: Account): string {
  return join(dataFolder, dataFolders.journals, nameOf(account));
}

/** The accounts that have a journal here, as their folders' names tell them, but for the one of `inUse`. */
export function otherJournals(
  dataFolder: string,
  inUse: Account | undefined,
  folders: Folders,
): readonly {
  readonly folder: string;
  readonly environment: string;
  readonly merchantId: string;
  readonly profileId: string;
}[] {
  const own = inUse === undefined ? undefined : nameOf(inUse);
  return folders.list(join(dataFolder, dataFolders.journals)).flatMap((name) => {
    const [environment, merchantId, profileId, ...rest] = name.split('-');
    if (name === own || environment === undefined || merchantId === undefined || profileId === undefined) return [];
    return rest.length === 1
      ? [{ folder: join(dataFolder, dataFolders.journals, name), environment, merchantId, profileId }]
      : [];
  });
}

/** Ids may hold any characters, and Windows and macOS ignore case: the digest makes the name unique. */
function nameOf({ environment, merchantId, profileId }: Account): string {
  const digest = createHash('sha256').update(JSON.stringify([environment, merchantId, profileId]));
  const readable = [environment, merchantId, profileId].map((part) => part.replaceAll(/[^A-Za-z0-9]/g, '_'));
  return [...readable, digest.digest('hex').slice(0, 12)].join('-');
}
