import { type CallMark, revisionOf, type Status } from '../../main/upload/wire.ts';
import type { Connection } from '../database/open.ts';
import { jsonb } from '../database/open.ts';
import { Refusal } from './refusal.ts';

/** The row is locked until the transaction ends. */
export interface HeldTill {
  readonly till: number;
  /** Undefined from a till without CALL_HEADER. */
  readonly mark: CallMark | undefined;
  /** A repeat of the last call does not count as a sign of life. */
  readonly isRepeat: boolean;
  /** Of the newest status, ms by the till's clock. */
  readonly sentAt: number;
  /** The till's override the shop's, which override the chain's. */
  readonly settings: Readonly<Record<string, unknown>>;
}

/** Throws Refusal `till.unknown`, `till.ended`, and `call.replayed` for a call older than the last. */
export async function holdTill(connection: Connection, till: number, mark: CallMark | undefined): Promise<HeldTill> {
  const { rows } = await connection.query({
    name: 'hold',
    text: `SELECT sent_at, ended_at, counter, encode(call_digest, 'hex') AS digest, (
         SELECT coalesce(jsonb_object_agg(path, value ORDER BY array_position('{chain,shop,till}', scope)), '{}') FROM settings
           WHERE (scope, owner) IN (('chain', ''), ('shop', tills.shop), ('till', tills.till::text))) AS settings
       FROM tills WHERE till = $1 FOR UPDATE`,
    values: [till],
  });
  const [row] = rows;
  if (row === undefined) throw unknownTill();
  if (row.ended_at !== null) throw new Refusal(410, 'till.ended', 'Till ended by head office.');
  const isRepeat = mark?.counter === row.counter && mark?.digest === row.digest;
  if (mark !== undefined && mark.counter <= row.counter && !isRepeat) {
    const alert = { kind: 'till.counter', till, detail: { counter: mark.counter, last: row.counter } } as const;
    throw new Refusal(
      409,
      'call.replayed',
      'Later call of this till already received: a till reset to an earlier state must be enrolled again.',
      {
        alert,
      },
    );
  }
  return { till, mark, isRepeat, sentAt: row.sent_at, settings: row.settings };
}

export const unknownTill = () => new Refusal(404, 'till.unknown', 'Till not enrolled.');

/** Otherwise a till's status would be outdated for a long time after a fast clock was corrected. */
const MOST_AHEAD_MS = 120_000;

/** Stores `status` unless older than the stored status. Returns the fields of every response. */
export async function note(
  connection: Connection,
  { till, mark, isRepeat, sentAt: before, settings }: HeldTill,
  { sentAt, status }: { readonly sentAt: number; readonly status?: Status },
  { now, debtors }: { readonly now: number; readonly debtors: boolean },
) {
  const newer = status !== undefined && sentAt > before ? jsonb(status) : null;
  await connection.query({
    name: 'note',
    text: `UPDATE tills SET last_seen = greatest(last_seen, $2), sent_at = greatest(sent_at, $3),
       status = coalesce($4, status), counter = greatest(counter, $5), call_digest = coalesce(decode($6, 'hex'), call_digest)
       WHERE till = $1`,
    values: [
      till,
      isRepeat ? null : new Date(now),
      newer === null ? before : Math.min(sentAt, now + MOST_AHEAD_MS),
      newer,
      mark?.counter,
      mark?.digest,
    ],
  });
  return { settings: Object.keys(settings).length === 0 ? null : revisionOf(settings), debtors };
}
