import { createHash, generateKeyPairSync, randomUUID, sign, X509Certificate } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { config, merchantKey, requests } from '../service/vectors.ts';
import { type Answer, independentClient, type Otherwise, serviceKeys } from './client.ts';
import { created, expectError, expectPaymentError, object, text } from './expectations.ts';
import { givenService, startService } from './service-under-test.ts';
import type { ProtectedHeader } from './signing.ts';

const service = givenService('all');
let pending: string;
let paid: string;
let refundId: string;
beforeAll(async () => {
  pending = created(await service.client.createPayment({ amount: 100 }));
  paid = await service.paid({ amount: 100_000 });
  refundId = text(await service.client.createRefund(paid, euros, randomUUID()), 'refundId');
});

const euros = { amount: 1, currency: 'EUR' };
const span = { 'start-date': '2026-01-01', 'end-date': '2026-01-02' };
const nobody = 'f'.repeat(24);
const bearer = { with: 'bearer' } as const;
const signed = { with: 'signature' } as const;
const fresh = async () => created(await service.client.createPayment({ amount: 1 }));
const read = (other?: Otherwise) => service.client.readPayment(pending, { ...signed, ...other });

type Api = 'payment' | 'refund' | 'reconciliation';
type Ask = (other: Otherwise) => Promise<Answer>;

/** Requests that succeed with valid credentials. */
const operations: readonly (readonly [operation: string, api: Api, ask: Ask])[] = [
  ['1, read a payment', 'payment', (other) => service.client.readPayment(pending, other)],
  ['2, cancel', 'payment', async (other) => service.client.cancelPayment(await fresh(), other)],
  ['3, search', 'payment', (other) => service.client.search({}, {}, other)],
  ['4, create a payment', 'payment', (other) => service.client.createPayment({ amount: 1 }, other)],
  ['5, static QR', 'payment', (other) => service.client.createStaticQr({ posId: 'P', amount: 1 }, other)],
  [
    '6, acknowledge',
    'payment',
    async (other) => service.client.acknowledge(service.awaitAcknowledgement(await fresh()), euros, other),
  ],
  ['7, refund IBAN', 'payment', (other) => service.client.readRefundIban(paid, other)],
  ['8, create a refund', 'refund', (other) => service.client.createRefund(paid, euros, randomUUID(), other)],
  ['9, read a refund', 'refund', (other) => service.client.readRefund(paid, refundId, other)],
  ['10, payouts', 'reconciliation', (other) => service.client.payouts({}, other)],
  ['11, payments', 'reconciliation', (other) => service.client.payoutPayments(span, other)],
  ['12, refunds', 'reconciliation', (other) => service.client.payoutRefunds(span, other)],
];

describe.each(operations)('operation %s', (_operation, api, ask) => {
  it(`accepts a signature, with or without API key, and ${api === 'payment' ? 'an' : 'no'} API key alone`, async () => {
    expect((await ask(signed)).status).toBeLessThan(300);
    expect((await ask({ with: 'both' })).status).toBeLessThan(300);
    const answer = await ask(bearer);
    if (api === 'payment') expect(answer.status).toBeLessThan(300);
    else expectError(answer, 401);
  });

  it("rejects missing and wrong credentials in its API's format", async () => {
    const strangers: readonly Otherwise[] = [
      { with: 'nothing' },
      { with: 'nothing', headers: { authorization: 'Bearer nobody' } },
      { ...signed, header: set('path', '/v3/elsewhere') },
    ];
    for (const other of strangers) {
      const answer = await ask(other);
      expect(text(answer, 'code')).toBe('UNAUTHORIZED');
      if (api === 'payment') expectPaymentError(answer, 401);
      else expectError(answer, 401);
      if (api === 'reconciliation') expect(answer.verdict).toMatchObject({ ok: true });
    }
  });
});

it.each(['', 'Bearer', 'Basic abc'])('refuses Authorization %j', async (authorization) => {
  expectError(await read({ with: 'nothing', headers: { authorization } }), 401);
});

