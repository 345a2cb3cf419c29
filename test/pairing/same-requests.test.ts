import { createPublicKey, verify } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TillError } from '../../main/base/till-error.ts';
import type { PaymentId, PaymentService, RefundId } from '../../main/domain/payment-service.ts';
import { type IndependentClient, independentClient } from '../independent/client.ts';
import { privateKeyOf } from '../independent/signing.ts';
import { requestVectors, vectorConfig, vectorMerchantKey } from '../independent/vectors.ts';
import { type OurClient, ourClient } from './client-over-sockets.ts';
import { type Recorded, type RecordingServer, recordingServer } from './recording-server.ts';

let server: RecordingServer;
let ours: OurClient;
let theirs: IndependentClient;
beforeAll(async () => {
  server = await recordingServer();
  server.answerWith({
    status: 400,
    body: { code: 'BAD_REQUEST', message: 'No.', traceId: 't', spanId: 's', keys: [] },
  });
  const { claimPrefix, issuer, merchantId, profileId } = vectorConfig;
  const { baseUrl } = server;
  const access = { baseUrl, jwksUrl: `${baseUrl}/jwks`, claimPrefix, issuer, merchantId, profileId, apiKey: 'key-1' };
  ours = ourClient({ ...access, signingKey: vectorMerchantKey });
  const kid = vectorMerchantKey['kid'] ?? '';
  theirs = independentClient({ ...access, kid, privateKey: privateKeyOf(vectorMerchantKey) });
});
afterAll(async () => {
  await ours[Symbol.asyncDispose]();
  await server[Symbol.asyncDispose]();
});

const id = 'fccd268a29a0d347301ef56e' as PaymentId;
const refundId = '64dc3cd6089065c3146e80a9' as RefundId;
const once = { retry: 'never' } as const;
const sale = { amount: 1250, reference: 'SHOP7-POS01-0001', description: 'Brood & koffie, Zoë €' };
const pos = { ...sale, posId: 'POS01', shopId: 'SHOP7', shopName: 'Bakkerij Zoë' };
const from = '2026-03-08T00:00:00.000Z';
const page = { size: 10_000, page: 0 };
const days = { 'start-date': '2026-03-01', 'end-date': '2026-03-31' };
const our = { startDate: '2026-03-01', endDate: '2026-03-31' };

type Pair = readonly [
  operation: string,
  ours: (service: PaymentService) => Promise<unknown>,
  theirs: (client: IndependentClient) => Promise<unknown>,
];

const operations: readonly Pair[] = [
  ['1, read', (till) => till.readPayment(id, once), (client) => client.readPayment(id)],
  ['2, cancel', (till) => till.cancelPayment(id, once), (client) => client.cancelPayment(id)],
  [
    '3, search',
    (till) => till.searchPage({ from: Date.parse(from), paymentStatuses: ['PENDING'], reference: 'R é' }, 2, 50, once),
    (client) => client.search({ from, paymentStatuses: ['PENDING'], reference: 'R é' }, { page: 2, size: 50 }),
  ],
  [
    '4, create a payment',
    (till) => till.createPayment(till.preparePayment({ ...sale, returnUrl: 'https://shop.example/back' }), once),
    (client) => client.createPayment({ ...sale, returnUrl: 'https://shop.example/back', currency: 'EUR' }),
  ],
  [
    '5, create a static-QR payment',
    (till) => till.createStaticQr(till.prepareStaticQr(pos), once),
    (client) => client.createStaticQr({ ...pos, currency: 'EUR' }),
  ],
  [
    '6, acknowledge',
    (till) => till.acknowledge(id, { amount: 1250, reference: 'R-1' }, once),
    (client) => client.acknowledge(id, { currency: 'EUR', amount: 1250, reference: 'R-1' }),
  ],
  ['7, refund IBAN', (till) => till.readRefundIban(id, once), (client) => client.readRefundIban(id)],
  [
    '8, create a refund',
    (till) => till.createRefund(id, till.prepareRefund({ amount: 500, description: 'Té' }), 'key-of-64', once),
    (client) => client.createRefund(id, { amount: 500, currency: 'EUR', description: 'Té' }, 'key-of-64'),
  ],
  ['9, read a refund', (till) => till.readRefund(id, refundId, once), (client) => client.readRefund(id, refundId)],
  [
    '10, payouts',
    (till) => first(till.payouts({ date: '2026-03-09' }, once)),
    (client) => client.payouts({ date: '2026-03-09', ...page }),
  ],
  [
    '11, payments of a payout',
    (till) => first(till.payoutPayments({ payoutId: id }, once)),
    (client) => client.payoutPayments({ 'payout-id': id, ...page }),
  ],
  [
    '11, payments of days',
    (till) => first(till.payoutPayments(our, once)),
    (client) => client.payoutPayments({ ...days, ...page }),
  ],
  [
    '12, refunds of a payout',
    (till) => first(till.payoutRefunds({ payoutId: id }, once)),
    (client) => client.payoutRefunds({ 'payout-id': id, ...page }),
  ],
  [
    '12, refunds of days',
    (till) => first(till.payoutRefunds(our, once)),
    (client) => client.payoutRefunds({ ...days, ...page }),
  ],
];

