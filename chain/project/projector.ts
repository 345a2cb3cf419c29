import { raise } from '../alerts/raise.ts';
import { eachIsolated } from '../database/isolated.ts';
import { type Connection, type Database, inTransaction } from '../database/open.ts';
import { countOnce, decidedIds } from './claims.ts';
import { IS_IMPLAUSIBLE, latestPlausible, reportImplausible } from './implausible-events.ts';
import { makeTables, refunds, sales } from './record-tables.ts';
import { projectRecords } from './records.ts';

interface ProjectOptions {
  readonly database: Database;
  readonly timeZone: string;
  /** ms since the epoch. */
  now(): number;
  /** The till whose data made a run fail is set aside. */
  onFault(fault: Error): void;
}

const OF_A_BRANCH = 2_000;
const OF_A_RUN = 10_000;
/** A payment ends within a day of being charged; older rows are searched separately. */
const DAYS_BEFORE = 7;

/** Not read by any projection. Other unknown types are counted as skipped. */
const IGNORED = [
  ...['act', 'callback.seen', 'journal.begun', 'journal.refilled', 'refund.asked', 'refund.given-up'],
  ...['refund.unanswered', 'refund.unsettled', 'sale.mismatch', 'sale.cancel-answered', 'sale.superseded'],
  ...['sale.acknowledge-due', 'sale.acknowledged', 'sale.acknowledge-refused', 'sale.dismissed', 'sale.reopened'],
];
const READ = [
  ...['sale.intent', 'sale.imported', 'sale.created', 'sale.creation-unknown', 'sale.creation-refused'],
  ...['sale.creation-absent', 'sale.moved', 'sale.unreadable', 'sale.cancel-asked', 'sale.alarm-acknowledged'],
  ...['sale.settled', 'refund.intent', 'refund.imported', 'refund.refused', 'refund.answered', 'refund.settled'],
  'shift.closed',
];

interface Place {
  readonly till: number;
  readonly branch: number;
}
export const FIRST: Place = { till: 0, branch: 0 };

/**
 * Sets a till aside if its data makes the projection fail, and continues with the others. Returns the place for the
 * next run and whether all is projected; `undefined` while another collector of this database projects.
 */
export function projectSome(
  options: ProjectOptions,
  from: Place,
): Promise<{ next: Place; isDone: boolean } | undefined> {
  return inTransaction(options.database, async (connection) => {
    const { rows: locks } = await connection.query("SELECT pg_try_advisory_xact_lock(hashtext('projector')) AS mine");
    if (!locks[0].mine) return undefined;
    if (await countDecided(connection, options)) return { next: from, isDone: false };
    const { rows: behind } = await connection.query<Behind>(BEHIND, [from.till, from.branch, OF_A_BRANCH, OF_A_RUN]);
    const last = behind.at(-1);
    if (last === undefined) return { next: FIRST, isDone: from === FIRST };
    const tills = [...Map.groupBy(behind, ({ till }) => till).values()];
    const failed = await eachIsolated(connection, tills, async (some) => {
      if (some.length < tills.length) await connection.query(EMPTY);
      await project(connection, some.flat(), options);
    });
    for (const { of, fault } of failed) await setAside(connection, of, fault, options);
    return { next: { till: last.till, branch: last.branch }, isDone: false };
  });
}

interface Behind extends Place {
  readonly journal: number;
  readonly after: number;
  readonly upto: number;
  readonly since: string;
  readonly shop: string;
  readonly environment: string;
}

const BEHIND = `SELECT till, branch, journal, after, upto, shop, b.environment, coalesce((SELECT max(received) FROM branch_days d
      WHERE d.till = b.till AND d.branch = b.branch AND d.from_seq <= after + 1), '-infinity') AS since
  FROM (
    SELECT till, branch, journal, environment, projected_seq AS after, least(next_seq - 1, projected_seq + $3) AS upto,
        sum(least(next_seq - 1 - projected_seq, $3)) OVER (ORDER BY till, branch) AS events
      FROM branches WHERE projected_seq < next_seq - 1 AND aside IS NULL AND (till, branch) > ($1, $2)
      ORDER BY till, branch LIMIT 1000) AS b
    JOIN tills USING (till)
  WHERE events - (upto - after) < $4 ORDER BY till, branch`;