const claim = (name: string) => `${service.access.claimPrefix}/${name}`;
const set = (name: string, value: unknown) => (right: ProtectedHeader) => ({ ...right, [claim(name)]: value });
const member = (name: string, value: unknown) => (right: ProtectedHeader) => ({ ...right, [name]: value });
const crit =
  (...names: string[]) =>
  (right: ProtectedHeader) => ({ ...right, crit: names.map(claim) });
const issued = (offsetMs: number) => (right: ProtectedHeader) =>
  set('iat', new Date(service.clock.now() + offsetMs).toISOString())(right);

const head = (right: string) => right.split('..')[0] ?? '';
const tail = (right: string) => right.split('..')[1] ?? '';
const encoded = (bytes: string | Buffer) => Buffer.from(bytes).toString('base64url');
const inDer = (right: string) => encoded(sign('sha256', Buffer.from(`${head(right)}.`), service.access.privateKey));

const wrongHeaders: readonly (readonly [row: string, reason: string, header: NonNullable<Otherwise['header']>])[] = [
  ['alg none', 'algorithm not allowed', member('alg', 'none')],
  ['alg HS256', 'algorithm not allowed', member('alg', 'HS256')],
  ['alg RS256', 'algorithm not allowed', member('alg', 'RS256')],
  ['no alg', 'algorithm not allowed', member('alg', undefined)],
  ['another typ', 'typ is not jose+json', member('typ', 'JWT')],
  ['no typ', 'typ is not jose+json', member('typ', undefined)],
  ['no kid', 'kid missing', member('kid', undefined)],
  ['a kid that is nobody', 'no such key', member('kid', 'nobody')],
  ['no crit', 'crit missing', member('crit', undefined)],
  ['crit without path', 'crit does not name the five claims', crit('sub', 'iss', 'iat', 'jti')],
  ['crit with a stranger', 'crit does not name the five claims', crit('sub', 'iss', 'iat', 'jti', 'path', 'zone')],
  ['crit with one twice', 'crit does not name the five claims', crit('sub', 'iss', 'iat', 'jti', 'jti')],
  ['no sub', 'claim missing', set('sub', undefined)],
  ['a profile that does not exist', 'no such profile', set('sub', nobody)],
  ['another issuer', 'wrong issuer', set('iss', 'Mallory')],
  ['another path', 'path does not match', set('path', '/v3/elsewhere')],
  ['iat five minutes and a bit ago', 'too old', issued(-300_001)],
  ['iat five minutes and a bit ahead', 'from the future', issued(300_001)],
  ['iat without milliseconds', 'iat is not a date', set('iat', '2026-03-09T10:15:30Z')],
  ['iat as a number', 'claim missing', set('iat', 1_773_051_330)],
  ['iat that is no day', 'iat is not a date', set('iat', '2026-13-39T10:15:30.000Z')],
  ['no jti', 'claim missing', set('jti', undefined)],
  ['an empty jti', 'claim missing', set('jti', '')],
];

const wrongSignatures: readonly (readonly [
  row: string,
  reason: string,
  signature: NonNullable<Otherwise['signature']>,
])[] = [
  ['two parts', 'not a compact JWS', (right) => right.replace('..', '.')],
  ['payload embedded', 'not detached', (right) => right.replace('..', '.e30.')],
  ['a header that is no JSON', 'malformed header', (right) => `${encoded('hello')}..${tail(right)}`],
  ['a header that is a list', 'malformed header', (right) => `${encoded('[]')}..${tail(right)}`],
  ['a header with padding', 'malformed header', (right) => right.replace('..', '=..')],
  ['a signature cut short', 'malformed signature', (right) => right.slice(0, -8)],
  ['a signature of another alphabet', 'malformed signature', (right) => `${right.slice(0, -2)}+/`],
  ['a signature in DER', 'malformed signature', (right) => `${head(right)}..${inDer(right)}`],
  ['zeroes', 'signature does not match', (right) => `${head(right)}..${encoded(Buffer.alloc(64))}`],
];

async function reasonOf(ask: () => Promise<Answer>): Promise<unknown> {
  const before = service.log.length;
  expectError(await ask(), 401);
  return service.log[before]?.fields['reason'];
}

