import { type Handlers, limitOf, notFound, paged, Refusal, type Row } from './asking.ts';
import type { Member } from './contract.ts';
import { TILL_NAME } from './figures.ts';

const PAYOUT = `merchant, payout_id AS "payoutId", day, status, payment_count AS "paymentCount",
  payment_cents AS "paymentCents", refund_count AS "refundCount", refund_cents AS "refundCents",
  payout_cents AS "payoutCents", iban_end AS "ibanEnd"`;

/** Bounded by days: a sale is near its payment's time, a refund up to 13 months later. $3 is the time zone. */
const MATCHED = `
  SELECT x.id, x.kind, x.cents, x.at, x.reference, m.*
  FROM payout_transactions x LEFT JOIN LATERAL (
    SELECT s.till, s.journal, s.shop, s.sale_id, s.day FROM sales s
    WHERE s.payment_id = x.payment_id AND s.counted
      AND s.day BETWEEN (x.at AT TIME ZONE $3)::date - CASE x.kind WHEN 'refund' THEN 400 ELSE 2 END
        AND (x.at AT TIME ZONE $3)::date + 2
    LIMIT 1) m ON true
  WHERE x.merchant = $1 AND x.payout_id = $2 AND x.told_by = (
    SELECT told_by FROM payouts WHERE merchant = $1 AND payout_id = $2 AND shown)`;

const named = (matched: string) => `
  SELECT m.*, ${TILL_NAME} AS "tillName", p.name AS "shopName"
  FROM ${matched} m LEFT JOIN tills t ON t.till = m.till LEFT JOIN shops p ON p.shop = m.shop`;
export const EXPORTED = named(`(${MATCHED})`);

const sum = (when: string) =>
  `json_build_object('count', count(*) FILTER (WHERE ${when}), 'cents', coalesce(sum(cents) FILTER (WHERE ${when}), 0))`;
const pageOf = (page: number) => `
  WITH matched AS MATERIALIZED (${MATCHED}),
    page AS (SELECT * FROM matched WHERE $4 = 'all' OR till IS NULL ORDER BY at, kind, id ${limitOf(page)})
  SELECT * FROM (SELECT ${sum('till IS NOT NULL')} AS known, ${sum('till IS NULL')} AS unknown FROM matched) sums
    LEFT JOIN (${named('page')}) named ON true ORDER BY at, kind, id`;

export const payoutsHandlers: Handlers<'payouts' | 'payout'> = {
  async payouts({ from, to, page }, { rows, who }) {
    checkSeesAll(who);
    const found = await rows(
      `SELECT ${PAYOUT} FROM payouts WHERE shown AND day BETWEEN $1 AND $2
       ORDER BY day DESC, merchant, payout_id ${limitOf(page)}`,
      ...[from, to],
    );
    return paged(found);
  },

  async payout({ merchant, payoutId, show, page }, { rows, who, timeZone }) {
    checkSeesAll(who);
    const key = [merchant, payoutId] as const;
    const reports = await rows(
      `SELECT ${PAYOUT}, shown,
         coalesce((SELECT ${TILL_NAME} FROM tills t WHERE t.till = told_by), told_by::text) AS "tillName"
       FROM payouts WHERE merchant = $1 AND payout_id = $2 ORDER BY told_at, told_by LIMIT 20`,
      ...key,
    );
    const payout = reports.find(({ shown }) => shown);
    if (payout === undefined) throw notFound();
    const found = await rows(pageOf(page), ...key, timeZone, show);
    const { known, unknown } = found[0] ?? {};
    const shown = paged(found.filter(({ id }) => id !== null));
    return {
      payout,
      reports: reports.length > 1 ? reports : [],
      known,
      unknown,
      ...shown,
      rows: shown.rows.map(withSale),
    };
  },
};

/** A payout covers all sales of a merchant, in any shop. Throws Refusal 403. */
export function checkSeesAll({ shops }: Member): void {
  if (shops !== null) throw new Refusal(403, 'payouts.all-shops', 'Payouts require access to every shop.');
}

function withSale({ till, tillName, shop, shopName, sale_id: saleId, journal, day, ...row }: Row): Row {
  return { ...row, sale: till === null ? null : { till, tillName, shop, shopName, journal, saleId, day } };
}