/** Leftovers of another till's failed attempt. */
const EMPTY = ['fresh', 'touched', 'sales_before', 'sales_after', 'refunds_before', 'refunds_after']
  .map((table) => `DROP TABLE IF EXISTS ${table}`)
  .join('; ');

async function setAside(
  connection: Connection,
  of: readonly Behind[],
  fault: Error,
  { now, onFault }: ProjectOptions,
): Promise<void> {
  onFault(fault);
  const [first] = of;
  if (first === undefined) return;
  await connection.query("UPDATE branches SET aside = 'fault' WHERE till = $1 AND branch = ANY ($2)", [
    first.till,
    of.map(({ branch }) => branch),
  ]);
  const detail = { reason: fault.message.slice(0, 200) };
  await raise(connection, { kind: 'till.fault', till: first.till, about: 'journal', detail }, now());
}

/** After a decision on which of two tills charged a payment. */
async function countDecided(connection: Connection, { timeZone, now }: ProjectOptions): Promise<boolean> {
  const decided = await decidedIds(connection);
  if (decided.size === 0) return false;
  await makeTables(connection);
  const counting = { days: ['-infinity', 'infinity'], timeZone, now: now() } as const;
  for (const record of [sales, refunds])
    await countOnce(connection, record, { ids: decided.get(record.table) ?? [], ...counting });
  await connection.query(SUM_HOURS);
  return true;
}

async function project(connection: Connection, behind: readonly Behind[], options: ProjectOptions): Promise<void> {
  const now = options.now();
  const moment = { timeZone: options.timeZone, now };
  const columns = (['till', 'branch', 'after', 'upto', 'since', 'shop', 'environment', 'journal'] as const).map(
    (column) => behind.map((row) => row[column]),
  );
  await makeTables(connection);
  await connection.query(FRESH);
  const since = columns[4]?.toSorted()[0];
  await connection.query(FILL, [...columns, IGNORED, since]);
  const { rows } = await connection.query(
    `SELECT min(greatest(received - 40, to_timestamp(least(greatest(at, 0), 1e13) / 1000.0)::date)) - $2::integer AS first,
       max(received) + 2 AS last,
       count(*) FILTER (WHERE told IS NULL OR type <> ALL ($3)) AS skipped, count(*) FILTER (WHERE ${IS_IMPLAUSIBLE}) AS odd
       FROM fresh`,
    [latestPlausible(now), DAYS_BEFORE, READ],
  );
  const { first, last, skipped, odd } = rows[0];
  if (first !== null) {
    await projectRecords(connection, sales, [first, last], moment);
    await projectRecords(connection, refunds, [first, last], moment);
    await connection.query(SHIFT_MONTHS, [moment.timeZone]);
    await connection.query(SHIFTS, [moment.timeZone]);
    await connection.query(SUM_HOURS);
  }
  if (skipped > 0) await connection.query(SKIPPED, [READ]);
  if (odd > 0) await reportImplausible(connection, now);
  await connection.query(
    `UPDATE branches b SET projected_seq = upto FROM unnest($1::integer[], $2::integer[], $3::integer[]) AS of (till, branch, upto)
       WHERE b.till = of.till AND b.branch = of.branch`,
    [columns[0], columns[1], columns[3]],
  );
}

/** Events of this run, with the payload as JSON; null for invalid JSON. */
const FRESH = `CREATE TEMP TABLE IF NOT EXISTS fresh (till integer, journal integer, branch integer, seq integer, at bigint, received date,
  shop text, environment text, place jsonb, type text, key text, told jsonb) ON COMMIT DELETE ROWS`;
