import { generateKeyPairSync, randomUUID, sign, X509Certificate } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Answer, independentClient, type Otherwise, serviceKeys } from './client.ts';
import { created, expectError, expectPaymentError, object, text } from './expectations.ts';
import { type ServiceUnderTest, startService } from './service-under-test.ts';
import { type ProtectedHeader, requestHeader } from './signing.ts';
import { expectedOf, requestVectors, signatureVectors, vectorConfig, vectorMerchantKey } from './vectors.ts';
import { thumbprintOf, verifyDetached } from './verification.ts';

let service: ServiceUnderTest;
let pending: string;
let paid: string;
let refundId: string;
beforeAll(async () => {
  service = await startService();
  pending = created(await service.client.createPayment({ amount: 100 }));
  paid = await service.paid({ amount: 100_000 });
  refundId = text(await service.client.createRefund(paid, euros, randomUUID()), 'refundId');
});
afterAll(() => service[Symbol.asyncDispose]());

const euros = { amount: 1, currency: 'EUR' };
const span = { 'start-date': '2026-01-01', 'end-date': '2026-01-02' };
const fresh = async () => created(await service.client.createPayment({ amount: 1 }));

type Api = 'payment' | 'refund' | 'reconciliation';
type Ask = (other: Otherwise) => Promise<Answer>;

/** Each asks for something that would be done, were the caller who it says. */
const operations: readonly (readonly [operation: string, api: Api, ask: Ask])[] = [
  ['1, read a payment', 'payment', (other) => service.client.readPayment(pending, other)],
  ['2, cancel', 'payment', async (other) => service.client.cancelPayment(await fresh(), other)],
  ['3, search', 'payment', (other) => service.client.search({}, {}, other)],
  ['4, create a payment', 'payment', (other) => service.client.createPayment({ amount: 1 }, other)],
  [
    '5, create a static-QR payment',
    'payment',
    (other) => service.client.createStaticQr({ posId: 'P', amount: 1 }, other),
  ],
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
  it('takes a signature, alone and with an API key beside it', async () => {
    expect((await ask({ with: 'signature' })).status).toBeLessThan(300);
    expect((await ask({ with: 'both' })).status).toBeLessThan(300);
  });

  it(api === 'payment' ? 'takes an API key alone' : 'takes no API key alone', async () => {
    const answer = await ask({ with: 'bearer' });
    if (api === 'payment') expect(answer.status).toBeLessThan(300);
    else expectError(answer, 401);
  });

  it('takes nobody in particular, in the words of its API', async () => {
    for (const headers of [{}, { authorization: 'Bearer nobody' }]) {
      const answer = await ask({ with: 'nothing', headers });
      expect(text(answer, 'code')).toBe('UNAUTHORIZED');
      if (api === 'payment') expectPaymentError(answer, 401);
      else expectError(answer, 401);
      if (api === 'reconciliation') expect(answer.verdict).toMatchObject({ ok: true });
    }
  });

  it('takes no signature that is wrong', async () => {
    const taken: string[] = [];
    for (const [row, other] of [...wrongHeaders, ...wrongSignatures])
      if ((await ask({ with: 'signature', ...other() })).status !== 401) taken.push(row);
    expect(taken).toEqual([]);
  });
});

it.each(['', 'Bearer', 'Basic abc'])('Authorization %j is refused', async (authorization) => {
  expectError(await service.client.readPayment(pending, { with: 'nothing', headers: { authorization } }), 401);
});

const claim = (name: string) => `${service.access.claimPrefix}/${name}`;
const set = (name: string, value: unknown) => (right: ProtectedHeader) => ({ ...right, [claim(name)]: value });
const member = (name: string, value: unknown) => (right: ProtectedHeader) => ({ ...right, [name]: value });
const crit = (...names: string[]) => member('crit', names.map(claim));
const at = (offsetMs: number) => new Date(service.clock.now() + offsetMs).toISOString();

type Wrong = readonly [row: string, other: () => Otherwise, reason: string];

