import { LRUCache } from 'lru-cache';
import { revisionOf, type Status } from '../../main/chain/wire.ts';
import type { Connection, Database } from '../database/open.ts';
import { jsonb } from '../database/open.ts';
import { Refusal } from './refusal.ts';

/** A till whose row is held until the transaction ends. */
export interface HeldTill {
  readonly till: number;
  /** The newest status's, ms by the till's clock. */
  readonly sentAt: number;
  /** Fields that head office sets, those of the till before those of its shop before those of the chain. */
  readonly settings: Readonly<Record<string, unknown>>;
}

/** Throws Refusal `till.unknown` and `till.ended`. */
export async function holdTill(connection: Connection, till: number): Promise<HeldTill> {
  const { rows } = await connection.query({
    name: 'hold',
    text: `SELECT sent_at, ended_at, (
         SELECT coalesce(jsonb_object_agg(path, value ORDER BY array_position('{chain,shop,till}', scope)), '{}') FROM settings
           WHERE (scope, owner) IN (('chain', ''), ('shop', tills.shop), ('till', tills.till::text))) AS settings
       FROM tills WHERE till = $1 FOR UPDATE`,
    values: [till],
  });
  const [row] = rows;
  if (row === undefined) throw unknownTill();
  if (row.ended_at !== null) throw new Refusal(410, 'till.ended', 'Head office has ended this till.');
  return { till, sentAt: row.sent_at, settings: row.settings };
}

export const unknownTill = () => new Refusal(404, 'till.unknown', 'No such till is enrolled.');

/** A clock that is put right must not be out of date for as long as it was ahead. */
const MOST_AHEAD_MS = 120_000;

/** Notes that the till was heard, and `status` unless a newer one is there. Gives what a till is told each time. */
export async function note(
  connection: Connection,
  { till, sentAt: before, settings }: HeldTill,
  { sentAt, status }: { readonly sentAt: number; readonly status?: Status },
  { now, debtors }: { readonly now: number; readonly debtors: boolean },
) {
  const newer = status !== undefined && sentAt > before ? jsonb(status) : null;
  await connection.query({
    name: 'note',
    text: `UPDATE tills SET last_seen = greatest(last_seen, $2), sent_at = greatest(sent_at, $3),
       status = coalesce($4, status) WHERE till = $1`,
    values: [till, new Date(now), newer === null ? before : Math.min(sentAt, now + MOST_AHEAD_MS), newer],
  });
  return { settings: Object.keys(settings).length === 0 ? null : revisionOf(settings), debtors };
}

/** The keys of tills, read again after a while: a till that is enrolled again has a new one. */
export class TillKeys {
  readonly #database: Database;
  readonly #keys = new LRUCache<number, string>({ max: 100_000, ttl: 10_000 });

  constructor(database: Database) {
    this.#database = database;
  }

  /** base64url. Throws Refusal `till.unknown`. */
  async of(till: number): Promise<string> {
    const kept = this.#keys.get(till);
    if (kept !== undefined) return kept;
    const { rows } = await this.#database.query('SELECT public_key FROM tills WHERE till = $1', [till]);
    if (rows.length === 0) throw unknownTill();
    const key: string = rows[0].public_key;
    this.#keys.set(till, key);
    return key;
  }

  /** The till has a new key, which other collectors read after a while. */
  forget(till: number): void {
    this.#keys.delete(till);
  }
}
