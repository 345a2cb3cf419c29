import { type Handlers, notFound, paged, type Row } from './asking.ts';
import { ROWS } from './contract.ts';
import { TILL_NAME } from './figures.ts';

const PAYOUT = `merchant, payout_id AS "payoutId", day, status, payment_count AS "paymentCount",
  payment_cents AS "paymentCents", refund_count AS "refundCount", refund_cents AS "refundCents",
  payout_cents AS "payoutCents", iban_end AS "ibanEnd"`;

/**
 * Transactions of a payout, each with the sale that a till has of its payment. Days bound it: a payment is sold around its
 * time, a refund up to 13 months after. $3 is the time zone.
 */
export const MATCHED = `
  SELECT x.id, x.kind, x.cents, x.at, x.reference, m.till, m."tillName", m.shop, m."shopName", m.sale_id, m.day
  FROM payout_transactions x LEFT JOIN LATERAL (
    SELECT s.till, ${TILL_NAME} AS "tillName", p.shop, p.name AS "shopName", s.sale_id, s.day
    FROM sales s JOIN tills t ON t.till = s.till JOIN shops p ON p.shop = s.shop
    WHERE s.payment_id = x.payment_id AND s.counted
      AND s.day BETWEEN (x.at AT TIME ZONE $3)::date - CASE x.kind WHEN 'refund' THEN 400 ELSE 2 END
        AND (x.at AT TIME ZONE $3)::date + 2
    LIMIT 1) m ON true
  WHERE x.merchant = $1 AND x.payout_id = $2`;

export const payoutsHandlers: Handlers<'payouts' | 'payout'> = {
  async payouts({ from, to, page }, { rows, who }) {
    const found = await rows(
      `SELECT ${PAYOUT} FROM payouts WHERE day BETWEEN $1 AND $2
       ORDER BY day DESC, merchant, payout_id LIMIT ${ROWS + 1} OFFSET $3`,
      ...[from, to, page * ROWS],
    );
    const shown = paged(found, ROWS);
    return { ...shown, rows: shown.rows.map((row) => seenBy(row, who.shops)) };
  },

  async payout({ merchant, payoutId, show, page }, { rows, who, timeZone }) {
    const key = [merchant, payoutId] as const;
    const [payout] = await rows(`SELECT ${PAYOUT} FROM payouts WHERE merchant = $1 AND payout_id = $2`, ...key);
    if (payout === undefined) throw notFound();
    const sum = (when: string) =>
      `json_build_object('count', count(*) FILTER (WHERE ${when}), 'cents', coalesce(sum(cents) FILTER (WHERE ${when}), 0))`;
    const [sums] = await rows(
      `SELECT ${sum('till IS NOT NULL')} AS known, ${sum('till IS NULL')} AS unknown FROM (${MATCHED}) matched`,
      ...[...key, timeZone],
    );
    const found = await rows(
      `SELECT * FROM (${MATCHED}) matched WHERE $4 = 'all' OR till IS NULL ORDER BY at, kind, id LIMIT ${ROWS + 1} OFFSET $5`,
      ...[...key, timeZone, show, page * ROWS],
    );
    const shown = paged(found, ROWS);
    return { payout: seenBy(payout, who.shops), ...sums, ...shown, rows: shown.rows.map(withSale) };
  },
};

/** The sums of a payout are those of every shop of its merchant. */
function seenBy(payout: Row, shops: readonly string[] | null): Row {
  if (shops === null) return payout;
  const none = { paymentCount: null, paymentCents: null, refundCount: null, refundCents: null, payoutCents: null };
  return { ...payout, ...none };
}

function withSale({ till, tillName, shop, shopName, sale_id: saleId, day, ...row }: Row): Row {
  return { ...row, sale: till === null ? null : { till, tillName, shop, shopName, saleId, day } };
}
