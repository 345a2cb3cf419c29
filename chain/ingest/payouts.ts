import type { z } from 'zod';
import type { asks, Payout } from '../../main/chain/wire.ts';
import { raise } from '../alerts/raise.ts';
import type { Connection } from '../database/open.ts';
import { jsonb } from '../database/open.ts';
import { isMerchantOf, raiseMerchant } from './merchants.ts';

interface Report {
  readonly merchant: string;
  readonly environment: string;
  /** False: stored aside, and not shown. */
  readonly isNamed: boolean;
  readonly till: number;
  readonly timeZone: string;
  readonly now: number;
}

/**
 * Keeps payouts that a till has fetched. Several tills report the same one: the first report is shown, and a report that
 * differs is kept as another version, with an alert.
 */
export async function takePayouts(
  connection: Connection,
  till: number,
  { account, payouts }: z.output<typeof asks.payouts>,
  { now, timeZone }: { readonly now: number; readonly timeZone: string },
): Promise<void> {
  const { merchantId: merchant, environment } = account;
  const isNamed = await isMerchantOf(connection, till, account);
  if (!isNamed) await raiseMerchant(connection, till, account, now);
  // Two tills that report the same new payout do so one after the other.
  await connection.query("SELECT pg_advisory_xact_lock(hashtext('payouts ' || $1))", [merchant]);
  for (const payout of payouts)
    await takePayout(connection, payout, { merchant, environment, isNamed, till, now, timeZone });
}

async function takePayout(connection: Connection, payout: Payout, report: Report): Promise<void> {
  const { merchant, environment, isNamed, till, now, timeZone } = report;
  const { transactions, ...told } = payout;
  const [lines, at] = [jsonb(transactions), new Date(now)];
  const values = [merchant, jsonb({ ...told, environment }), at, timeZone];
  const { rows: versions } = await connection.query(VERSIONS, [...values, lines]);
  const shown = versions.find((one) => one.shown);
  const same = versions.find((one) => one.is_same && (one === shown || one.told_by === till));
  const version = same?.version ?? (versions.at(-1)?.version ?? 0) + 1;
  const shows = isNamed && (shown === undefined || same === shown);
  if (same === undefined) await connection.query(INSERT, [...values, version, shows, till]);
  else await connection.query(UPDATE, [...values, version, shows]);
  await connection.query(TRANSACTIONS, [merchant, payout.payoutId, at, version, lines]);
  if (same !== undefined || shown === undefined || !isNamed) return;
  const detail = { other: shown.told_by, ids: [payout.payoutId] };
  await raise(connection, { kind: 'payout.differs', till, about: merchant, detail }, now);
}

/** $1 the merchant, $2 the payout, $3 now, $4 the time zone. */
const TOLD = `told AS (
    SELECT *, (chain_time(date, $3::date) AT TIME ZONE $4)::date AS day
      FROM jsonb_to_record($2) AS told ("payoutId" text, environment text, date bigint, status text, "paymentCount" bigint,
        "paymentCents" bigint, "refundCount" bigint, "refundCents" bigint, "payoutCents" bigint, "ibanEnd" text))`;
const LINES =
  'jsonb_to_recordset($5) AS line (kind text, id text, "paymentId" text, cents bigint, date bigint, reference text)';

/**
 * Versions of the payout. The same: amounts, counts, day and IBAN, no transaction with another amount, and no more
 * transactions than the payout has. $5: its transactions.
 */
const VERSIONS = `WITH ${TOLD}, line AS (SELECT DISTINCT kind, id, cents FROM ${LINES}),
    kept AS (SELECT x.* FROM told JOIN payout_transactions x ON x.merchant = $1 AND x.payout_id = "payoutId")
  SELECT version, shown, told_by, p.environment = told.environment AND p.day = told.day
      AND (payment_count, payment_cents, refund_count, refund_cents, payout_cents)
        = ("paymentCount", "paymentCents", "refundCount", "refundCents", "payoutCents")
      AND coalesce(iban_end = "ibanEnd", true)
      AND NOT EXISTS (SELECT FROM line JOIN kept USING (kind, id) WHERE kept.version = p.version AND kept.cents <> line.cents)
      AND (SELECT count(*) FILTER (WHERE kind = 'payment') <= greatest(payment_count, 0)
          AND count(*) FILTER (WHERE kind = 'refund') <= greatest(refund_count, 0)
        FROM (SELECT kind, id FROM line UNION SELECT kind, id FROM kept WHERE kept.version = p.version) AS every) AS is_same
    FROM told JOIN payouts p ON p.merchant = $1 AND p.payout_id = "payoutId" ORDER BY version`;

/** $5: the version; $6: it is shown; $7: the till. */
const INSERT = `WITH ${TOLD}
  INSERT INTO payouts (merchant, payout_id, environment, day, status, payment_count, payment_cents, refund_count, refund_cents,
      payout_cents, iban_end, told_by, told_at, version, shown)
    SELECT $1, "payoutId", environment, day, status, "paymentCount", "paymentCents", "refundCount", "refundCents",
        "payoutCents", "ibanEnd", $7, $3, $5, $6 FROM told`;
/** A payout that succeeded does not fail any more. */
const UPDATE = `WITH ${TOLD}
  UPDATE payouts p SET status = CASE p.status WHEN 'SUCCEEDED' THEN p.status ELSE told.status END,
      iban_end = coalesce(iban_end, "ibanEnd"), shown = shown OR $6, told_at = CASE WHEN shown OR $6 THEN $3 ELSE told_at END
    FROM told WHERE p.merchant = $1 AND p.payout_id = "payoutId" AND p.version = $5`;

/** $2: the payout's id; $4: the version. */
const TRANSACTIONS = `
  INSERT INTO payout_transactions (merchant, payout_id, version, kind, id, payment_id, cents, at, reference)
    SELECT DISTINCT ON (kind, id) $1, $2, $4::integer, kind, id, CASE kind WHEN 'payment' THEN id ELSE "paymentId" END, cents,
        chain_time(date, $3::date), reference
      FROM ${LINES} ORDER BY kind, id
    ON CONFLICT DO NOTHING`;
