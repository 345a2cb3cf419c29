import { createHash, createPublicKey, type JsonWebKey, verify } from 'node:crypto';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { type BareTill, bareTill } from '../bare-till.ts';

interface Call {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

let till: BareTill;
let shop: Server | undefined;
afterEach(async () => {
  await till.sandbox.close();
  shop?.closeAllConnections();
  shop?.close();
});

/** A merchant's system that answers with these statuses, the last of them again and again; 0 hangs up. */
async function merchant(...statuses: number[]): Promise<{ readonly calls: Call[]; readonly url: string }> {
  const calls: Call[] = [];
  shop = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const status = statuses[Math.min(calls.length, statuses.length - 1)] ?? 200;
      calls.push({ path: request.url ?? '', headers: request.headers, body: Buffer.concat(chunks).toString() });
      if (status === 0) request.socket.destroy();
      else response.writeHead(status, { 'content-type': 'application/json' }).end('{}');
    });
  });
  const server = shop;
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  return { calls, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

const statusesOf = (calls: readonly Call[]) => calls.map(({ body }) => JSON.parse(body).status);
const about = (calls: readonly Call[], paymentId: string) =>
  calls.filter(({ body }) => JSON.parse(body).paymentId === paymentId);

/** Another payment is told of, and comes: what was sent before it has come by then. */
async function untilAnother(calls: readonly Call[], callbackUrl: string): Promise<void> {
  const other = await till.charge({ callbackUrl });
  till.sandbox.payer.refuse(other);
  await expect.poll(() => about(calls, other)).not.toEqual([]);
}

test('identification goes to its URL, what follows to the other, signed with the certificate named', async () => {
  const { calls, url } = await merchant(200);
  till = await bareTill();
  const urls = { identifyCallbackUrl: `${url}/identified`, callbackUrl: `${url}/status?shop=1` };
  const paymentId = await till.paid({ ...urls, description: 'Brood' });
  await expect.poll(() => calls).toHaveLength(3);
  const byStatus = new Map(calls.map((call) => [JSON.parse(call.body).status, call]));
  expect(byStatus.get('IDENTIFIED')?.path).toBe('/identified');
  expect(byStatus.get('AUTHORIZED')?.path).toBe('/status?shop=1');

  const paid = byStatus.get('SUCCEEDED');
  expect(JSON.parse(paid?.body ?? '')).toEqual({
    paymentId,
    currency: 'EUR',
    amount: 1250,
    description: 'Brood',
    reference: 'REF-1',
    createdAt: '2026-03-09T10:15:30.250Z',
    expireAt: '2026-03-09T10:20:30.250Z',
    succeededAt: '2026-03-09T10:15:30.250Z',
    status: 'SUCCEEDED',
    debtor: { name: 'Zoë', iban: 'BE**********7034' },
  });
  expect(paid?.headers).toMatchObject({
    'content-type': 'application/json',
    'user-agent': expect.stringMatching(/^TillmateSandbox/),
  });

  const [head = '', payload, value = ''] = String(paid?.headers['signature']).split('.');
  const header = JSON.parse(Buffer.from(head, 'base64url').toString());
  const { claimPrefix, issuer, profile, jwksUrl } = till.sandbox;
  expect(header).toEqual({
    typ: 'jose+json',
    kid: expect.any(String),
    alg: 'ES256',
    sub: profile.profileId,
    'x5t#S256': expect.any(String),
    [`${claimPrefix}/iss`]: issuer,
    [`${claimPrefix}/iat`]: '2026-03-09T10:15:30.250Z',
    [`${claimPrefix}/jti`]: expect.any(String),
    [`${claimPrefix}/path`]: '/status',
    crit: ['iss', 'iat', 'jti', 'path'].map((claim) => `${claimPrefix}/${claim}`),
  });
  const { keys } = (await (await fetch(jwksUrl)).json()) as { keys: (JsonWebKey & { kid: string; x5c: string[] })[] };
  const jwk = keys.find(({ kid }) => kid === header.kid);
  const certificate = Buffer.from(jwk?.x5c[0] ?? '', 'base64');
  expect(header['x5t#S256']).toBe(createHash('sha256').update(certificate).digest('base64url'));
  const key = createPublicKey({ key: jwk ?? {}, format: 'jwk' });
  const signed = Buffer.from(`${head}.${Buffer.from(paid?.body ?? '').toString('base64url')}`);
  expect(payload).toBe('');
  expect(verify('sha256', signed, { key, dsaEncoding: 'ieee-p1363' }, Buffer.from(value, 'base64url'))).toBe(true);
});

test("the profile's URLs are used where the payment names none", async () => {
  const { calls, url } = await merchant(200);
  till = await bareTill({}, { callbackUrl: `${url}/profile` });
  till.sandbox.payer.refuse(await till.charge());
  await expect.poll(() => calls).toHaveLength(1);
  expect(calls[0]?.path).toBe('/profile');
  expect(JSON.parse(calls[0]?.body ?? '')).toMatchObject({ status: 'CANCELLED', debtor: { iban: expect.any(String) } });
});

test('where nobody answers it is called again three times, and then no more', async () => {
  const { calls, url } = await merchant(0);
  till = await bareTill({ pace: { callbackRetryMs: 1_000 } });
  const paymentId = await till.charge({ callbackUrl: url });
  till.sandbox.payer.refuse(paymentId);
  for (const expected of [1, 2, 3, 4]) {
    await expect.poll(() => till.sandbox.engine.store.payments.get(paymentId)?.unanswered).toBe(expected);
    till.clock.tick(1_000);
  }
  await untilAnother(calls, url);
  expect(statusesOf(about(calls, paymentId))).toEqual(Array(4).fill('CANCELLED'));
});

test('an answer of 422 is an answer: it is not called again', async () => {
  const { calls, url } = await merchant(422);
  till = await bareTill({ pace: { callbackRetryMs: 1_000 } });
  const paymentId = await till.charge({ callbackUrl: url });
  till.sandbox.payer.refuse(paymentId);
  await expect.poll(() => till.log.some(({ fields }) => fields['answered'] === 422)).toBe(true);
  // No further than a repeat would be away: one that was sent would be given up with all that is due later.
  till.clock.tick(1_000);
  await untilAnother(calls, url);
  expect(about(calls, paymentId)).toHaveLength(1);
});

test('callbacks are repeated and overtake each other when asked to', async () => {
  const { calls, url } = await merchant(200);
  till = await bareTill();
  Object.assign(till.sandbox.engine.callbackFaults, { repeat: 1, shuffleMs: 2_000 });
  await till.paid({ callbackUrl: url, identifyCallbackUrl: url });
  expect(calls).toHaveLength(0);
  till.clock.tick(2_000);
  await expect.poll(() => calls).toHaveLength(6);
  expect(statusesOf(calls).sort()).toEqual([
    'AUTHORIZED',
    'AUTHORIZED',
    'IDENTIFIED',
    'IDENTIFIED',
    'SUCCEEDED',
    'SUCCEEDED',
  ]);
  expect(new Set(calls.map(({ headers }) => headers['signature'])).size).toBe(6);
});

test.each([
  ['200', 200, 'SUCCEEDED'],
  ['422', 422, 'VOIDED'],
  ['500', 500, 'VOIDED'],
])('a synchronous callback that is answered with %s', async (_name, status, expected) => {
  const { calls, url } = await merchant(200, status);
  till = await bareTill({}, { synchronousCallback: true, callbackUrl: url });
  const paymentId = await till.charge();
  till.sandbox.payer.scan(paymentId);
  till.sandbox.payer.confirm(paymentId);
  await expect.poll(() => calls).toHaveLength(1);
  till.sandbox.engine.settle(paymentId);
  await expect.poll(() => till.status(paymentId)).toBe(expected);
});

test('a synchronous callback that nobody answers, nor its three repeats, refuses the payment', async () => {
  const { url } = await merchant(0);
  till = await bareTill({ picks: { callbackOn: 'payout-or-cancel' } }, { synchronousCallback: true, callbackUrl: url });
  const paymentId = await till.charge();
  till.sandbox.payer.scan(paymentId);
  till.sandbox.payer.confirm(paymentId);
  till.sandbox.engine.settle(paymentId);
  for (const expected of [1, 2, 3, 4]) {
    await expect.poll(() => till.sandbox.engine.store.payments.get(paymentId)?.unanswered).toBe(expected);
    till.clock.tick(1_000);
  }
  expect(await till.status(paymentId)).toBe('VOIDED');
});
