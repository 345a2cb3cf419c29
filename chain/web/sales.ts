import { jsonOrUndefined } from '../../main/base/json-syntax.ts';
import { type Asking, dayIn, type Handlers, limitOf, notFound, paged, Refusal, type Row, tillsOf } from './asking.ts';
import { type Asked, ROWS } from './contract.ts';
import { TILL_NAME } from './figures.ts';

/** These refunds move no money, now or later. */
const NO_REFUND = `('refused', 'not-made', 'failed')`;

const PLACE = `t.till, ${TILL_NAME} AS "tillName", p.shop, p.name AS "shopName"`;
const SALE = `${PLACE}, s.journal, s.counted, s.sale_id AS "saleId", s.day, s.at, s.reference, s.amount, s.stage, s.settled, s.alarm,
  s.environment, coalesce((SELECT sum(r.amount) FROM refunds r
    WHERE r.payment_id = s.payment_id AND r.day >= s.day AND r.counted AND r.stage NOT IN ${NO_REFUND}), 0) AS refunded`;
const FROM_SALES = 'FROM sales s JOIN tills t ON t.till = s.till JOIN shops p ON p.shop = s.shop';
const REFUND = `${PLACE}, r.journal, r.refund_key AS "refundKey", r.sale_id AS "saleId", s.day AS "saleDay", s.reference, r.at,
  r.amount, r.reason, r.stage, r.by_name AS "byName", r.allowed_name AS "allowedName"`;
const FROM_REFUNDS = `FROM refunds r JOIN tills t ON t.till = r.till JOIN shops p ON p.shop = r.shop
  LEFT JOIN sales s ON s.till = r.till AND s.journal = r.journal AND s.sale_id = r.sale_id
    AND s.day <= r.day`;

const SHOWN = {
  open: `NOT s.settled AND s.stage <> 'unknown'`,
  unknown: `NOT s.settled AND s.stage = 'unknown'`,
  late: 's.alarm IS NOT NULL AND NOT s.alarm_seen',
  found: 'true',
};

export const salesHandlers: Handlers<'sales' | 'sale' | 'refunds' | 'refunds.of'> = {
  async sales(ask, asking) {
    const { from, to, after } = ask;
    const tills = await tillsOf(asking, ask);
    const looked = ask.show === 'found' ? wantedText(ask) : { sql: 'true', value: null };
    const rows = await asking.rows(
      `SELECT ${SALE} ${FROM_SALES}
       WHERE s.day BETWEEN $1 AND $2 AND ${SHOWN[ask.show]} AND ($3::int[] IS NULL OR s.till = ANY ($3))
         AND ($4::text IS NULL OR ${looked.sql})
         AND ($5::timestamptz IS NULL OR (s.at, s.till, s.sale_id) < ($5, $6, $7))
       ORDER BY s.at DESC, s.till DESC, s.sale_id DESC ${limitOf()}`,
      ...[from, to, tills, looked.value],
      ...(after === undefined ? [null, null, null] : [new Date(after.at), after.till, after.saleId]),
    );
    const shown = paged(rows);
    const { at, till: lastTill, saleId } = shown.rows.at(-1) ?? {};
    return { rows: shown.rows, next: shown.more ? { at, till: lastTill, saleId } : null };
  },

  async sale({ till, journal, saleId, day }, asking) {
    const [sale] = await asking.rows(
      `SELECT ${SALE}, s.description, s.status, s.ending, s.payment_id AS "paymentId", s.succeeded_at AS "succeededAt",
         s.ended_at AS "endedAt", s.origin, s.by_name AS "byName", s.register, s.seq
       ${FROM_SALES} WHERE s.till = $1 AND s.journal = $2 AND s.day = $3 AND s.sale_id = $4`,
      ...[till, journal, day, saleId],
    );
    if (sale === undefined) throw notFound();
    const refunds = await asking.rows(
      `SELECT ${REFUND}, r.seq ${FROM_REFUNDS} WHERE r.payment_id = $1 AND r.day >= $2 ORDER BY r.at LIMIT ${ROWS}`,
      ...[sale['paymentId'], day],
    );
    const [payout] = await asking.rows(
      `SELECT merchant, payout_id AS "payoutId" FROM payout_transactions JOIN payouts USING (merchant, payout_id, told_by)
       WHERE payment_id = $1 AND kind = 'payment' AND shown LIMIT 1`,
      sale['paymentId'],
    );
    const own = refunds.filter((refund) => refund['till'] === till && refund['journal'] === journal);
    return { sale, refunds, payout: payout ?? null, events: await eventsOf(sale, own, asking) };
  },

  async refunds({ from, to, environment, shop }, asking) {
    const people = await asking.rows(
      `SELECT r.shop, p.name AS "shopName", r.by_name AS name, max(r.amount) AS largest,
         json_build_object('count', count(*), 'cents', sum(r.amount)) AS refunded, count(r.allowed_name)::int AS allowed
       FROM refunds r JOIN shops p ON p.shop = r.shop
       WHERE r.day BETWEEN $1 AND $2 AND r.counted AND r.environment = $3 AND r.stage NOT IN ${NO_REFUND}
         AND ($4::text IS NULL OR r.shop = $4)
       GROUP BY 1, 2, 3 ORDER BY sum(r.amount) DESC, 2, 3 ${limitOf()}`,
      ...[from, to, environment, shop],
    );
    return paged(people);
  },

  async 'refunds.of'({ from, to, environment, shop, name, page }, asking) {
    const rows = await asking.rows(
      `SELECT ${REFUND} ${FROM_REFUNDS}
       WHERE r.day BETWEEN $1 AND $2 AND r.counted AND r.environment = $3 AND r.stage NOT IN ${NO_REFUND}
         AND r.shop = $4 AND r.by_name IS NOT DISTINCT FROM $5
       ORDER BY r.at DESC, r.refund_key ${limitOf(page)}`,
      ...[from, to, environment, shop, name],
    );
    return paged(rows);
  },
};

