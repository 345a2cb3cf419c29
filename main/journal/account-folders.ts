import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { dataFolders } from '../base/data-files.ts';
import { syncFolder } from '../base/durable-files.ts';

/**
 * The account of a journal. The service's address is not part of the account: a new address must not separate a shop
 * from its payments. A wrong service refuses the till's requests, and a refusal ends no payment.
 */
export interface Account {
  readonly environment: 'PREPROD' | 'PROD';
  readonly merchantId: string;
  readonly profileId: string;
}

/** File system access for the journal folders; tests make each call fail. */
export interface Folders {
  exists(path: string): boolean;
  /** Names in a folder; empty for a missing folder. */
  list(folder: string): readonly string[];
  /** Creates a folder and its parents durably; an existing folder is no error. */
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

/** The digest keeps names unique: ids may contain any characters, and Windows and macOS ignore case. */
function nameOf({ environment, merchantId, profileId }: Account): string {
  const digest = createHash('sha256').update(JSON.stringify([environment, merchantId, profileId]));
  const readable = [environment, merchantId, profileId].map((part) => part.replaceAll(/[^A-Za-z0-9]/g, '_'));
  return [...readable, digest.digest('hex').slice(0, 12)].join('-');
}
