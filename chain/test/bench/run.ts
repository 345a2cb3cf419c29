/**
 * `npm run chain:bench [-- --tills 200 --sales 125 --rows 20]` measures: events per second through HTTP, signatures and
 * projections, compared with a bare COPY of the same rows; the time a till needs to upload a week; the slowdown of
 * other tills by a till at full speed; the page's queries over `rows` million events. Prints a table; exits with 1 when
 * a limit is missed.
 */
import { fork } from 'node:child_process';
import { createHash, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { finished } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { from as copyFrom } from 'pg-copy-streams';
import { Pool } from 'undici';
import type { Row } from '../../../test/bench/result-row.ts';
import { table } from '../../../test/bench/result-table.ts';
import { quantile } from '../../../test/bench/statistics.ts';
import { migrate } from '../../database/migrate.ts';
import { type Database, inTransaction, openDatabase } from '../../database/open.ts';
import { startEmbedded } from '../../postgres/embedded.ts';
import { type Request, type TestJournal, TestTill } from '../till.ts';
import { soldBy } from './journals.ts';
import { row } from './limit-row.ts';
import { pageRows } from './page-queries.ts';

const { values } = parseArgs({
  options: {
    tills: { type: 'string', default: '200' },
    sales: { type: 'string', default: '125' },
    batch: { type: 'string', default: '200' },
    rows: { type: 'string', default: '20' },
  },
});
const [TILLS, SALES, BATCH, MILLIONS] = [values.tills, values.sales, values.batch, values.rows].map(Number) as [
  number,
  number,
  number,
  number,
];
const AT_ONCE = 24;
/** Sales of a till that uploads at full speed: more than can be uploaded during the measurement. */
const FLOOD = 20_000;
/** Sales of a week at 500 a day. */
const WEEK = 3_500;

const folder = mkdtempSync(join(tmpdir(), 'tillmate-chain-bench-'));
const settings = ['shared_buffers=1GB', 'max_wal_size=8GB', 'checkpoint_timeout=15min'];
const postgres = await startEmbedded({ folder, settings });
const url = await postgres.database('bench');
await migrate(url);
const database = openDatabase(url);
let missed = 0;
const collector = fork(join(import.meta.dirname, 'collector-process.ts'), [url]);
try {
  const [address] = (await once(collector, 'message')) as [string];
  const http = new Pool(address, { connections: AT_ONCE });
  const rows: Row[] = [
    ...[...(await throughput(http)), await week(http), await nextToHostile(http, address)],
    ...(await pageRows(database, MILLIONS * 1e6)),
  ];
  await http.close();
  console.log(
    `\n${table(rows)}\n\n${cpus().length} × ${cpus()[0]?.model}, Node ${process.version}, everything on one machine.`,
  );
  missed = rows.filter(({ ok }) => !ok).length;
} finally {
  collector.kill();
  await database.end();
  await postgres.stop();
  rmSync(folder, { recursive: true, force: true });
}

process.exitCode = missed === 0 ? 0 : 1;

async function enrolled(http: Pool): Promise<TestTill> {
  const till = new TestTill();
  const code = randomUUID().toUpperCase();
  await database.query("INSERT INTO shops VALUES ('shop', 'Shop') ON CONFLICT DO NOTHING");
  await database.query("INSERT INTO enrol_codes VALUES ($1, 'shop', 'bench', now(), now() + interval '1 hour')", [
    createHash('sha256').update(code).digest(),
  ]);
  till.till = Number(((await send(http, till.enrolment(code))) as { till: number }).till);
  return till;
}

async function send(http: Pool, { path, body, headers }: Request): Promise<unknown> {
  const answer = await http.request({
    method: 'POST',
    path,
    body,
    headers: { ...headers, 'content-type': 'application/octet-stream' },
  });
  const parsed = await answer.body.json();
  if (answer.statusCode >= 300) throw new Error(JSON.stringify(parsed));
  return parsed;
}

async function throughput(http: Pool): Promise<Row[]> {
  const now = Date.now();
  const journals = Array.from({ length: TILLS }, (_, n) => soldBy(n, SALES, now, 36_000_000 / SALES));
  const events = TILLS * SALES * 8;
  const bare = await bareCopy(journals);
  const tills: TestTill[] = [];
  for (const _ of journals) tills.push(await enrolled(http));
  const queues = journals.map((journal, n) => requestsOf(tills[n] as TestTill, journal));
  const started = performance.now();
  await atOnce(queues, async (requests) => {
    for (const request of requests) await send(http, request);
  });
  const taken = performance.now();
  await caughtUp();
  const done = performance.now();
  const perSecond = (until: number) => (events * 1_000) / (until - started);
  const of = `${events.toLocaleString('en')} events of ${TILLS} tills in batches of ${BATCH}`;
  const yardstick = ['a bare COPY of the same rows', bare] as const;
  return [
    row(`${of}: taken over HTTP, signatures checked`, perSecond(taken), '/s', { yardstick }),
    row(`${of}: taken and projected`, perSecond(done), '/s', { yardstick, atLeast: 20_000 }),
  ];
}

/** Signs in advance, because the tills' CPU time must not count. */
function requestsOf(till: TestTill, journal: TestJournal, size = BATCH): Request[] {
  const batches = Math.ceil(journal.last / size);
  return Array.from({ length: batches }, (_, n) => till.batch(journal, n * size, (n + 1) * size, n + 1));
}

async function atOnce<T>(work: readonly T[], act: (one: T) => Promise<void>): Promise<void> {
  const left = [...work];
  const worker = async () => {
    for (let one = left.pop(); one !== undefined; one = left.pop()) await act(one);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
}

/** Measures events per second of a bare COPY into a table of the same shape, a transaction per batch. */
async function bareCopy(journals: readonly TestJournal[]): Promise<number> {
  await database.query('CREATE TABLE bare (LIKE events INCLUDING ALL)');
  const batches = journals.flatMap(({ lines, hashes }, till) =>
    Array.from({ length: Math.ceil(lines.length / BATCH) }, (_, n) => copyRows(till, lines, hashes, n * BATCH)),
  );
  const started = performance.now();
  await atOnce(batches, (rows) =>
    inTransaction(database, async (connection) => {
      const copying = connection.query(
        copyFrom(
          'COPY bare (till, branch, seq, at, received, cut, hash, terminal, shop, pos, type, payload) FROM STDIN',
        ),
      );
      copying.end(rows);
      await finished(copying);
    }),
  );
  const seconds = (performance.now() - started) / 1_000;
  await database.query('DROP TABLE bare');
  return journals.reduce((sum, { last }) => sum + last, 0) / seconds;
}

function copyRows(till: number, lines: readonly string[], hashes: readonly string[], after: number): string {
  const day = new Date().toISOString().slice(0, 10);
  return lines
    .slice(after, after + BATCH)
    .map((line, n) => {
      const [, seq, at, ...texts] = JSON.parse(line) as string[];
      const escaped = texts.map((text) => text.replaceAll('\\', '\\\\'));
      return `${[till, 1, seq, at, day, 'f', `\\\\x${hashes[after + n]}`, ...escaped].join('\t')}\n`;
    })
    .join('');
}

async function week(http: Pool): Promise<Row> {
  const till = await enrolled(http);
  const requests = requestsOf(till, soldBy(0, WEEK, Date.now(), (7 * 86_400_000) / WEEK), 500);
  const started = performance.now();
  for (const request of requests) await send(http, request);
  await caughtUp();
  const seconds = (performance.now() - started) / 1_000;
  return row(
    `a till that was away for a week: ${(WEEK * 8).toLocaleString('en')} events taken and projected`,
    seconds,
    's',
    { atMost: 60 },
  );
}

/** Measures how much a till at full speed slows the other tills' uploads and projections. */
async function nextToHostile(http: Pool, address: string): Promise<Row> {
  const alone: number[] = [];
  const loaded: number[] = [];
  // Alternates, because the tables grow in the meantime.
  for (let n = 0; n < 3; n += 1) {
    alone.push(await secondsOfOthers(http));
    const hostile = await enrolled(http);
    const flood = requestsOf(hostile, soldBy(n, FLOOD, Date.now(), 1_000), 500);
    const own = new Pool(address, { connections: 1 });
    let isOver = false;
    const flooding = async () => {
      for (const request of flood) if (!isOver) await send(own, request);
      if (!isOver) throw new Error('The hostile till has sent everything before the others were done');
    };
    const flooded = flooding();
    loaded.push(await secondsOfOthers(http, hostile.till));
    isOver = true;
    await flooded;
    await own.close();
    await caughtUp();
  }
  const slower = quantile(loaded, 0.5) / quantile(alone, 0.5) - 1;
  const others = `${TILLS / 4} tills beside one that uploads at full speed`;
  return row(`${others}: taken and projected, slower by (median of 3)`, slower * 100, '%', { atMost: 10 });
}

async function secondsOfOthers(http: Pool, hostile = 0): Promise<number> {
  const queues: Request[][] = [];
  for (let n = 0; n < TILLS / 4; n += 1)
    queues.push(requestsOf(await enrolled(http), soldBy(n, SALES, Date.now(), 36_000_000 / SALES)));
  const started = performance.now();
  await atOnce(queues, async (requests) => {
    for (const request of requests) await send(http, request);
  });
  await caughtUp(hostile);
  return (performance.now() - started) / 1_000;
}

/** `except`: a till that may be behind. */
async function caughtUp(except = 0): Promise<void> {
  for (;;) {
    const { rows } = await (database as Database).query(
      'SELECT FROM branches WHERE projected_seq < next_seq - 1 AND till <> $1 LIMIT 1',
      [except],
    );
    if (rows.length === 0) return;
    await sleep(20);
  }
}
