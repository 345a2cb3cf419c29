import { Counter, collectDefaultMetrics, Gauge, Registry } from 'prom-client';
import type { Database } from '../database/open.ts';

export type Metrics = ReturnType<typeof openMetrics>;

/** Histogram bounds: events not yet projected. */
const BEHIND = [1, 1_000, 100_000];

/** Of this collector and the shared database. `pools`: by label. */
export function openMetrics(database: Database, pools: Readonly<Record<string, Database>>) {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  const gauge = (name: string, help: string, ...labelNames: string[]) =>
    new Gauge({ name: `chain_${name}`, help, labelNames, registers });
  const refusals = new Counter({
    ...{ name: 'chain_refusals_total', help: 'Requests refused by this collector, by code', labelNames: ['code'] },
    registers,
  });
  const taken = new Counter({ name: 'chain_events_taken_total', help: 'Events received from all tills', registers });
  const up = gauge('database_up', '1 while the database responds');
  const lag = gauge('projector_lag_events', 'Events waiting for projection');
  const behind = gauge('projector_lag_tills', 'Tills by minimum number of events behind', 'events');
  const open = gauge('alerts_open', 'Open alerts by kind', 'kind');
  const queue = gauge('alerts_queue', 'Alert messages waiting to be sent', 'queue');
  const connections = gauge('pool_connections', 'Connections of a pool by state', 'pool', 'state');

  const read = async () => {
    const { rows } = await database.query(SHARED, [BEHIND]);
    const [{ events, waiting, tills, kinds, queues }] = rows;
    taken.reset();
    taken.inc(events);
    lag.set(waiting);
    for (const [index, least] of BEHIND.entries()) behind.set({ events: least }, tills[index]);
    for (const each of [open, queue]) each.reset();
    for (const [kind, count] of Object.entries<number>(kinds)) open.set({ kind }, count);
    for (const [name, count] of Object.entries<number>(queues)) queue.set({ queue: name }, count);
    return { events: waiting, tills: tills[0] };
  };

  return {
    refused: (code: string) => refusals.inc({ code }),
    /** Errors: as for PostgreSQL. */
    lag: read,
    /** In Prometheus' text format; without the database, only the metrics of this process. */
    async text(): Promise<string> {
      const isUp = await read().then(
        () => true,
        () => false,
      );
      up.set(Number(isUp));
      for (const [pool, { totalCount, idleCount, waitingCount }] of Object.entries(pools)) {
        connections.set({ pool, state: 'used' }, totalCount - idleCount);
        connections.set({ pool, state: 'idle' }, idleCount);
        connections.set({ pool, state: 'awaited' }, waitingCount);
      }
      return registry.metrics();
    },
    type: registry.contentType,
  };
}

const SHARED = `WITH of AS (
    SELECT till, sum(next_seq - 1 - from_seq) AS events, sum(next_seq - 1 - projected_seq) AS waiting FROM branches GROUP BY till)
  SELECT coalesce(sum(events), 0)::bigint AS events, coalesce(sum(waiting), 0)::bigint AS waiting,
    ARRAY(SELECT (SELECT count(*)::integer FROM of WHERE waiting >= least) FROM unnest($1::integer[]) AS least) AS tills,
    (SELECT coalesce(jsonb_object_agg(kind, count), '{}') FROM (
      SELECT kind, count(*) FROM alerts WHERE ended_at IS NULL GROUP BY kind) AS open) AS kinds,
    (SELECT coalesce(jsonb_object_agg(name, count), '{}') FROM (
      SELECT name, count(*) FROM pgboss.job WHERE name LIKE 'alerts.%' AND state < 'completed' GROUP BY name) AS jobs) AS queues
  FROM of`;
