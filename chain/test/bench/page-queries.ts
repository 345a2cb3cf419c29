import { randomBytes } from 'node:crypto';
import Fastify from 'fastify';
import type { Row } from '../../../test/bench/result-row.ts';
import { quantile } from '../../../test/bench/statistics.ts';
import type { Database } from '../../database/open.ts';
import type { CallName, Sent } from '../../web/contract.ts';
import { chainPage } from '../../web/page.ts';
import { hashOf } from '../../web/sessions.ts';
import { row } from './limit-row.ts';

const TILLS = 1_000;
const SHOPS = 100;
/** Sales per till and day. */
const SALES = 50;
const RUNS = 20;
const LAST = '2026-11-27';
const EVENTS_OF_A_SALE = 8;

/** Measures the page's calls for an administrator of all shops, over the rows of `events` events. */
export async function pageRows(database: Database, events: number): Promise<readonly Row[]> {
  const days = Math.max(8, Math.round(events / EVENTS_OF_A_SALE / TILLS / SALES));
  await fillTables(database, days);
  const cookie = `chain=${await session(database)}`;
  const app = Fastify();
  await app.register(chainPage, {
    ...{ database, address: 'http://127.0.0.1:1', signIn: { token: 'x' }, chain: 'Bench', files: import.meta.dirname },
    ...{ now: () => Date.parse(`${LAST}T17:00:00Z`), timeZone: 'Europe/Brussels', admin: undefined },
  });
  const ask = async <Name extends CallName>(name: Name, body: Sent<Name>) => {
    const headers = { cookie, 'sec-fetch-site': 'same-origin' };
    const answer = await app.inject({ method: 'POST', url: `/api/${name}`, payload: body as object, headers });
    if (answer.statusCode !== 200) throw new Error(`${name}: ${answer.body}`);
  };
  const week = { from: '2026-11-21', to: LAST };
  const month = { from: '2026-10-29', to: LAST };
  const of = (n: number) => ({ till: 100_000 + ((n * 37) % TILLS), shop: `bench-${(n * 7) % SHOPS}` });
  const asks: readonly [string, (n: number) => Promise<void>][] = [
    ['today, the chain', () => ask('today', { day: LAST, environment: 'PROD' })],
    ['today, a shop', (n) => ask('today', { day: LAST, environment: 'PROD', shop: of(n).shop })],
    ['today, a till', (n) => ask('today', { day: LAST, environment: 'PROD', till: of(n).till })],
    ['fleet', () => ask('tills', { show: 'all', page: 0 })],
    ['open sales of a week', () => ask('sales', { ...week, show: 'open' })],
    [
      'sales of a till, a day',
      (n) => ask('sales', { from: LAST, to: LAST, show: 'found', till: of(n).till, text: '' }),
    ],
    ['a reference, in a month', (n) => ask('sales', { ...month, show: 'found', text: `T${of(n).till}-1-1` })],
    ['a sale', (n) => ask('sale', { till: of(n).till, saleId: `${of(n).till}-1-${n + 1}`, day: LAST })],
    ['refunds by person, a month', () => ask('refunds', { ...month, environment: 'PROD' })],
    ['payouts', () => ask('payouts', { ...month, page: 0 })],
  ];
  const rows: Row[] = [];
  for (const [name, act] of asks) {
    const samples: number[] = [];
    for (let n = 0; n < RUNS; n += 1) {
      const started = performance.now();
      await act(n);
      samples.push(performance.now() - started);
    }
    const over = `${(days * TILLS * SALES * EVENTS_OF_A_SALE).toLocaleString('en')} events`;
    rows.push(row(`page: ${name}, over ${over}: p95`, quantile(samples, 0.95), 'ms', { atMost: 200 }));
  }
  await app.close();
  return rows;
}

async function session(database: Database): Promise<string> {
  const id = randomBytes(32).toString('base64url');
  await database.query("INSERT INTO members VALUES ('bench@example.org', 'Bench', 'admin', NULL)");
  await database.query(
    "INSERT INTO sessions (id_hash, email, expires_at) VALUES ($1, 'bench@example.org', '2030-01-01')",
    [hashOf(id)],
  );
  return id;
}

/** Inserts rows as the projector would, a day per statement. */
async function fillTables(pool: Database, days: number): Promise<void> {
  const database = await pool.connect();
  await database.query('SET statement_timeout = 0');
  await database.query(`
    INSERT INTO shops SELECT 'bench-' || n, 'Shop ' || n FROM generate_series(0, ${SHOPS - 1}) n;
    INSERT INTO tills (till, shop, terminal, pos, public_key, environment, enrolled_at, last_seen, status)
      SELECT 100000 + n, 'bench-' || n % ${SHOPS}, 't' || n, 'p' || n, 'k', 'PROD', now(), now(),
        '{"appVersion":"1.0","backlog":0,"clockKnown":true,"keychain":"ok","journal":"ok"}' FROM generate_series(0, ${TILLS - 1}) n;
    INSERT INTO payouts SELECT 'm', 'payout-' || n, 'PROD', '${LAST}'::date - n, 'SUCCEEDED', 1000, 5000, 0, 0, 5000, NULL, 100000, now()
      FROM generate_series(1, ${days}) n`);
  const tables = ['sales', 'refunds', 'shifts', 'day_hours'];
  for (let back = days; back >= 0; back -= 1) {
    const day = new Date(Date.parse(LAST) - back * 86_400_000).toISOString().slice(0, 10);
    for (const table of tables) await database.query("SELECT chain_partition($1, $2, 'month')", [table, day]);
    await database.query(
      `INSERT INTO sales (till, day, sale_id, shop, environment, terminal, pos, at, reference, amount, stage, status, payment_id,
           settled, origin, by_id, by_name, succeeded_at, seq)
         SELECT till, $1::date, till || '-${back + 1}-' || n, shop, 'PROD', terminal, pos, at, 'T' || till || '-${back + 1}-' || n,
           100 + n * 7, CASE WHEN n % 25 = 0 THEN 'cancelled' ELSE 'paid' END, 'SUCCEEDED',
           substr(md5(till || '-' || $1 || '-' || n), 1, 24), till % 500 <> 0 OR n % 50 <> 0, 'here', 'id-' || n % 4,
           'Person ' || n % 4, at, n * 8
         FROM tills, generate_series(1, ${SALES}) n, LATERAL (SELECT ($1::date + interval '8 hours' + n * interval '12 minutes')::timestamptz AS at) x
         WHERE till >= 100000`,
      [day],
    );
    await database.query(
      `INSERT INTO refunds (till, day, refund_key, sale_id, payment_id, shop, environment, at, amount, stage, origin, by_name, seq)
         SELECT till, day, sale_id, sale_id, payment_id, shop, environment, at, amount, 'refunded', 'here', by_name, seq
           FROM sales WHERE day = $1 AND seq % 320 = 8 AND till >= 100000`,
      [day],
    );
    await database.query(
      `INSERT INTO day_hours SELECT till, $1, hour, 'PROD', shop, 5, 5 * 400, 0, 0, 0, 0, 0, 0
         FROM tills, generate_series(8, 18) AS hour WHERE till >= 100000`,
      [day],
    );
  }
  await database.query('VACUUM ANALYZE sales, refunds, day_hours, tills, shops');
  database.release(true);
}
