import { join } from 'node:path';
import { dataFiles } from '../base/data-files.ts';
import { jsonOrUndefined } from '../base/json-syntax.ts';
import { TillError } from '../base/till-error.ts';
import { type Account, journalFolder, otherJournals, systemFolders } from '../journal/account-folders.ts';
import { type Database, systemDisk } from '../journal/database.ts';
import { type EventRow, isLinked, readRow } from '../journal/event-rows.ts';
import { walk } from '../journal/event-walk.ts';
import { inJournal, openReadOnly } from '../journal/open-read-only.ts';
import { Statements } from '../journal/prepared-statements.ts';
import { type Anchor, placeOf, type Sealing } from '../journal/sealing.ts';
import { sealedFrom, tamperingOf } from '../journal/tampering.ts';
import { eventLine } from './wire.ts';

export interface UploadedJournal {
  readonly account: Account;
  readonly file: string;
}

/** Keyed by place. */
export type Anchors = Readonly<Record<string, Anchor>>;

/** The journal in use comes first. Any program may have put journals without an anchor into the data folder. */
export function journalsToUpload(
  dataFolder: string,
  inUse: UploadedJournal,
  anchors: Anchors,
): readonly UploadedJournal[] {
  const others = otherJournals(dataFolder, inUse.account, systemFolders).flatMap(({ folder, ...named }) => {
    const environment = (['PREPROD', 'PROD'] as const).find((one) => one === named.environment);
    const account = environment && { environment, merchantId: named.merchantId, profileId: named.profileId };
    // A folder's name shows the ids, unless an id has characters that folder names cannot have.
    if (account === undefined || journalFolder(dataFolder, account) !== folder) return [];
    const file = join(folder, dataFiles.journal);
    return anchors[placeOf(file)] !== undefined && systemDisk.exists(file) ? [{ account, file }] : [];
  });
  return [inUse, ...others];
}

/** Reads one moment. Closes the file: under Windows an open journal could not be set aside when damaged. */
export function readUploaded<T>({ file }: UploadedJournal, read: (journal: Statements, database: Database) => T): T {
  return inJournal(() => {
    const database = openReadOnly(file, systemDisk, 'BEGIN');
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
 * Returns events whose seal proves that the till wrote them; none before the keychain has an anchor of the journal.
 * Throws `TillError` `journal.damaged` for an altered journal.
 */
export function provenAfter(database: Database, sealing: Sealing, after: number, most: number): readonly EventRow[] {
  if (sealing.anchor === undefined) return [];
  if (tamperingOf(database, sealing) !== undefined) throw unproven(after + 1);
  const sealed = sealedFrom(database, sealing);
  // Events older than the key are proven by the next sealed event.
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
  return new TillError('journal.damaged', `No proof that the till wrote event ${seq}.`, { values: { seq } });
}

export function pointsAt(journal: Statements, numbers: readonly number[]): [number, string][] {
  return numbers.flatMap((seq): [number, string][] => {
    const hash = journal.get('SELECT hash FROM events WHERE seq = ?', seq)?.['hash'];
    return hash === undefined ? [] : [[seq, String(hash)]];
  });
}

/** `debtors` false removes the payer's data. */
export function lineOf(row: EventRow, debtors: boolean): string {
  const { prev_hash, seq, at, terminal_id, shop_id, pos_id, type } = row;
  const payload = debtors ? row.payload : withoutPayer(type, row.payload);
  const cutHash = payload === row.payload ? undefined : row.hash;
  return eventLine([prev_hash, seq, at, terminal_id, shop_id, pos_id, type, payload], cutHash);
}

/** `message` of a payment holds the payer's text. A fault's `message` is nested deeper and stays. */
function withoutPayer(type: string, payload: string): string {
  if (!type.startsWith('sale.') || !/"(debtor|message)"/.test(payload)) return payload;
  const { debtor, message, ...rest } = (jsonOrUndefined(payload) ?? { debtor: payload }) as Record<string, unknown>;
  return debtor === undefined && message === undefined ? payload : JSON.stringify(rest);
}
