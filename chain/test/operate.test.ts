import { generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect } from 'node:tls';
import pino from 'pino';
import { describe, expect, onTestFinished, test } from 'vitest';
import { selfSigned } from '../../test/service/self-signed-certificate.ts';
import { openDatabase } from '../database/open.ts';
import { addShop, newCode } from '../demo/head-office.ts';
import { followCertificates, readCertificates } from '../operate/certificates.ts';
import { faultsIn, logOptions } from '../operate/log.ts';
import { readOptions } from '../options.ts';
import { startChain } from '../start.ts';
import { emptyDatabase } from './database.ts';
import { TestJournal, TestTill } from './till.ts';
import { freePort } from './web/open-page.ts';

const quiet = { error: () => undefined };

describe('the health port', () => {
  async function opened() {
    const [port, healthPort] = [await freePort(), await freePort()];
    const set = {
      DATABASE_URL: await emptyDatabase(),
      CHAIN_PORT: String(port),
      CHAIN_HEALTH_PORT: String(healthPort),
    };
    const chain = await startChain(readOptions(set), quiet);
    onTestFinished(chain.close);
    return { chain, read: (path: string) => fetch(`http://127.0.0.1:${healthPort}${path}`) };
  }

  test('counts events, refusals, alerts and connections as metrics', async () => {
    const { chain, read } = await opened();
    await addShop(chain.database, 'shop', 'Shop');
    const till = new TestTill();
    const send = ({ path, body, headers }: ReturnType<TestTill['call']>) =>
      fetch(new URL(path, chain.address), { method: 'POST', body: new Uint8Array(body), headers });
    const enrolled = await send(till.enrolment(await newCode(chain.database, 'shop')));
    till.till = ((await enrolled.json()) as { till: number }).till;
    const journal = new TestJournal();
    journal.addAny('act', '{}', Date.now());
    await send(till.batch(journal, 0, 1, Date.now()));
    await send(till.batch(new TestJournal(journal), 1, 1, Date.now()));
    await fetch(new URL('/not/there', chain.address));
    const answer = await read('/metrics');
    expect(answer.headers.get('content-type')).toMatch(/^text\/plain; version=0\.0\.4/);
    const lines = (await answer.text()).split('\n');
    expect(lines).toEqual(
      expect.arrayContaining([
        'chain_events_taken_total 1',
        'chain_refusals_total{code="batch.broken"} 1',
        'chain_refusals_total{code="http.404"} 1',
        'chain_database_up 1',
        'chain_alerts_open{kind="till.forged"} 1',
        expect.stringMatching(/^chain_projector_lag_tills\{events="1"\} [01]$/),
        expect.stringMatching(/^chain_pool_connections\{pool="main",state="idle"\} \d+$/),
      ]),
    );
    const health = await read('/health');
    expect(health.status).toBe(200);
    expect(await health.json()).toMatchObject({
      status: 'ok',
      database: 'ok',
      projector: { tills: expect.any(Number) },
    });
  });

  test('answers 503 while the database is unreachable', async () => {
    const { chain, read } = await opened();
    const { rows } = await chain.database.query('SELECT current_database() AS name');
    const superuser = openDatabase(await emptyDatabase());
    onTestFinished(() => superuser.end());
    await superuser.query(`ALTER DATABASE ${rows[0].name} ALLOW_CONNECTIONS false`);
    await superuser.query('SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1', [rows[0].name]);
    await expect.poll(async () => (await read('/health')).status).toBe(503);
    expect(await (await read('/metrics')).text()).toMatch(/^chain_database_up 0$/m);
    await superuser.query(`ALTER DATABASE ${rows[0].name} ALLOW_CONNECTIONS true`);
    await expect.poll(async () => (await read('/health')).status).toBe(200);
  });
});

describe('the log', () => {
  function logged() {
    const lines: Record<string, unknown>[] = [];
    const log = pino(logOptions, { write: (line) => void lines.push(JSON.parse(line)) });
    return { lines, log };
  }

  test('reports a wrong password as a line without a stack', async () => {
    const { lines, log } = logged();
    const url = new URL(await emptyDatabase());
    url.password = 'another';
    const fault = await startChain(readOptions({ DATABASE_URL: url.href }), quiet).catch((thrown: unknown) => thrown);
    log.fatal(fault);
    expect(lines).toMatchObject([
      { level: 'fatal', err: { code: '28P01', message: /password authentication failed/ } },
    ]);
    expect(lines[0]?.['err']).not.toHaveProperty('stack');
  });

  test('reports the same fault once a minute, with its count', () => {
    const { lines, log } = logged();
    let now = 0;
    const onFault = faultsIn(log, () => now);
    for (const at of [0, 1_000, 59_999, 60_000, 60_001]) {
      now = at;
      onFault(new Error('Connection terminated'));
    }
    onFault(new TypeError('x is not a function'));
    expect(lines).toMatchObject([
      { msg: 'Connection terminated' },
      { msg: 'Connection terminated', times: 3 },
      { msg: 'x is not a function', err: { stack: expect.any(String) } },
    ]);
    expect(lines[0]).not.toHaveProperty('times');
  });
});

test('a renewed certificate is used unless broken', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'tillmate-certificate-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const files = { cert: join(folder, 'cert.pem'), key: join(folder, 'key.pem') };
  const write = ({ cert, key }: { cert: string; key: string }) => {
    for (const [file, text] of [[files.key, key] as const, [files.cert, cert] as const]) {
      writeFileSync(`${file}.new`, text);
      renameSync(`${file}.new`, file);
    }
  };
  const [first, second] = [certificate('first'), certificate('second')];
  write(first);
  const server = createServer(readCertificates(files)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const faults: Error[] = [];
  const following = followCertificates(server, files, { onFault: (fault) => faults.push(fault), interval: 20 });
  onTestFinished(following.stop);
  const shown = async () => {
    const address = server.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;
    const { promise, resolve, reject } = Promise.withResolvers<unknown>();
    const socket = connect({ port, host: '127.0.0.1', rejectUnauthorized: false }, () => {
      resolve(socket.getPeerCertificate().subject.CN);
      socket.destroy();
    }).on('error', reject);
    return promise;
  };
  expect(await shown()).toBe('first');
  write({ cert: 'half a file', key: second.key });
  await expect.poll(() => faults.length).toBeGreaterThan(0);
  expect(await shown()).toBe('first');
  write(second);
  await expect.poll(shown).toBe('second');
});

/** PEM texts. */
function certificate(name: string) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const base64 = selfSigned(privateKey, publicKey, name).toString('base64');
  return {
    cert: `-----BEGIN CERTIFICATE-----\n${base64}\n-----END CERTIFICATE-----\n`,
    key: String(privateKey.export({ format: 'pem', type: 'pkcs8' })),
  };
}