const FILL = `INSERT INTO fresh
  SELECT e.till, of.journal, e.branch, e.seq, e.at, e.received, of.shop, of.environment,
      CASE WHEN e.type LIKE '%.intent' OR e.type LIKE '%.imported' THEN jsonb_build_object('till', e.till,
        'journal', of.journal, 'shop', of.shop, 'environment', of.environment, 'terminal', e.terminal, 'pos', e.pos) END,
      e.type, left(CASE WHEN e.type LIKE 'sale.%' THEN told->>'saleId' ELSE told->>'refundKey' END, 100), told
    FROM unnest($1::integer[], $2::integer[], $3::integer[], $4::integer[], $5::date[], $6::text[], $7::text[],
      $8::integer[]) AS of (till, branch, after, upto, since, shop, environment, journal)
    JOIN events e ON e.till = of.till AND e.branch = of.branch AND e.seq > of.after AND e.seq <= of.upto
      AND e.received >= of.since AND e.received >= $10
    CROSS JOIN LATERAL (SELECT chain_json(e.payload) AS told OFFSET 0) AS payload
    WHERE e.type <> ALL ($9)`;

const SHIFT_MONTHS = `SELECT chain_partition('shifts', day, 'month') FROM (
  SELECT DISTINCT (chain_time(chain_int(told->'to'), received) AT TIME ZONE $1)::date AS day
    FROM fresh WHERE type = 'shift.closed') AS closed WHERE day IS NOT NULL`;
const SHIFTS = `INSERT INTO shifts (till, day, branch, number, shop, environment, from_at, to_at, by_name, report)
  SELECT DISTINCT ON (till, branch, number) till, (to_at AT TIME ZONE $1)::date, branch, number, shop, environment, from_at,
      to_at, left(told->'by'->>'name', 200), chain_json(told->>'report')
    FROM fresh CROSS JOIN LATERAL (SELECT chain_int(told->'number') AS number,
      chain_time(chain_int(told->'from'), received) AS from_at, chain_time(chain_int(told->'to'), received) AS to_at) AS of
    WHERE type = 'shift.closed' AND number BETWEEN 1 AND 1e9 AND from_at IS NOT NULL AND to_at IS NOT NULL
    ORDER BY till, branch, number, seq DESC
  ON CONFLICT (till, branch, number, day) DO UPDATE SET report = excluded.report`;

const SKIPPED = `INSERT INTO facts
  SELECT 'projector.skipped', jsonb_build_object('events', count(*), 'type', max(type))
    FROM fresh WHERE told IS NULL OR type <> ALL ($1)
  ON CONFLICT (name) DO UPDATE SET value = excluded.value || jsonb_build_object('events',
    (excluded.value->>'events')::bigint + (facts.value->>'events')::bigint)`;

const sum = (of: string, record: string, stages: string) =>
  `coalesce(sum(${of}) FILTER (WHERE record = '${record}' AND stage = ANY ('{${stages}}')), 0)`;
/** Columns of `day_hours`, each a sum over added rows (n = 1) and removed rows (n = -1). */
const SUMS = Object.entries({
  paid_count: sum('n', 'sales', 'paid'),
  paid_sum: sum('n * amount', 'sales', 'paid'),
  refund_count: sum('n', 'refunds', 'refunded'),
  refund_sum: sum('n * amount', 'refunds', 'refunded'),
  cancelled: sum('n', 'sales', 'cancelled'),
  failed: sum('n', 'sales', 'failed, expired, voided'),
  open: sum('n', 'sales', 'creating, waiting, scanned, authorised'),
  unknown: sum('n', 'sales', 'unknown'),
});
const columns = SUMS.map(([column]) => column);
const SUM_HOURS = `INSERT INTO day_hours AS h (till, day, hour, environment, shop, ${columns})
  SELECT till, day, hour, environment, max(shop), ${SUMS.map(([, sums]) => sums)}
    FROM touched GROUP BY till, day, hour, environment
  ON CONFLICT (day, till, hour, environment) DO UPDATE SET shop = excluded.shop,
    ${columns.map((column) => `${column} = h.${column} + excluded.${column}`)}`;
