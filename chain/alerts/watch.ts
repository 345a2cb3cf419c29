import { type Connection, type Database, inTransaction } from '../database/open.ts';
import { states } from './raise.ts';

export interface Told {
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

/** All that is new since the message before, however much it is. */
export interface AlertMessage {
  readonly raised: readonly Told[];
  readonly ended: readonly Told[];
}

export interface WatchOptions {
  readonly database: Database;
  readonly timeZone: string;
  /** ms since the epoch. */
  now(): number;
  /** In the transaction that notes it as told. */
  tell(message: AlertMessage, connection: Connection): Promise<void>;
}

const MINUTE_MS = 60_000;
/** A message has all that happened since the one before: an outage is one, and not one for each till. */
const BETWEEN_MESSAGES_MS = 5 * MINUTE_MS;
/** This long without a look of its own the collector was away, and asks no till where it was meanwhile. */
const AWAY_MS = 3 * MINUTE_MS;
const SILENT_MS = 15 * MINUTE_MS;

/** A look at everything, once a minute: raises and ends alerts, and tells of them. */
export function watch({ database, timeZone, now, tell }: WatchOptions): Promise<void> {
  return inTransaction(database, async (connection) => {
    const time = now();
    const moment = new Date(time);
    // Two collectors look one after the other.
    const { rows } = await connection.query(HERE, [time, AWAY_MS]);
    const { since, told } = rows[0];
    await connection.query(STATES, [moment, states, new Date(since), `${SILENT_MS} ms`, timeZone]);
    await connection.query(REFUNDS, [moment]);
    if (time - told < BETWEEN_MESSAGES_MS) return;
    const message = await untold(connection, moment);
    if (message.raised.length + message.ended.length === 0) return;
    await tell(message, connection);
    await connection.query(
      `UPDATE facts SET value = value || jsonb_build_object('told', $1::bigint) WHERE name = 'watch'`,
      [time],
    );
  });
}

const HERE = `INSERT INTO facts VALUES ('watch', jsonb_build_object('seen', $1::bigint, 'since', $1::bigint, 'told', 0))
  ON CONFLICT (name) DO UPDATE SET value = facts.value || jsonb_build_object('seen', $1::bigint, 'since',
    CASE WHEN (facts.value->>'seen')::bigint < $1 - $2::bigint THEN $1 ELSE (facts.value->>'since')::bigint END)
  RETURNING (value->>'since')::bigint AS since, (value->>'told')::bigint AS told`;

/**
 * A silent till is one of the register that was not heard, in the hours between its first and its last sale a week ago
 * (yesterday, while it is new) or not for three days; then it is silent until it is heard. A payout is late where a
 * merchant's tills took money more than five days ago, have told payouts of late, and none of a later day.
 */
const CURRENT = `
  SELECT 'till.silent' AS kind, till, shop, '' AS about, jsonb_build_object('lastSeen', last_seen) AS detail FROM tills t
    WHERE ended_at IS NULL AND alarmed AND last_seen < NOW - $4::interval AND (
      EXISTS (SELECT FROM alerts a WHERE a.kind = 'till.silent' AND a.till = t.till AND a.ended_at IS NULL)
      OR $3::timestamptz < NOW - $4::interval AND (last_seen < NOW - interval '3 days'
        OR EXISTS (SELECT FROM day_hours h WHERE h.till = t.till AND paid_count > 0
          AND h.day = (NOW AT TIME ZONE $5)::date - CASE WHEN enrolled_at < NOW - interval '8 days' THEN 7 ELSE 1 END
          HAVING extract(hour FROM NOW AT TIME ZONE $5) BETWEEN min(hour) + 1 AND max(hour) - 1)))
  UNION ALL SELECT kind, till, shop, '', detail FROM tills, LATERAL (VALUES
      ('till.clock', abs((status->>'skewMs')::numeric) > 120000, jsonb_build_object('skewMs', status->'skewMs')),
      ('till.keychain', status->>'keychain' <> 'ok', NULL),
      ('till.journal', status->>'journal' <> 'ok', jsonb_build_object('state', status->'journal')),
      ('till.disk', (status->>'diskFree')::numeric < 1e9, jsonb_build_object('free', status->'diskFree')),
      ('settings.failed', status->'settings'->>'state' = 'failed', status->'settings'->'why')) AS state (kind, is_so, detail)
    WHERE ended_at IS NULL AND is_so
  UNION ALL (SELECT 'sale.unknown', till, shop, sale_id, jsonb_build_object('reference', reference, 'amount', amount, 'stage', stage)
    FROM sales WHERE NOT settled AND counted AND environment = 'PROD' AND day BETWEEN NOW::date - 31 AND NOW::date + 1
      AND stage <> ALL ('{paid,cancelled,expired,failed,voided}')
      AND at BETWEEN NOW - interval '30 days' AND NOW - interval '30 minutes'
    ORDER BY at LIMIT 1000)
  UNION ALL SELECT 'payout.late', NULL, NULL, merchant, jsonb_build_object('lastDay', day) FROM (
      SELECT merchant, max(day) AS day, max(told_at) AS told FROM payouts WHERE environment = 'PROD' GROUP BY merchant) AS newest
    WHERE told > NOW - interval '2 days' AND EXISTS (SELECT FROM sales s WHERE s.day BETWEEN NOW::date - 60 AND NOW::date - 6
      AND s.day > newest.day AND stage = 'paid' AND counted
      AND till IN (SELECT till FROM branches b WHERE b.merchant = newest.merchant))`;

const STATES = at(`WITH current AS (${CURRENT}),
  ended AS (UPDATE alerts a SET ended_at = NOW WHERE kind = ANY ($2) AND ended_at IS NULL AND NOT EXISTS (
    SELECT FROM current c WHERE c.kind = a.kind AND c.till IS NOT DISTINCT FROM a.till AND c.about = a.about))
  INSERT INTO alerts (kind, till, shop, about, detail, raised_at)
    SELECT kind, till, shop, about, detail, NOW FROM current
  ON CONFLICT (kind, coalesce(till, 0), about) WHERE ended_at IS NULL DO NOTHING`);

/** Odd: the third refund that one person makes within an hour at one till. */
const REFUNDS = at(`INSERT INTO alerts (kind, till, shop, about, detail, raised_at)
  SELECT 'refund.odd', till, max(shop), by_id || ' ' || date_trunc('hour', max(at)),
      jsonb_build_object('by', max(by_name), 'refunds', count(*), 'amount', sum(amount)), NOW
    FROM refunds r WHERE counted AND environment = 'PROD' AND by_id IS NOT NULL AND day BETWEEN NOW::date - 1 AND NOW::date + 1
      AND at > NOW - interval '1 hour' AND stage NOT IN ('refused', 'failed', 'not-made')
    GROUP BY till, by_id HAVING count(*) >= 3 AND NOT EXISTS (SELECT FROM alerts a WHERE a.kind = 'refund.odd'
      AND a.till = r.till AND starts_with(a.about, r.by_id || ' ') AND a.raised_at > NOW - interval '1 hour')`);

/** `NOW` is the first parameter. */
function at(sql: string): string {
  return sql.replaceAll('NOW', '$1::timestamptz');
}

/** Notes all that nobody was told of as told. What came and went meanwhile is not worth a message. */
async function untold(connection: Connection, now: Date): Promise<AlertMessage> {
  const columns = `a.kind, a.till, t.name AS "tillName", a.shop, s.name AS "shopName", a.about, a.detail,
    (extract(epoch FROM a.raised_at) * 1000)::bigint AS "raisedAt"`;
  const of = (set: string, where: string) =>
    connection.query<Told>(
      `WITH a AS (UPDATE alerts SET ${set} WHERE ${where} RETURNING *)
         SELECT ${columns} FROM a LEFT JOIN tills t USING (till) LEFT JOIN shops s ON s.shop = a.shop ORDER BY a.alert`,
      [now],
    );
  await connection.query(
    'UPDATE alerts SET told_at = $1, end_told_at = $1 WHERE told_at IS NULL AND ended_at IS NOT NULL',
    [now],
  );
  const raised = await of('told_at = $1', 'told_at IS NULL');
  // A happening ends when somebody on the page has seen it.
  const isOver = `told_at IS NOT NULL AND ended_at IS NOT NULL AND end_told_at IS NULL AND kind IN ('${states.join("','")}')`;
  const ended = await of('end_told_at = $1', isOver);
  return { raised: raised.rows, ended: ended.rows };
}
