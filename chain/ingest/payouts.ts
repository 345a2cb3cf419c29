import type { z } from 'zod';
import type { asks } from '../../main/chain/wire.ts';
import type { Connection } from '../database/open.ts';
import { jsonb } from '../database/open.ts';
import { Refusal } from './refusal.ts';

/**
 * Keeps payouts that a till has fetched: several tills tell of the same one. Throws Refusal `payouts.account` for a merchant
 * of whom the till has shipped nothing.
 */
export async function takePayouts(
  connection: Connection,
  till: number,
  { account, payouts }: z.output<typeof asks.payouts>,
  { now, timeZone }: { readonly now: number; readonly timeZone: string },
): Promise<void> {
  const { merchantId, environment } = account;
  const { rowCount } = await connection.query(
    'SELECT FROM branches WHERE till = $1 AND merchant = $2 AND environment = $3',
    [till, merchantId, environment],
  );
  if (rowCount === 0) throw new Refusal(403, 'payouts.account', 'Ship the events of this account first.');
  const told = payouts.map(({ transactions: _, ...payout }) => payout);
  // In order, so that two tills that tell the same ones do not wait for each other.
  await connection.query(
    `INSERT INTO payouts (merchant, payout_id, environment, day, status, payment_count, payment_cents, refund_count,
         refund_cents, payout_cents, iban_end, told_by, told_at)
       SELECT DISTINCT ON ("payoutId") $1, "payoutId", $2, (chain_time(date, $5::date) AT TIME ZONE $6)::date, status,
         "paymentCount", "paymentCents", "refundCount", "refundCents", "payoutCents", "ibanEnd", $3, $5
         FROM jsonb_to_recordset($4) AS told ("payoutId" text, date bigint, status text, "paymentCount" bigint,
           "paymentCents" bigint, "refundCount" bigint, "refundCents" bigint, "payoutCents" bigint, "ibanEnd" text)
         ORDER BY "payoutId"
       ON CONFLICT (merchant, payout_id) DO UPDATE SET day = excluded.day, status = excluded.status,
         payment_count = excluded.payment_count, payment_cents = excluded.payment_cents,
         refund_count = excluded.refund_count, refund_cents = excluded.refund_cents, payout_cents = excluded.payout_cents,
         iban_end = coalesce(excluded.iban_end, payouts.iban_end), told_by = excluded.told_by, told_at = excluded.told_at`,
    [merchantId, environment, till, jsonb(told), new Date(now), timeZone],
  );
  const transactions = payouts.flatMap(({ payoutId, transactions: of }) => of.map((one) => ({ payoutId, ...one })));
  await connection.query(
    `INSERT INTO payout_transactions (merchant, payout_id, kind, id, payment_id, cents, at, reference)
       SELECT DISTINCT ON ("payoutId", kind, id) $1, "payoutId", kind, id,
         CASE kind WHEN 'payment' THEN id ELSE "paymentId" END, cents, chain_time(date, $3::date), reference
         FROM jsonb_to_recordset($2) AS told ("payoutId" text, kind text, id text, "paymentId" text, cents bigint,
           date bigint, reference text)
         ORDER BY "payoutId", kind, id
       ON CONFLICT (merchant, payout_id, kind, id) DO NOTHING`,
    [merchantId, jsonb(transactions), new Date(now)],
  );
}
