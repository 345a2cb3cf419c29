import { eachIsolated, inSavepoint } from '../database/isolated.ts';
import { type Connection, type Database, inTransaction } from '../database/open.ts';
import { MOST_OF_A_TILL, raise, states } from './raise.ts';

export interface ReportedAlert {
  readonly kind: string;
  readonly till: number | null;
  readonly tillName: string | null;
  readonly shop: string | null;
  readonly shopName: string | null;
  readonly about: string;
  readonly detail: Readonly<Record<string, unknown>> | null;
  /** ms since the epoch. */
  readonly raisedAt: number;
}

/** All alerts raised or ended since the previous message. */
export interface AlertMessage {
  readonly raised: readonly ReportedAlert[];
  readonly ended: readonly ReportedAlert[];
}

interface WatchOptions {
  readonly database: Database;
  readonly timeZone: string;
  /** ms since the epoch. */
  now(): number;
  /** Runs in the transaction that marks the alerts as notified. */
  notify(message: AlertMessage, connection: Connection): Promise<void>;
  /** Called when a query failed, for a single till or for all. */
  onFault(fault: Error): void;
}

const MINUTE_MS = 60_000;
/** Bundles alerts, so that an outage causes a single message rather than a message per till. */
const BETWEEN_MESSAGES_MS = 5 * MINUTE_MS;
/** After a longer pause the collector was down, so tills are not reported as silent for that time. */
const AWAY_MS = 3 * MINUTE_MS;
const SILENT_MS = 15 * MINUTE_MS;

/** Checks everything once a minute. */
export function watch(options: WatchOptions): Promise<void> {
  return inTransaction(options.database, async (connection) => {
    const time = options.now();
    const moment = new Date(time);
    // The row lock lets several collectors check one after the other.
    const { rows } = await connection.query(HERE, [time, AWAY_MS]);
    const { since, told: notifiedAt } = rows[0];
    await lookAtTills(connection, new Date(since), options);
    await lookAtPayouts(connection, options);
    if (time - notifiedAt < BETWEEN_MESSAGES_MS) return;
    const message = await takeUnsent(connection, moment);
    if (message.raised.length + message.ended.length === 0) return;
    await options.notify(message, connection);
    await connection.query(
      `UPDATE facts SET value = value || jsonb_build_object('told', $1::bigint) WHERE name = 'watch'`,
      [time],
    );
  });
}

/** A till whose data makes a query fail is skipped until a manager has decided. */
async function lookAtTills(connection: Connection, since: Date, { timeZone, now, onFault }: WatchOptions) {
  const moment = new Date(now());
  const { rows } = await connection.query(
    `SELECT till FROM tills t WHERE NOT EXISTS (SELECT FROM alerts a
       WHERE a.kind = 'till.fault' AND a.till = t.till AND about = 'alerts' AND a.ended_at IS NULL)`,
  );
  const tills: readonly number[] = rows.map(({ till }) => till);
  const failed = await eachIsolated(connection, tills, async (some) => {
    const own = states.filter((kind) => kind !== 'payout.late');
    await connection.query(OF_TILLS, [moment, own, some, since, `${SILENT_MS} ms`, timeZone]);
    await connection.query(REFUNDS, [moment, some]);
  });
  for (const { of: till, fault } of failed) {
    onFault(fault);
    const detail = { reason: fault.message.slice(0, 200) };
    await raise(connection, { kind: 'till.fault', till, about: 'alerts', detail }, now());
  }
}

async function lookAtPayouts(connection: Connection, { now, onFault }: WatchOptions): Promise<void> {
  const fault = await inSavepoint(connection, () =>
    connection.query(OF_MERCHANTS, [new Date(now()), ['payout.late'], [0]]),
  );
  if (fault === undefined) return;
  onFault(fault);
  const detail = { reason: fault.message.slice(0, 200) };
  await raise(connection, { kind: 'watch.failed', about: 'payout.late', detail }, now());
}

