import type { Secrets } from '../settings/secrets.ts';
import type { JournalFolders } from './journal-folder.ts';
import { type OpenTill, type OpenTillOptions, openTill } from './open-till.ts';
import { type ConnectionOptions, createConnection } from './service-connection.ts';

export interface OpenLiveOptions extends Omit<OpenTillOptions, 'folder' | 'connection' | 'seal' | 'payoutsKey'> {
  readonly secrets: Secrets;
  readonly journals: Pick<JournalFolders, 'folderFor'>;
  readonly keysFile: string;
  readonly network?: ConnectionOptions['network'];
}

/** Opens a till for real money. Throws the errors of `folderFor`, `createConnection` and `openTill`. */
export async function openLive({
  secrets: { seal, keysSeal, payoutsKey, ...keys },
  journals,
  keysFile,
  ...options
}: OpenLiveOptions): Promise<OpenTill> {
  const folder = journals.folderFor(options.settings);
  const connection = createConnection({ ...options, ...keys, keysFile: { path: keysFile, seal: keysSeal } });
  return openTill({ ...options, folder, seal, payoutsKey, connection });
}