const wrongHeaders: readonly Wrong[] = [
  ['alg none', () => ({ header: member('alg', 'none') }), 'algorithm not allowed'],
  ['alg HS256', () => ({ header: member('alg', 'HS256') }), 'algorithm not allowed'],
  ['alg RS256', () => ({ header: member('alg', 'RS256') }), 'algorithm not allowed'],
  ['no alg', () => ({ header: member('alg', undefined) }), 'algorithm not allowed'],
  ['another typ', () => ({ header: member('typ', 'JWT') }), 'typ is not jose+json'],
  ['no typ', () => ({ header: member('typ', undefined) }), 'typ is not jose+json'],
  ['no kid', () => ({ header: member('kid', undefined) }), 'kid missing'],
  ['a kid that is nobody', () => ({ header: member('kid', 'nobody') }), 'no such key'],
  ['no crit', () => ({ header: member('crit', undefined) }), 'crit missing'],
  ['crit without path', () => ({ header: crit('sub', 'iss', 'iat', 'jti') }), 'crit does not name the five claims'],
  [
    'crit with a stranger',
    () => ({ header: crit('sub', 'iss', 'iat', 'jti', 'path', 'zone') }),
    'crit does not name the five claims',
  ],
  [
    'crit with one twice',
    () => ({ header: crit('sub', 'iss', 'iat', 'jti', 'jti') }),
    'crit does not name the five claims',
  ],
  ['no sub', () => ({ header: set('sub', undefined) }), 'claim missing'],
  ['a profile that does not exist', () => ({ header: set('sub', 'f'.repeat(24)) }), 'no such profile'],
  ['another issuer', () => ({ header: set('iss', 'Mallory') }), 'wrong issuer'],
  ['another path', () => ({ header: set('path', '/v3/elsewhere') }), 'path does not match'],
  ['iat five minutes and a bit ago', () => ({ header: set('iat', at(-300_001)) }), 'too old'],
  ['iat five minutes and a bit ahead', () => ({ header: set('iat', at(300_001)) }), 'from the future'],
  ['iat without milliseconds', () => ({ header: set('iat', '2026-03-09T10:15:30Z') }), 'iat is not a date'],
  ['iat as a number', () => ({ header: set('iat', 1_773_051_330) }), 'claim missing'],
  ['iat that is no day', () => ({ header: set('iat', '2026-13-39T10:15:30.000Z') }), 'iat is not a date'],
  ['no jti', () => ({ header: set('jti', undefined) }), 'claim missing'],
  ['an empty jti', () => ({ header: set('jti', '') }), 'claim missing'],
];

const tail = (right: string) => right.split('..')[1] ?? '';
const head = (right: string) => right.split('..')[0] ?? '';
const encoded = (bytes: string | Buffer) => Buffer.from(bytes).toString('base64url');
const inDer = (right: string) =>
  `${head(right)}..${encoded(sign('sha256', Buffer.from(`${head(right)}.`), service.access.privateKey))}`;

const wrongSignatures: readonly Wrong[] = [
  ['two parts', () => ({ signature: (right) => right.replace('..', '.') }), 'not a compact JWS'],
  ['payload embedded', () => ({ signature: (right) => right.replace('..', '.e30.') }), 'not detached'],
  [
    'a header that is no JSON',
    () => ({ signature: (right) => `${encoded('hello')}..${tail(right)}` }),
    'malformed header',
  ],
  ['a header that is a list', () => ({ signature: (right) => `${encoded('[]')}..${tail(right)}` }), 'malformed header'],
  ['a header with padding', () => ({ signature: (right) => right.replace('..', '=..') }), 'malformed header'],
  ['cut short', () => ({ signature: (right) => right.slice(0, -8) }), 'malformed signature'],
  ['of another alphabet', () => ({ signature: (right) => `${right.slice(0, -2)}+/` }), 'malformed signature'],
  ['in DER', () => ({ signature: inDer }), 'malformed signature'],
  [
    'of zeroes',
    () => ({ signature: (right) => `${head(right)}..${encoded(Buffer.alloc(64))}` }),
    'signature does not match',
  ],
];