const HERE = `INSERT INTO facts VALUES ('watch', jsonb_build_object('seen', $1::bigint, 'since', $1::bigint, 'told', 0))
  ON CONFLICT (name) DO UPDATE SET value = facts.value || jsonb_build_object('seen', $1::bigint, 'since',
    CASE WHEN (facts.value->>'seen')::bigint < $1 - $2::bigint THEN $1 ELSE (facts.value->>'since')::bigint END)
  RETURNING (value->>'since')::bigint AS since, (value->>'told')::bigint AS told`;

/**
 * A till becomes silent when not heard during the hours between its first and last sale a week ago (a day ago for a new
 * till), or for three days, and stays silent until heard again.
 */
const STATES_OF_TILLS = `
  SELECT 'till.silent' AS kind, till, shop, '' AS about, jsonb_build_object('lastSeen', last_seen) AS detail FROM tills t
    WHERE till = ANY ($3) AND ended_at IS NULL AND alarmed AND last_seen < NOW - $5::interval AND (
      EXISTS (SELECT FROM alerts a WHERE a.kind = 'till.silent' AND a.till = t.till AND a.ended_at IS NULL)
      OR $4::timestamptz < NOW - $5::interval AND (last_seen < NOW - interval '3 days'
        OR EXISTS (SELECT FROM day_hours h WHERE h.till = t.till AND paid_count > 0
          AND h.day = (NOW AT TIME ZONE $6)::date - CASE WHEN enrolled_at < NOW - interval '8 days' THEN 7 ELSE 1 END
          HAVING extract(hour FROM NOW AT TIME ZONE $6) BETWEEN min(hour) + 1 AND max(hour) - 1)))
  UNION ALL SELECT kind, till, shop, '', detail FROM tills, LATERAL (VALUES
      ('till.clock', abs((status->>'skewMs')::numeric) > 120000, jsonb_build_object('skewMs', status->'skewMs')),
      ('till.keychain', status->>'keychain' <> 'ok', NULL),
      ('till.journal', status->>'journal' <> 'ok', jsonb_build_object('state', status->'journal')),
      ('till.disk', (status->>'diskFree')::numeric < 1e9, jsonb_build_object('free', status->'diskFree')),
      ('settings.failed', status->'settings'->>'state' = 'failed', status->'settings'->'why')) AS state (kind, is_so, detail)
    WHERE till = ANY ($3) AND ended_at IS NULL AND is_so
  UNION ALL SELECT 'sale.unknown', s.till, s.shop, sale_id,
      jsonb_build_object('reference', reference, 'amount', amount, 'stage', stage)
    FROM tills t, LATERAL (SELECT * FROM sales WHERE sales.till = t.till AND NOT settled AND counted AND environment = 'PROD'
      AND day BETWEEN NOW::date - 31 AND NOW::date + 1 AND stage <> ALL ('{paid,cancelled,expired,failed,voided}')
      AND at BETWEEN NOW - interval '30 days' AND NOW - interval '30 minutes' ORDER BY at LIMIT ${MOST_OF_A_TILL}) AS s
    WHERE t.till = ANY ($3)`;

/**
 * A payout is late when a merchant's tills took money more than five days ago and reported recent payouts, but none of
 * a later day.
 */
const STATES_OF_MERCHANTS = `
  SELECT 'payout.late' AS kind, NULL::integer AS till, NULL AS shop, merchant AS about,
      jsonb_build_object('lastDay', day) AS detail
    FROM (SELECT merchant, max(day) AS day, max(told_at) AS told FROM payouts WHERE environment = 'PROD' AND shown
      GROUP BY merchant) AS newest
    WHERE told > NOW - interval '2 days' AND EXISTS (SELECT FROM sales s WHERE s.day BETWEEN NOW::date - 60 AND NOW::date - 6
      AND s.day > newest.day AND stage = 'paid' AND counted AND till IN (
        SELECT till FROM till_merchants m WHERE m.merchant = newest.merchant AND m.environment = 'PROD'))`;

