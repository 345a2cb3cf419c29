import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Clock } from '../base/clock.ts';
import { dataFiles } from '../base/data-files.ts';
import type { Log } from '../base/log.ts';
import { toTillError } from '../base/till-error.ts';
import type { SaleRecord } from '../domain/sale-record.ts';
import { otherJournals, systemFolders } from '../journal/account-folders.ts';
import { systemDisk } from '../journal/database.ts';
import { openReadOnlyJournal } from '../journal/open-read-only.ts';
import { accountOf } from '../settings/account-of-settings.ts';
import type { Till } from '../till/switchable-till.ts';
import { RETRY_MS } from './unknown-keys.ts';

interface OtherAccountsParts {
  readonly dataFolder: string;
  readonly till: Pick<Till, 'mode'> & {
    readonly opened?: { readonly settings: Parameters<typeof accountOf>[0] } | undefined;
  };
  readonly clock: Pick<Clock, 'now'>;
  readonly log: Pick<Log, 'warn'>;
}

/** Searches the last two days: a register may repeat its request after a change of merchant, profile or environment. */
export function inOtherAccount({ dataFolder, till, clock, log }: OtherAccountsParts, registerId: string, key: string) {
  if (till.mode !== 'live' || till.opened === undefined) return undefined;
  const isRecent = (file: string) => existsSync(file) && clock.now() - statSync(file).mtimeMs < RETRY_MS;
  const files = otherJournals(dataFolder, accountOf(till.opened.settings), systemFolders)
    .map(({ folder }) => join(folder, dataFiles.journal))
    .filter((file) => isRecent(file) || isRecent(`${file}-wal`));
  return files.map((file) => saleIn(file, log, registerId, key)).find((sale) => sale !== undefined);
}

function saleIn(file: string, log: Pick<Log, 'warn'>, registerId: string, key: string): SaleRecord | undefined {
  try {
    const journal = openReadOnlyJournal(file, systemDisk);
    try {
      return journal.saleOfRegister(registerId, key);
    } finally {
      journal.close();
    }
  } catch (thrown) {
    log.warn(toTillError(thrown));
    return undefined;
  }
}