describe('a signature', () => {
  it.each(wrongHeaders)('with %s is refused: %s', async (_row, reason, header) => {
    expect(await reasonOf(() => read({ header }))).toBe(reason);
  });

  it.each(wrongSignatures)('of %s is refused: %s', async (_row, reason, signature) => {
    expect(await reasonOf(() => read({ signature }))).toBe(reason);
  });

  it('uses merchant id as issuer for the Reconciliation API', async () => {
    const { issuer, merchantId } = service.access;
    expectError(await service.client.payouts({}, { ...signed, header: set('iss', issuer) }), 401);
    expectError(await read({ header: set('iss', merchantId) }), 401);
  });

  it('is accepted only once', async () => {
    let kept = '';
    const keep = (right: string) => {
      kept = right;
      return right;
    };
    expect((await read({ signature: keep })).status).toBe(200);
    expect(await reasonOf(() => read({ signature: () => kept }))).toBe('seen before');
  });

  it.each([300_000, -300_000])('of a clock that is off by %i ms is accepted', async (ms) => {
    expect((await read({ header: issued(ms) })).status).toBe(200);
  });

  it('does not cover the query', async () => {
    expect((await service.client.search({}, { page: 0 }, signed)).status).toBe(200);
  });

  it('by a foreign key or merchant is refused', async () => {
    const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const { access } = service;
    for (const other of [
      { ...access, privateKey },
      { ...service.otherAccess(), profileId: access.profileId },
    ])
      expectError(await independentClient(other).readPayment(pending, signed), 401);
  });

  it('with the API key of a different profile is refused', async () => {
    const mallory = independentClient({ ...service.access, apiKey: service.otherAccess().apiKey });
    expectError(await mallory.readPayment(pending), 403);
  });

  it('over a different body is refused and creates nothing', async () => {
    const reference = 'ALTERED';
    const ask = (amount: number, signature: (right: string) => string) =>
      service.client.createPayment({ amount, reference }, { ...signed, signature });
    let kept = '';
    await ask(1, (right) => {
      kept = right;
      return 'x';
    });
    expect(await reasonOf(() => ask(2, () => kept))).toBe('signature does not match');
    expect(object(await service.client.search({ reference }))).toMatchObject({ totalElements: 0 });
  });
});

it.each(requests)(
  'accepts the vector of another implementation: $name',
  async ({ method, path, exampleSignature, bodyUtf8, now }) => {
    const { profileId, merchantId, claimPrefix, issuer } = config;
    const { d: _private, ...key } = merchantKey;
    await using other = await startService({ claimPrefix, issuer }, { profileId, merchantId, keys: [key] });
    other.clock.jump(Date.parse(now) - other.clock.now());
    const body = bodyUtf8 === '' ? undefined : bodyUtf8;
    const vector = { ...signed, signature: () => exampleSignature };
    expect((await other.client.call({ method, path, body, idempotencyKey: 'k' }, vector)).status).not.toBe(401);
    expect(other.log.filter(({ message }) => message === 'credentials refused')).toEqual([]);
  },
);

it('the JWKS has public keys and the callback certificate', async () => {
  const keys = await serviceKeys(service.access.jwksUrl);
  for (const secret of ['d', 'p', 'q', 'dp', 'dq', 'qi', 'k'])
    for (const key of keys) expect(key).not.toHaveProperty(secret);
  expect(keys).toMatchObject([{ kty: 'EC', crv: 'P-256', use: 'sig', alg: 'ES256', kid: expect.stringMatching(/./) }]);
  const [key] = keys;
  const certificate = new X509Certificate(Buffer.from(String([key?.['x5c']].flat()[0]), 'base64'));
  expect(certificate.publicKey.export({ format: 'jwk' })).toMatchObject({ x: key?.['x'], y: key?.['y'] });
  expect(certificate.verify(certificate.publicKey)).toBe(true);
  expect(key?.['x5t#S256']).toBe(createHash('sha256').update(certificate.raw).digest('base64url'));
});

