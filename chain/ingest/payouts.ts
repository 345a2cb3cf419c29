import type { z } from 'zod';
import type { asks } from '../../main/upload/wire.ts';
import { raise } from '../alerts/raise.ts';
import type { Connection } from '../database/open.ts';
import { jsonb } from '../database/open.ts';
import { checkMerchant } from './merchants.ts';

/**
 * Keeps the newest report per payout and till, and shows the first till's. A report raises an alert if different from
 * the shown report, or from the till's previous report.
 */
export async function takePayouts(
  connection: Connection,
  till: number,
  { account, payouts }: z.output<typeof asks.payouts>,
  { now, timeZone }: { readonly now: number; readonly timeZone: string },
): Promise<void> {
  const { merchantId: merchant, environment } = account;
  const isNamed = await checkMerchant(connection, till, account, now);
  // Serialises tills that report the same new payout.
  await connection.query("SELECT pg_advisory_xact_lock(hashtext('payouts ' || $1))", [merchant]);
  for (const { transactions, ...payout } of payouts) {
    const values = [merchant, jsonb({ ...payout, environment }), new Date(now), timeZone];
    const differing = await takePayout(connection, { till, isNamed, values, lines: jsonb(transactions) });
    if (differing === undefined) continue;
    const kind = differing === till ? 'payout.changed' : 'payout.differs';
    const detail = { other: differing, ids: [payout.payoutId] };
    await raise(connection, { kind, till, about: merchant, detail }, now);
  }
}

interface Report {
  readonly till: number;
  /** False: stored aside and not shown. */
  readonly isNamed: boolean;
  /** $1 the merchant, $2 the payout, $3 now, $4 the time zone. */
  readonly values: readonly unknown[];
  readonly lines: string;
}

/** Returns the till of the shown report, if the new report differs. */
async function takePayout(
  connection: Connection,
  { till, isNamed, values, lines }: Report,
): Promise<number | undefined> {
  const { rows: reports } = await connection.query<Kept>(REPORTS, [...values, lines]);
  const shown = reports.find((one) => one.shown);
  const own = reports.find((one) => one.till === till);
  const same = shown?.same ? shown : own?.same ? own : undefined;
  if (own !== undefined && own !== same) await connection.query(FORGET, [...values.slice(0, 2), till]);
  const by = same?.till ?? till;
  const shows = isNamed && (shown === undefined || shown.till === by);
  await connection.query(KEEP, [...values, by, shows]);
  await connection.query(TRANSACTIONS, [...values.slice(0, 3), by, lines]);
  return same === undefined && isNamed ? shown?.till : undefined;
}

interface Kept {
  readonly till: number;
  readonly shown: boolean;
  readonly same: boolean;
}

const REPORTED = `told AS (
    SELECT *, (chain_time(date, $3::date) AT TIME ZONE $4)::date AS day
      FROM jsonb_to_record($2) AS told ("payoutId" text, environment text, date bigint, status text, "paymentCount" bigint,
        "paymentCents" bigint, "refundCount" bigint, "refundCents" bigint, "payoutCents" bigint, "ibanEnd" text))`;
const LINES =
  'jsonb_to_recordset($5) AS line (kind text, id text, "paymentId" text, cents bigint, date bigint, reference text)';

/**
 * Reports of the payout. Equal reports have the same amounts, counts, day and IBAN, no transaction with another amount,
 * and no more transactions than the payout. $5: the payout's transactions.
 */
const REPORTS = `WITH ${REPORTED}, line AS (SELECT DISTINCT kind, id, cents FROM ${LINES}),
    kept AS (SELECT x.* FROM told JOIN payout_transactions x ON x.merchant = $1 AND x.payout_id = "payoutId")
  SELECT told_by AS till, shown, p.environment = told.environment AND p.day = told.day
      AND (payment_count, payment_cents, refund_count, refund_cents, payout_cents)
        = ("paymentCount", "paymentCents", "refundCount", "refundCents", "payoutCents")
      AND coalesce(iban_end = "ibanEnd", true)
      AND NOT EXISTS (SELECT FROM line JOIN kept USING (kind, id) WHERE kept.told_by = p.told_by AND kept.cents <> line.cents)
      AND (SELECT count(*) FILTER (WHERE kind = 'payment') <= greatest(payment_count, 0)
          AND count(*) FILTER (WHERE kind = 'refund') <= greatest(refund_count, 0)
        FROM (SELECT kind, id FROM line UNION SELECT kind, id FROM kept WHERE kept.told_by = p.told_by) AS every) AS same
    FROM told JOIN payouts p ON p.merchant = $1 AND p.payout_id = "payoutId"`;

const IS_OWN = "merchant = $1 AND payout_id = $2::jsonb->>'payoutId' AND told_by = $3";
/** $3: the till. */
const FORGET = `WITH lines AS (DELETE FROM payout_transactions WHERE ${IS_OWN}) DELETE FROM payouts WHERE ${IS_OWN}`;

/** $5: the till; $6: whether the report is shown. A succeeded payout cannot fail later. */
const KEEP = `WITH ${REPORTED}
  INSERT INTO payouts AS p (merchant, payout_id, environment, day, status, payment_count, payment_cents, refund_count,
      refund_cents, payout_cents, iban_end, told_by, told_at, shown)
    SELECT $1, "payoutId", environment, day, status, "paymentCount", "paymentCents", "refundCount", "refundCents",
        "payoutCents", "ibanEnd", $5, $3, $6 FROM told
    ON CONFLICT (merchant, payout_id, told_by) DO UPDATE SET shown = p.shown OR excluded.shown,
      status = CASE p.status WHEN 'SUCCEEDED' THEN p.status ELSE excluded.status END,
      iban_end = coalesce(p.iban_end, excluded.iban_end),
      told_at = CASE WHEN p.shown OR excluded.shown THEN excluded.told_at ELSE p.told_at END`;

/** $4: the till. */
const TRANSACTIONS = `
  INSERT INTO payout_transactions (merchant, payout_id, told_by, kind, id, payment_id, cents, at, reference)
    SELECT DISTINCT ON (kind, id) $1, $2::jsonb->>'payoutId', $4::integer, kind, id, CASE kind WHEN 'payment' THEN id ELSE "paymentId" END, cents,
        chain_time(date, $3::date), reference
      FROM ${LINES} ORDER BY kind, id
    ON CONFLICT DO NOTHING`;
