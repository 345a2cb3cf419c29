import { type Database, inTransaction } from '../database/open.ts';

/**
 * Keeps rows of events that retention has dropped. Returns the number of events to read again. `database` needs no
 * timeout: years of events take long.
 */
export function reproject(database: Database): Promise<number> {
  return inTransaction(database, async (connection) => {
    await connection.query("SELECT pg_advisory_xact_lock(hashtext('projector'))");
    const { rows } = await connection.query(
      `SELECT min(received) FILTER (WHERE is_cut) + 2 AS kept FROM (
         SELECT bool_or(first IS NULL OR first > from_seq + 1) AS is_cut, min(received) AS received FROM (
           SELECT b.from_seq, d.* FROM branches b LEFT JOIN LATERAL (SELECT min(from_seq) AS first, min(received) AS received
             FROM branch_days d WHERE d.till = b.till AND d.branch = b.branch) AS d ON true WHERE b.next_seq > b.from_seq + 1) AS of
       ) AS oldest`,
    );
    for (const table of ['sales', 'refunds', 'shifts', 'day_hours'])
      await connection.query(`DELETE FROM ${table} WHERE day >= $1`, [rows[0].kept ?? '-infinity']);
    const { rows: left } = await connection.query(
      `WITH back AS (
         UPDATE branches b SET projected_seq = coalesce((SELECT min(d.from_seq) - 1 FROM branch_days d
             WHERE d.till = b.till AND d.branch = b.branch), next_seq - 1)
           RETURNING next_seq - 1 - projected_seq AS events)
       SELECT coalesce(sum(events), 0)::bigint AS events FROM back`,
    );
    return left[0].events;
  });
}