describe('participants of a payment', () => {
  it('other merchants can neither read nor cancel', async () => {
    const other = service.profile();
    expectPaymentError(await other.readPayment(pending), 403);
    expectError(await other.cancelPayment(pending), 403);
    expect(await service.status(pending)).toBe('PENDING');
  });

  it('the merchant can cancel under another of its profiles', async () => {
    const sibling = service.profile({ merchantId: service.access.merchantId });
    expect((await sibling.cancelPayment(await fresh(), bearer)).status).toBe(204);
  });

  it('an integrator can cancel only in its profiles', async () => {
    const { sandbox, access } = service;
    sandbox.addProfile({ profileId: access.profileId, integratorId: 'integrator-1' });
    const { profileId } = sandbox.addProfile({});
    const integrator = (subjectId: string) =>
      independentClient({ ...access, apiKey: sandbox.addApiKey({ profileId, subjectType: 'INTEGRATOR', subjectId }) });
    const id = await fresh();
    expect((await integrator('integrator-2').cancelPayment(id, bearer)).status).toBe(403);
    expect((await integrator('integrator-1').cancelPayment(id, bearer)).status).toBe(204);
  });
});

describe('key claims required for api_key_payment_profile', () => {
  type Authorities = readonly ('MERCHANT_PAYMENT' | 'MERCHANT_REFUND')[];
  const holder = (authorities: Authorities, subjectType: 'MERCHANT' | 'INTEGRATOR' = 'MERCHANT') => {
    const { profileId } = service.access;
    const apiKey = service.sandbox.addApiKey({ profileId, authorities, subjectType });
    return independentClient({ ...service.access, apiKey });
  };

  it.each(['MERCHANT', 'INTEGRATOR'] as const)('1, 2, 4 and 5: %s with MERCHANT_PAYMENT', async (subjectType) => {
    const client = holder(['MERCHANT_PAYMENT'], subjectType);
    const id = created(await client.createPayment({ amount: 1 }, bearer));
    created(await client.createStaticQr({ posId: 'P', amount: 1 }, bearer));
    expect((await client.readPayment(id, bearer)).status).toBe(200);
    expect((await client.cancelPayment(id, bearer)).status).toBeLessThan(300);
  });

  it('1, 2, 4 and 5: 403 without MERCHANT_PAYMENT', async () => {
    const client = holder(['MERCHANT_REFUND']);
    expectError(await client.readPayment(pending, bearer), 403);
    expectError(await client.cancelPayment(pending, bearer), 403);
    expectError(await client.createPayment({ amount: 1 }, bearer), 403);
    expectError(await client.createStaticQr({ posId: 'P', amount: 1 }, bearer), 403);
    expect(await service.status(pending)).toBe('PENDING');
  });

  it('7: 403 without MERCHANT_REFUND', async () => {
    expect((await holder(['MERCHANT_REFUND']).readRefundIban(paid, bearer)).status).toBe(200);
    expectError(await holder(['MERCHANT_PAYMENT']).readRefundIban(paid, bearer), 403);
  });

  it('8 to 12: 403 for a profile without the authority', async () => {
    const client = service.profile({ authorities: [] });
    const asked = { 'payout-id': nobody };
    const answers = [
      await client.createRefund(nobody, euros, randomUUID()),
      await service.profile({ authorities: ['MERCHANT_PAYMENT'] }).readRefund(nobody, nobody),
      await client.payouts(),
      await client.payoutPayments(asked),
      await client.payoutRefunds(asked),
    ];
    for (const answer of answers) {
      expectError(answer, 403);
      expect(text(answer, 'code')).toBe('ACCESS_DENIED');
      expect(answer.verdict).toMatchObject({ ok: true });
    }
  });
});

it('requests above a configured rate get 429 and Retry-After', async () => {
  await using limited = await startService({ picks: { rateLimitPerSecond: 2 } });
  const ask = () => limited.client.readPayment(nobody);
  expect([(await ask()).status, (await ask()).status]).toEqual([404, 404]);
  const third = await ask();
  expect([third.status, third.headers.get('retry-after')]).toEqual([429, '1']);
  limited.clock.tick(1_000);
  expect((await ask()).status).toBe(404);
});

it('unknown paths get 404', async () => {
  for (const path of ['/v3', '/v3/', '/v3/payments/', '/v3/nothing', '/v4/payments', '/control', '/faults', '/state'])
    expect((await service.client.call({ method: 'GET', path })).status, path).toBe(404);
});
