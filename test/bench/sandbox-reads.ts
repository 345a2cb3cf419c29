import { generateKeyPairSync } from 'node:crypto';
import { Worker } from 'node:worker_threads';
import fastify from 'fastify';
import { type Sandbox, startSandbox } from '../../main/sandbox/index.ts';
import { howMany } from './how-many.ts';
import type { Row } from './result-row.ts';
import type { Load, LoadResult } from './sandbox/load-worker.ts';
import { median } from './statistics.ts';

export const name = 'sandbox-reads';

const ACTIVE = howMany(10_000, 20);
const TRANSACTIONS = howMany(1_000_000, 20_000);
const READS = howMany(8_000, 40);
const PAGES = howMany(24);
const ROUNDS = howMany(3);

/** Reads a second of one core with a full sandbox, beside bare fastify returning the same bytes. */
export async function bench(): Promise<readonly Row[]> {
  const sandbox = await startSandbox({
    pace: { lifetimeMs: 3_600_000 },
    dataset: { seed: 1, transactions: TRANSACTIONS },
  });
  try {
    const paths = fill(sandbox);
    const headers = { authorization: `Bearer ${sandbox.profile.apiKey}` };
    const signer = signerFor(sandbox);
    const payout = payoutPath(sandbox);
    const merchant = { ...signer, iss: sandbox.profile.merchantId };

    const bareReads = await bare(await bytesOf(sandbox, paths[0] ?? '', headers));
    const barePages = await bare(await bytesOf(sandbox, payout, {}, merchant));
    const taken = {
      byKey: [] as number[],
      signed: [] as number[],
      bare: [] as number[],
      pages: [] as number[],
      barePages: [] as number[],
    };
    for (let round = 0; round < ROUNDS; round += 1) {
      taken.byKey.push(await perSecond({ origin: sandbox.baseUrl, paths, requests: READS, headers }));
      taken.signed.push(await perSecond({ origin: sandbox.baseUrl, paths, requests: READS, headers: {}, signer }));
      taken.bare.push(await perSecond({ origin: bareReads.origin, paths, requests: READS, headers }));
      const pages = { paths: [payout], requests: PAGES, headers: {}, signer: merchant };
      taken.pages.push(await perSecond({ ...pages, origin: sandbox.baseUrl }));
      taken.barePages.push(await perSecond({ ...pages, origin: barePages.origin }));
    }
    await Promise.all([bareReads.close(), barePages.close()]);

    const yardstick = 'bare fastify, the same bytes';
    const read = { unit: 'per s of a core', yardstick, yardstickValue: median(taken.bare), bar: '≥ 2000 per s' };
    const pageMs = 1000 / median(taken.pages);
    return [
      {
        figure: 'sandbox: reads by API key, 10,000 active payments',
        value: median(taken.byKey),
        ok: median(taken.byKey) >= 2_000,
        ...read,
      },
      {
        figure: 'sandbox: signed reads, 10,000 active payments',
        value: median(taken.signed),
        ok: median(taken.signed) >= 2_000,
        ...read,
      },
      {
        figure: 'sandbox: one page of 10,000 out of 1,000,000, signed',
        value: pageMs,
        unit: 'ms',
        yardstick,
        yardstickValue: 1000 / median(taken.barePages),
        bar: '≤ 500 ms',
        ok: pageMs <= 500,
      },
    ];
  } finally {
    await sandbox.close();
  }
}

function fill(sandbox: Sandbox): readonly string[] {
  const { engine, profile } = sandbox;
  const caller = engine.signer(profile.profileId);
  if (!caller) throw new Error('The sandbox has no profile.');
  return Array.from({ length: ACTIVE }, (_, index) => {
    const body = { posId: `POS${index}`, amount: 1250, reference: `ACTIVE-${index}` };
    const { body: created } = engine.handle({ caller, operation: 'createStaticQrPayment', body });
    return `/v3/payments/${(created as { paymentId: string }).paymentId}`;
  });
}

function payoutPath(sandbox: Sandbox): string {
  const { merchantId, profileId } = sandbox.profile;
  const caller = sandbox.engine.signer(profileId);
  if (!caller) throw new Error('The sandbox has no profile.');
  const { body } = sandbox.engine.handle({ caller, operation: 'listPayouts' });
  const [payout] = (body as { payouts: { payoutId: string }[] }).payouts;
  if (!payout) throw new Error(`No payout today for ${merchantId}.`);
  return `/v3/reconciliation/payments?payout-id=${payout.payoutId}`;
}

function signerFor(sandbox: Sandbox): NonNullable<Load['signer']> {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { profileId } = sandbox.profile;
  sandbox.registerKey(profileId, { ...publicKey.export({ format: 'jwk' }), kid: 'bench' });
  const jwk = { ...privateKey.export({ format: 'jwk' }), kid: 'bench' };
  return { jwk, claimPrefix: sandbox.claimPrefix, sub: profileId, iss: sandbox.issuer };
}

/** The bytes that the sandbox answers with; a page's are taken from the engine, as it is only read when signed. */
async function bytesOf(
  sandbox: Sandbox,
  path: string,
  headers: Record<string, string>,
  signer?: Load['signer'],
): Promise<Buffer> {
  if (!signer) return Buffer.from(await (await fetch(sandbox.baseUrl + path, { headers })).arrayBuffer());
  const caller = sandbox.engine.signer(signer.sub);
  if (!caller) throw new Error('The sandbox has no profile.');
  const query = Object.fromEntries(new URLSearchParams(path.split('?')[1]));
  return Buffer.from(JSON.stringify(sandbox.engine.handle({ caller, operation: 'listPayments', query }).body));
}

async function bare(bytes: Buffer): Promise<{ readonly origin: string; close(): Promise<void> }> {
  const app = fastify({ logger: false, forceCloseConnections: true });
  app.get('/v3/*', (_request, reply) => reply.type('application/json; charset=utf-8').send(bytes));
  const origin = await app.listen({ host: '127.0.0.1', port: 0 });
  return { origin, close: async () => void (await app.close()) };
}

/**
 * Answers a second of this thread's own processor time: what one core gives, whatever else the machine does meanwhile and
 * however quickly the callers ask.
 */
async function perSecond(load: Load): Promise<number> {
  const before = process.threadCpuUsage();
  const worker = new Worker(new URL('./sandbox/load-worker.ts', import.meta.url), { workerData: load });
  const { failed } = await new Promise<LoadResult>((resolve, reject) => {
    worker.once('message', resolve);
    worker.once('error', reject);
  });
  const { user, system } = process.threadCpuUsage(before);
  if (failed > 0) throw new Error(`${failed} of ${load.requests} reads were refused.`);
  return load.requests / ((user + system) / 1e6);
}

if (import.meta.main) console.table(await bench());
