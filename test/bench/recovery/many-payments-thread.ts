import { once } from 'node:events';
import { createServer, request as forwarded } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { type Sandbox, startSandbox } from '../../../main/sandbox/index.ts';
import { makeSigningKey, publicHalf, type SigningKey } from '../../../main/service/signing-key.ts';

/** Runs the sandbox in a separate thread, behind a search with very many paid payments and delayed responses. */

export interface ManyPayments extends Pick<Sandbox, 'baseUrl' | 'jwksUrl' | 'claimPrefix' | 'issuer' | 'profile'> {
  readonly signingKey: SigningKey;
}

const { count, answerMs } = workerData as { readonly count: number; readonly answerMs: number };
const sandbox = await startSandbox({ pace: { settleMs: 3_600_000, lifetimeMs: 3_600_000 } });
const { profile, jwksUrl, claimPrefix, issuer } = sandbox;
const signingKey = makeSigningKey('bench');
sandbox.registerKey(profile.profileId, publicHalf(signingKey));
const begunAt = Date.now();

const server = createServer(async (asked, answer) => {
  await wait(answerMs);
  const url = new URL(asked.url ?? '', sandbox.baseUrl);
  if (url.pathname === '/v3/payments/search') {
    answer.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(pageOf(url.searchParams)));
    asked.resume();
    return;
  }
  const { method, headers } = asked;
  const passed = forwarded(url, { method, headers }, (told) => {
    answer.writeHead(told.statusCode ?? 502, told.headers);
    told.pipe(answer);
  });
  asked.pipe(passed);
});
await once(server.listen(0, '127.0.0.1'), 'listening');
const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
parentPort?.postMessage({ baseUrl, jwksUrl, claimPrefix, issuer, profile, signingKey } satisfies ManyPayments);

function pageOf(query: URLSearchParams): object {
  const [number, size] = [Number(query.get('page')), Number(query.get('size'))];
  const first = number * size;
  const length = Math.max(0, Math.min(size, count - first));
  const details = Array.from({ length }, (_, index) => paymentOf(first + index));
  return { size: length, totalPages: Math.ceil(count / size), totalElements: count, number, details };
}

/** Newest first, 3 s apart. */
function paymentOf(number: number): object {
  const paymentId = `feed${String(number).padStart(20, '0')}`;
  const at = (ms: number) => new Date(begunAt - number * 3_000 + ms).toISOString();
  const href = `https://pay.example/${paymentId}`;
  return {
    paymentId,
    createdAt: at(0),
    expireAt: at(120_000),
    succeededAt: at(20_000),
    currency: 'EUR',
    status: 'SUCCEEDED',
    creditor: { profileId: profile.profileId, merchantId: profile.merchantId, name: profile.name },
    debtor: { name: 'Zoë', iban: 'NL00XXXX0000000000' },
    amount: 100 + (number % 9_000),
    reference: `TILL42-261120-9876${String(number).padStart(6, '0')}`,
    _links: { self: { href }, deeplink: { href }, qrcode: { href }, refund: { href } },
  };
}