describe('a signature', () => {
  it.each([...wrongHeaders, ...wrongSignatures])(
    'with %s is refused, with its reason in the log',
    async (_row, other, reason) => {
      expect(await reasonOf(() => service.client.readPayment(pending, { with: 'signature', ...other() }))).toBe(reason);
    },
  );

  it('with the issuer name is not one of the Reconciliation API', async () => {
    const header = set('iss', service.access.issuer);
    expectError(await service.client.payouts({}, { with: 'signature', header }), 401);
  });

  it('with the merchant id is not one of the Payment API', async () => {
    const header = set('iss', service.access.merchantId);
    expectError(await service.client.readPayment(pending, { with: 'signature', header }), 401);
  });

  it('is taken once', async () => {
    let kept = '';
    const keep = (right: string) => {
      kept = right;
      return right;
    };
    expect((await service.client.readPayment(pending, { with: 'signature', signature: keep })).status).toBe(200);
    const again = () => service.client.readPayment(pending, { with: 'signature', signature: () => kept });
    expect(await reasonOf(again)).toBe('seen before');
  });

  it.each([300_000, -300_000])('of a clock that is off by %i ms still passes', async (ms) => {
    expect((await service.client.readPayment(pending, { with: 'signature', header: set('iat', at(ms)) })).status).toBe(
      200,
    );
  });

  it('leaves out the query', async () => {
    expect((await service.client.search({}, { page: 0 }, { with: 'signature' })).status).toBe(200);
  });

  it('by another key under a known kid is refused', async () => {
    const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const mallory = independentClient({ ...service.access, privateKey });
    expectError(await mallory.readPayment(pending, { with: 'signature' }), 401);
  });

  it("of one merchant under another merchant's profile is refused", async () => {
    const mallory = independentClient({ ...service.otherAccess(), profileId: service.access.profileId });
    expectError(await mallory.readPayment(pending, { with: 'signature' }), 401);
  });

  it("beside another profile's API key is refused", async () => {
    const mallory = independentClient({ ...service.access, apiKey: service.otherAccess().apiKey });
    expectError(await mallory.readPayment(pending), 403);
  });

  it('of other body bytes is refused, and creates nothing', async () => {
    const reference = 'ALTERED';
    const ask = (amount: number, signature: (right: string) => string) =>
      service.client.createPayment({ amount, reference }, { with: 'signature', signature });
    let kept = '';
    await ask(1, (right) => {
      kept = right;
      return 'x';
    });
    expect(await reasonOf(() => ask(2, () => kept))).toBe('signature does not match');
    expect(object(await service.client.search({ reference }))).toMatchObject({ totalElements: 0 });
  });
});

/** Why the log says that the service refused it. */
async function reasonOf(ask: () => Promise<Answer>): Promise<unknown> {
  const before = service.log.length;
  expectError(await ask(), 401);
  return service.log[before]?.fields['reason'];
}

describe('what another implementation made', () => {
  it.each(requestVectors)(
    '$name: the service takes it, and the independent client signs the same header',
    async (vector) => {
      const { profileId, merchantId, claimPrefix, issuer } = vectorConfig;
      const { d: _private, kid = '', ...publicKey } = vectorMerchantKey;
      await using other = await startService(
        { claimPrefix, issuer },
        { profileId, merchantId, keys: [{ ...publicKey, kid }] },
      );
      other.clock.jump(Date.parse(vector.now) - other.clock.now());
      const { method, path, exampleSignature, bodyUtf8 } = vector;
      const answer = await other.client.call(
        { method, path, body: bodyUtf8 === '' ? undefined : bodyUtf8, idempotencyKey: 'k' },
        { with: 'signature', signature: () => exampleSignature },
      );
      expect(answer.status).not.toBe(401);
      expect(other.log.filter(({ message }) => message === 'credentials refused')).toEqual([]);
      const signer = { ...service.access, claimPrefix, profileId, kid };
      const own = requestHeader(signer, {
        issuer: path.startsWith('/v3/reconciliation/') ? merchantId : issuer,
        issuedAt: new Date(vector.now),
        jti: vector.jti,
        path,
      });
      expect(encoded(JSON.stringify(own))).toBe(head(exampleSignature));
    },
  );

  it('the independent client judges each of its 54 signatures as it does', () => {
    expect(signatureVectors).toHaveLength(54);
    const verdicts = signatureVectors.map((vector) => {
      const verdict = verifyDetached(vector.signature, Buffer.from(vector.bodyUtf8), expectedOf(vector));
      return [vector.kind, vector.name, verdict.ok ? 'accept' : verdict.why];
    });
    expect(verdicts).toEqual(signatureVectors.map(({ kind, name, why }) => [kind, name, why ?? 'accept']));
  });
});

it("the service's JWKS has public keys, and the certificate of the one that signs callbacks", async () => {
  const keys = await serviceKeys(service.access.jwksUrl);
  for (const secret of ['d', 'p', 'q', 'dp', 'dq', 'qi', 'k'])
    for (const key of keys) expect(key).not.toHaveProperty(secret);
  expect(keys).toMatchObject([{ kty: 'EC', crv: 'P-256', use: 'sig', alg: 'ES256', kid: expect.stringMatching(/./) }]);
  const [key] = keys;
  const certificate = new X509Certificate(Buffer.from(String([key?.['x5c']].flat()[0]), 'base64'));
  expect(certificate.publicKey.export({ format: 'jwk' })).toMatchObject({ x: key?.['x'], y: key?.['y'] });
  expect(certificate.verify(certificate.publicKey)).toBe(true);
  expect(key?.['x5t#S256']).toBe(thumbprintOf(certificate.raw));
});

