import { join } from 'node:path';
import { dataFiles } from '../base/data-files.ts';
import { jsonOrUndefined } from '../base/json-syntax.ts';
import { TillError } from '../base/till-error.ts';
import { type Account, journalFolder, otherJournals, systemFolders } from '../journal/account-folders.ts';
import { type Database, systemDisk } from '../journal/database.ts';
import { type EventRow, isLinked, readRow } from '../journal/event-rows.ts';
import { walk } from '../journal/event-walk.ts';
import { inJournal, openBeside } from '../journal/open-beside.ts';
import { type Anchor, placeOf, type Sealing } from '../journal/sealing.ts';
import { Statements } from '../journal/statements.ts';
import { sealedFrom, tamperingOf } from '../journal/tampering.ts';
import { eventLine } from './wire.ts';

export interface ShippedJournal {
  readonly account: Account;
  readonly file: string;
}

/** The keychain's anchors of journals, by place. */
export type Anchors = Readonly<Record<string, Anchor>>;

/**
 * The journal in use, and those of other accounts that were used here before. A journal without an anchor may have been put
 * there by anybody who can write into the data folder.
 */
export function journalsToShip(dataFolder: string, inUse: ShippedJournal, anchors: Anchors): readonly ShippedJournal[] {
  const others = otherJournals(dataFolder, inUse.account, systemFolders).flatMap(({ folder, ...named }) => {
    const environment = (['PREPROD', 'PROD'] as const).find((one) => one === named.environment);
    const account = environment && { environment, merchantId: named.merchantId, profileId: named.profileId };
    // A folder's name tells the ids unless they have characters that no folder has.
    if (account === undefined || journalFolder(dataFolder, account) !== folder) return [];
    const file = join(folder, dataFiles.journal);
    return anchors[placeOf(file)] !== undefined && systemDisk.exists(file) ? [{ account, file }] : [];
  });
  return [inUse, ...others];
}

/**
 * The result of `read`, all of it at one moment. The file is not kept open: a damaged journal could not be set aside under Windows.
 * Errors: those of `openBeside`.
 */
export function readShipped<T>({ file }: ShippedJournal, read: (journal: Statements, database: Database) => T): T {
  return inJournal(() => {
    const database = openBeside(file, systemDisk, 'BEGIN');
    try {
      return read(new Statements(database), database);
    } finally {
      database.close();
    }
  });
}

export const headOf = (journal: Statements): number =>
  Number(journal.get('SELECT coalesce(max(seq), 0) AS seq FROM events')?.['seq']);

/**
 * Events of which the seal shows that the till wrote them; none before the keychain knows the journal. Throws TillError
 * `journal.damaged` where the journal, or the first of them, is not what the till wrote.
 */
export function provenAfter(database: Database, sealing: Sealing, after: number, most: number): readonly EventRow[] {
  if (sealing.anchor === undefined) return [];
  if (tamperingOf(database, sealing) !== undefined) throw unproven(after + 1);
  const sealed = sealedFrom(database, sealing);
  // Events that are older than the key are bound by the sealed event that follows them.
  const isBound =
    after + 1 >= sealed || [...walk(database, after + 1, sealed)].every(({ isSound, follows }) => isSound && follows);
  const rows = database
    .prepare('SELECT * FROM events WHERE seq > ? ORDER BY seq LIMIT ?')
    .all(after, most)
    .map(readRow);
  const wrong = rows.findIndex(
    (row) => !isLinked(row, row.prev_hash) || (row.seq < sealed ? !isBound : !sealing.isSealed(row)),
  );
  if (wrong === 0) throw unproven(after + 1);
  return wrong === -1 ? rows : rows.slice(0, wrong);
}

function unproven(seq: number): TillError {
  return new TillError('journal.damaged', `Nothing shows that the till wrote event ${seq}.`, { values: { seq } });
}

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
