import { csv } from '../../main/export/csv.ts';
import type { Column, ColumnType, ExportRow } from '../../main/export/table.ts';
import { type Asking, notFound, type Row } from './asking.ts';
import type { ExportAsk } from './contract.ts';
import { TILL_NAME } from './figures.ts';
import { checkSeesAll, EXPORTED } from './payouts.ts';

interface Table {
  /** Names, with the type after a colon except for texts. */
  readonly columns: string;
  readonly sql: string;
}

const PLACE = 'shop shop_name till:integer till_name';
const PLACE_SQL = `p.shop, p.name AS shop_name, t.till, ${TILL_NAME} AS till_name`;
const JOINED = 'JOIN tills t USING (till) JOIN shops p ON p.shop = r.shop';
/** $1 and $2 are the days, $3 the shop. */
const RANGED = 'WHERE r.day BETWEEN $1 AND $2 AND ($3::text IS NULL OR r.shop = $3)';
const COUNTED = `CASE WHEN r.counted THEN 'yes' ELSE 'no' END AS counted, r.environment`;

const TABLES: Readonly<Record<ExportAsk['table'], Table>> = {
  sales: {
    columns: `day ${PLACE} at:time reference amount:cents stage status payment_id paid_at:time by origin counted environment`,
    sql: `SELECT r.day, ${PLACE_SQL}, r.at, r.reference, r.amount, r.stage, r.status, r.payment_id,
        r.succeeded_at AS paid_at, r.by_name AS by, r.origin, ${COUNTED}
      FROM sales r ${JOINED} ${RANGED} ORDER BY r.day, r.at`,
  },
  refunds: {
    columns: `day ${PLACE} at:time amount:cents stage reason payment_id refund_id by allowed_by counted environment`,
    sql: `SELECT r.day, ${PLACE_SQL}, r.at, r.amount, r.stage, r.reason, r.payment_id, r.refund_id, r.by_name AS by,
        r.allowed_name AS allowed_by, ${COUNTED}
      FROM refunds r ${JOINED} ${RANGED} ORDER BY r.day, r.at`,
  },
  tills: {
    columns: `day ${PLACE} paid_count:integer paid:cents refund_count:integer refunded:cents environment`,
    sql: `SELECT r.day, ${PLACE_SQL}, sum(paid_count)::int AS paid_count, sum(paid_sum) AS paid,
        sum(refund_count)::int AS refund_count, sum(refund_sum) AS refunded, r.environment
      FROM day_hours r ${JOINED} ${RANGED}
      GROUP BY r.day, p.shop, p.name, t.till, r.environment ORDER BY r.day, p.name, t.till`,
  },
  payout: {
    columns: `kind id at:time cents:cents reference ${PLACE} sale_day`,
    sql: `SELECT m.*, "shopName" AS shop_name, "tillName" AS till_name, day AS sale_day
      FROM (${EXPORTED}) m ORDER BY at, kind, id`,
  },
};

function columnsOf({ columns }: Table): readonly Column[] {
  return columns.split(' ').map((column) => {
    const [name = '', type = 'text'] = column.split(':');
    return { name, type: type as ColumnType };
  });
}

const AT_ONCE = 2_000;

/** Before the first line is read. Throws Refusal: 404 for an unknown payout, 403 without access to every shop. */
export async function noteExport(
  { table, from, to, shop, merchant, payoutId }: ExportAsk,
  asking: Asking,
): Promise<void> {
  const isPayout = table === 'payout';
  if (isPayout) checkSeesAll(asking.who);
  if (isPayout && (merchant === undefined || payoutId === undefined)) throw notFound();
  await asking.note('exported', {
    ...(shop && { shop }),
    detail: isPayout ? { table, payoutId } : { table, from, to },
  });
}

export function exportName({ table, from, to, payoutId = '' }: ExportAsk): string {
  return table === 'payout' ? `payout-${payoutId.replaceAll(/[^\w-]/g, '_')}.csv` : `${table}-${from}-${to}.csv`;
}

/** Yields CSV at the reader's speed. */
export async function* exportLines(ask: ExportAsk, asking: Asking): AsyncGenerator<string | Uint8Array> {
  const { table, from, to, shop, merchant, payoutId, decimal } = ask;
  const values = table === 'payout' ? [merchant, payoutId, asking.timeZone] : [from, to, shop];
  await asking.rows(`DECLARE exported NO SCROLL CURSOR FOR ${TABLES[table].sql}`, ...values);
  const separator = decimal === ',' ? ';' : ',';
  const shape = columnsOf(TABLES[table]);
  yield* csv({ separator, decimal, byteOrderMark: true, zone: zoneOf(asking.timeZone) })(shape, batches(shape, asking));
}

async function* batches(columns: readonly Column[], { rows }: Asking): AsyncGenerator<readonly ExportRow[]> {
  for (;;) {
    const fetched = await rows<Row>(`FETCH ${AT_ONCE} FROM exported`);
    if (fetched.length === 0) return;
    yield fetched.map((row) => columns.map(({ name }) => (row[name] ?? undefined) as ExportRow[number]));
  }
}

/** Offset from UTC, minutes. */
function zoneOf(timeZone: string): (at: number) => number {
  const format = new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset' });
  return (at) => {
    const offset = format.formatToParts(at).find(({ type }) => type === 'timeZoneName')?.value ?? '';
    const [, sign, hours, minutes] = /GMT([+-])(\d\d):(\d\d)/.exec(offset) ?? ['', '+', '0', '0'];
    return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes));
  };
}
