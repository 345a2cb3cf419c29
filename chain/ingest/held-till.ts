import type { CallMark } from '../../main/upload/wire.ts';
import type { Connection } from '../database/open.ts';
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