describe('the till and the independent client send the same', () => {
  it.each(operations)('operation %s', async (_operation, askOurs, askTheirs) => {
    await expect(askOurs(ours.service)).rejects.toBeInstanceOf(TillError);
    const [sent, ...more] = server.take();
    await askTheirs(theirs);
    const [expected] = server.take();
    if (sent === undefined || expected === undefined) throw new Error('nothing was sent');
    expect(more, 'sent once').toEqual([]);
    expect(meaning(sent)).toEqual(meaning(expected));
    expect(membersOf(sent)).toEqual(membersOf(expected));
    expect(signatureHolds(sent), "the till's signature").toBe(true);
    expect(signatureHolds(expected), "the independent client's signature").toBe(true);
  });

  it('with the members of the protected header in the order of the vectors', async () => {
    await expect(ours.service.readPayment(id, once)).rejects.toBeInstanceOf(TillError);
    const [sent] = server.take();
    if (sent === undefined) throw new Error('nothing was sent');
    expect(Object.keys(headerOf(sent))).toEqual(Object.keys(requestVectors[0]?.protectedHeader ?? {}));
  });
});

/** Headers that fetch and undici add by themselves; the service does not look at them. */
const OF_THE_TRANSPORT = new Set([
  ...['host', 'connection', 'content-length', 'transfer-encoding', 'user-agent'],
  ...['accept-encoding', 'accept-language', 'sec-fetch-mode'],
]);

function meaning(request: Recorded) {
  const { signature: _, ...headers } = request.headers;
  const kept = Object.entries(headers).filter(([name]) => !OF_THE_TRANSPORT.has(name));
  const { [claim('iat')]: iat, [claim('jti')]: jti, ...signed } = headerOf(request);
  expect(iat).toMatch(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/);
  expect(jti).toMatch(/^[0-9a-f-]{36}$/);
  return {
    method: request.method,
    path: request.path,
    query: request.query,
    headers: Object.fromEntries(kept),
    body: request.body === '' ? '' : JSON.parse(request.body),
    signed,
  };
}

function membersOf(request: Recorded): readonly string[] {
  return Object.keys(headerOf(request));
}

function headerOf(request: Recorded): Record<string, unknown> {
  const [head = ''] = (request.headers['signature'] ?? '').split('.');
  return JSON.parse(Buffer.from(head, 'base64url').toString());
}

function signatureHolds(request: Recorded): boolean {
  const [head, , tail = ''] = (request.headers['signature'] ?? '').split('.');
  const { d: _private, ...jwk } = vectorMerchantKey;
  const key = createPublicKey({ key: jwk, format: 'jwk' });
  const input = Buffer.from(`${head}.${Buffer.from(request.body).toString('base64url')}`);
  return verify('sha256', input, { key, dsaEncoding: 'ieee-p1363' }, Buffer.from(tail, 'base64url'));
}

function claim(name: string): string {
  return `${vectorConfig.claimPrefix}/${name}`;
}

async function first<T>(items: AsyncIterable<T>): Promise<T | undefined> {
  for await (const item of items) return item;
  return undefined;
}