/**
 * Under row-level security an index serves only leakproof operators: `LIKE` is not leakproof, these are. $4 is the
 * text. Amounts have no index, so a shop is required.
 */
function wantedText({ text = '', shop, till }: Asked<'sales'>) {
  const amount = /^(?:€|EUR)?\s*(\d{1,10})[.,](\d\d)$/.exec(text);
  const isNarrow = shop !== undefined || till !== undefined;
  if (amount !== null && !isNarrow)
    throw new Refusal(400, 'sales.amount-needs-shop', 'Search by amount requires a shop.', { path: 'shop' });
  if (amount !== null) return { sql: 's.amount = $4::bigint', value: `${amount[1]}${amount[2]}` };
  if (text === '' && !isNarrow)
    throw new Refusal(400, 'sales.what', 'Reference, payment id, amount or shop required.', {
      path: 'text',
    });
  if (text === '') return { sql: 'true', value: null };
  if (/^[\w-]{24}$/.test(text)) return { sql: '(s.payment_id = $4 OR s.reference = $4)', value: text };
  return { sql: `(s.reference ~>=~ $4 AND s.reference ~<~ ($4 || chr(1114111)))`, value: text };
}

/** Sequence numbers of a sale's events; a refund's may come much later. */
const NEAR = 3_000;
const FACTS = ['stage', 'status', 'amount', 'outcome', 'decision', 'why', 'ending', 'refundKey'];

async function eventsOf(sale: Row, refunds: readonly Row[], asking: Asking): Promise<readonly Row[]> {
  const places = [sale, ...refunds].map((row) => Number(row['seq']));
  const keys = refunds.map((row) => row['refundKey']);
  const day = dayIn(asking.timeZone, Number(sale['at']) - 86_400_000);
  const rows = await asking.rows<{ seq: number; at: number; type: string; payload: string }>(
    `SELECT DISTINCT e.seq, e.at, e.type, e.payload FROM unnest($2::int[]) place
     JOIN branches b ON b.till = $1 AND b.journal = $6
     JOIN branch_days d ON d.till = $1 AND d.branch = b.branch AND d.received >= $3 AND d.from_seq <= place + ${NEAR}
     JOIN events e ON e.till = d.till AND e.branch = d.branch AND e.received = d.received AND e.received >= $3
       AND e.seq BETWEEN place - ${NEAR} AND place + ${NEAR}
     WHERE position($4 IN e.payload) > 0 OR EXISTS (SELECT FROM unnest($5::text[]) key WHERE position(key IN e.payload) > 0)
     ORDER BY e.seq LIMIT 200`,
    ...[
      sale['till'],
      places,
      day,
      JSON.stringify(sale['saleId']),
      keys.map((key) => JSON.stringify(key)),
      sale['journal'],
    ],
  );
  return rows.map(({ payload, ...row }) => ({ ...row, facts: factsOf(payload) }));
}

/** The short fields that the page has texts for. */
function factsOf(payload: string): Row {
  // A till can sign a payload that is not JSON.
  const event = Object(jsonOrUndefined(payload)) as Row & { readonly by?: unknown };
  const short = FACTS.flatMap((name) => {
    const value = event[name];
    return typeof value === 'string' || typeof value === 'number' ? [[name, value]] : [];
  });
  const name = typeof event.by === 'object' && event.by !== null && 'name' in event.by ? event.by.name : undefined;
  return Object.fromEntries(typeof name === 'string' ? [...short, ['by', name]] : short);
}