describe('participants of a payment', () => {
  const bearer = { with: 'bearer' } as const;

  it("another merchant can neither read nor cancel one's payment", async () => {
    const other = service.profile();
    expectPaymentError(await other.readPayment(pending), 403);
    expectError(await other.cancelPayment(pending), 403);
    expect(await service.status(pending)).toBe('PENDING');
  });

  it('the same merchant can cancel under another of its profiles', async () => {
    const sibling = service.profile({ merchantId: service.access.merchantId });
    expect((await sibling.cancelPayment(await fresh(), bearer)).status).toBe(204);
  });

  it('an integrator can cancel where it serves the profile, and nowhere else', async () => {
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
  const bearer = { with: 'bearer' } as const;
  type Key = {
    readonly authorities: readonly ('MERCHANT_PAYMENT' | 'MERCHANT_REFUND')[];
    readonly subjectType?: 'MERCHANT' | 'INTEGRATOR';
  };
  const holder = (key: Key) => {
    const { profileId } = service.access;
    return independentClient({ ...service.access, apiKey: service.sandbox.addApiKey({ profileId, ...key }) });
  };

  it.each(['MERCHANT', 'INTEGRATOR'] as const)('1, 2, 4 and 5: %s with MERCHANT_PAYMENT', async (subjectType) => {
    const client = holder({ subjectType, authorities: ['MERCHANT_PAYMENT'] });
    const id = created(await client.createPayment({ amount: 1 }, bearer));
    created(await client.createStaticQr({ posId: 'P', amount: 1 }, bearer));
    expect((await client.readPayment(id, bearer)).status).toBe(200);
    expect((await client.cancelPayment(id, bearer)).status).toBeLessThan(300);
  });

  it('1, 2, 4 and 5: without MERCHANT_PAYMENT it is 403', async () => {
    const client = holder({ authorities: ['MERCHANT_REFUND'] });
    expectError(await client.readPayment(pending, bearer), 403);
    expectError(await client.cancelPayment(pending, bearer), 403);
    expectError(await client.createPayment({ amount: 1 }, bearer), 403);
    expectError(await client.createStaticQr({ posId: 'P', amount: 1 }, bearer), 403);
    expect(await service.status(pending)).toBe('PENDING');
  });

  it('7: with MERCHANT_REFUND, and without it is 403', async () => {
    expect((await holder({ authorities: ['MERCHANT_REFUND'] }).readRefundIban(paid, bearer)).status).toBe(200);
    expectError(await holder({ authorities: ['MERCHANT_PAYMENT'] }).readRefundIban(paid, bearer), 403);
  });

  it('8 to 12: a profile without the authority is 403, in the words of its API', async () => {
    const nobody = 'f'.repeat(24);
    const client = service.profile({ authorities: [] });
    const refund = await client.createRefund(nobody, euros, randomUUID());
    for (const answer of [
      refund,
      await service.profile({ authorities: ['MERCHANT_PAYMENT'] }).readRefund(nobody, nobody),
    ]) {
      expectError(answer, 403);
      expect(text(answer, 'code')).toBe('ACCESS_DENIED');
    }
    const asked = { 'payout-id': nobody };
    for (const answer of [
      await client.payouts(),
      await client.payoutPayments(asked),
      await client.payoutRefunds(asked),
    ]) {
      expectError(answer, 403);
      expect(text(answer, 'code')).toBe('ACCESS_DENIED');
      expect(answer.verdict).toMatchObject({ ok: true });
    }
  });
});

it('calls above the rate are answered with 429 and Retry-After, where a rate is set', async () => {
  await using limited = await startService({ picks: { rateLimitPerSecond: 2 } });
  const read = () => limited.client.readPayment('f'.repeat(24));
  expect([(await read()).status, (await read()).status]).toEqual([404, 404]);
  const third = await read();
  expect([third.status, third.headers.get('retry-after')]).toEqual([429, '1']);
  limited.clock.tick(1_000);
  expect((await read()).status).toBe(404);
});

it('there is nothing at any other path', async () => {
  for (const path of ['/v3', '/v3/', '/v3/payments/', '/v3/nothing', '/v4/payments', '/control', '/faults', '/state'])
    expect((await service.client.call({ method: 'GET', path })).status, path).toBe(404);
});
