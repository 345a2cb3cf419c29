import { join } from 'node:path';
import { dataFiles } from '../base/data-files.ts';
import { jsonOrUndefined } from '../base/json-syntax.ts';
import { type Account, journalFolder, otherJournals, systemFolders } from '../journal/account-folders.ts';
import { systemDisk } from '../journal/database.ts';
import { type EventRow, readRow } from '../journal/event-rows.ts';
import { inJournal, openBeside } from '../journal/open-beside.ts';
import { Statements } from '../journal/statements.ts';
import { eventLine } from './wire.ts';

export interface ShippedJournal {
  readonly account: Account;
  readonly file: string;
}

/** The journal in use, and those of other accounts that were used here before. */
export function journalsToShip(dataFolder: string, inUse: ShippedJournal): readonly ShippedJournal[] {
  const others = otherJournals(dataFolder, inUse.account, systemFolders).flatMap(({ folder, ...named }) => {
    const environment = (['PREPROD', 'PROD'] as const).find((one) => one === named.environment);
    const account = environment && { environment, merchantId: named.merchantId, profileId: named.profileId };
    // A folder's name tells the ids unless they have characters that no folder has.
    if (account === undefined || journalFolder(dataFolder, account) !== folder) return [];
    const file = join(folder, dataFiles.journal);
    return systemDisk.exists(file) ? [{ account, file }] : [];
  });
  return [inUse, ...others];
}

/**
 * The result of `read`, all of it at one moment. The file is not kept open: a damaged journal could not be set aside under Windows.
 * Errors: those of `openBeside`.
 */
export function readShipped<T>({ file }: ShippedJournal, read: (journal: Statements) => T): T {
  return inJournal(() => {
    const database = openBeside(file, systemDisk, 'BEGIN');
    try {
      return read(new Statements(database));
    } finally {
      database.close();
    }
  });
}

export const headOf = (journal: Statements): number =>
  Number(journal.get('SELECT coalesce(max(seq), 0) AS seq FROM events')?.['seq']);

export const eventsAfter = (journal: Statements, after: number, most: number): readonly EventRow[] =>
  journal.all('SELECT * FROM events WHERE seq > ? ORDER BY seq LIMIT ?', after, most).map(readRow);

export function pointsAt(journal: Statements, numbers: readonly number[]): [number, string][] {
  return numbers.flatMap((seq): [number, string][] => {
    const hash = journal.get('SELECT hash FROM events WHERE seq = ?', seq)?.['hash'];
    return hash === undefined ? [] : [[seq, String(hash)]];
  });
}

/** The line of an event; with `debtors` false what tells of a payer is cut. */
export function lineOf(row: EventRow, debtors: boolean): string {
  const { prev_hash, seq, at, terminal_id, shop_id, pos_id, type } = row;
  const payload = debtors ? row.payload : withoutPayer(type, row.payload);
  const cutHash = payload === row.payload ? undefined : row.hash;
  return eventLine([prev_hash, seq, at, terminal_id, shop_id, pos_id, type, payload], cutHash);
}

/** `message` of a payment is what the payer wrote; that of a fault stands deeper, and is the till's. */
function withoutPayer(type: string, payload: string): string {
  if (!type.startsWith('sale.') || !/"(debtor|message)"/.test(payload)) return payload;
  const { debtor, message, ...rest } = (jsonOrUndefined(payload) ?? { debtor: payload }) as Record<string, unknown>;
  return debtor === undefined && message === undefined ? payload : JSON.stringify(rest);
}