/** $2: the kinds in `current`; $3: tills, 0 for none. */
const follow = (current: string) =>
  at(`WITH current AS (${current}),
  ended AS (UPDATE alerts a SET ended_at = NOW WHERE kind = ANY ($2) AND coalesce(till, 0) = ANY ($3) AND ended_at IS NULL
    AND NOT EXISTS (
      SELECT FROM current c WHERE c.kind = a.kind AND c.till IS NOT DISTINCT FROM a.till AND c.about = a.about))
  INSERT INTO alerts (kind, till, shop, about, detail, raised_at)
    SELECT kind, till, shop, about, detail, NOW FROM current
  ON CONFLICT (kind, coalesce(till, 0), about) WHERE ended_at IS NULL DO NOTHING`);
const OF_TILLS = follow(STATES_OF_TILLS);
const OF_MERCHANTS = follow(STATES_OF_MERCHANTS);

/** Three or more refunds by a person at a till within an hour. */
const REFUNDS = at(`INSERT INTO alerts (kind, till, shop, about, detail, raised_at)
  SELECT 'refund.odd', till, shop, about, detail, NOW FROM (
    SELECT till, max(shop) AS shop, by_id || ' ' || date_trunc('hour', max(at)) AS about,
        jsonb_build_object('by', max(by_name), 'refunds', count(*), 'amount', sum(amount)) AS detail,
        row_number() OVER (PARTITION BY till ORDER BY count(*) DESC, by_id) AS number
      FROM refunds r WHERE till = ANY ($2) AND counted AND environment = 'PROD' AND by_id IS NOT NULL
        AND day BETWEEN NOW::date - 1 AND NOW::date + 1 AND at BETWEEN NOW - interval '1 hour' AND NOW + interval '15 minutes'
        AND stage NOT IN ('refused', 'failed', 'not-made')
      GROUP BY till, by_id HAVING count(*) >= 3 AND NOT EXISTS (SELECT FROM alerts a WHERE a.kind = 'refund.odd'
        AND a.till = r.till AND starts_with(a.about, r.by_id || ' ') AND a.raised_at > NOW - interval '1 hour')) AS odd
    WHERE number <= ${MOST_OF_A_TILL}
  ON CONFLICT (kind, coalesce(till, 0), about) WHERE ended_at IS NULL DO NOTHING`);

/** `NOW` is the first parameter. */
function at(sql: string): string {
  return sql.replaceAll('NOW', '$1::timestamptz');
}

/** Alerts that ended before a message are not sent. */
async function takeUnsent(connection: Connection, now: Date): Promise<AlertMessage> {
  const columns = `a.kind, a.till, t.name AS "tillName", a.shop, s.name AS "shopName", a.about, a.detail,
    (extract(epoch FROM a.raised_at) * 1000)::bigint AS "raisedAt"`;
  const of = (set: string, where: string) =>
    connection.query<ReportedAlert>(
      `WITH a AS (UPDATE alerts SET ${set} WHERE ${where} RETURNING *)
         SELECT ${columns} FROM a LEFT JOIN tills t USING (till) LEFT JOIN shops s ON s.shop = a.shop ORDER BY a.alert`,
      [now],
    );
  await connection.query(
    'UPDATE alerts SET told_at = $1, end_told_at = $1 WHERE told_at IS NULL AND ended_at IS NOT NULL',
    [now],
  );
  const raised = await of('told_at = $1', 'told_at IS NULL');
  // Other alerts end with a click on the page, so their end is not sent.
  const isOver = `told_at IS NOT NULL AND ended_at IS NOT NULL AND end_told_at IS NULL AND kind IN ('${states.join("','")}')`;
  const ended = await of('end_told_at = $1', isOver);
  return { raised: raised.rows, ended: ended.rows };
}
