import { generateKeyPairSync, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Answer, independentClient, type Otherwise, serviceKeys } from './client.ts';
import { created, expectError, expectPaymentError, text } from './expectations.ts';
import { type ServiceUnderTest, startService } from './service-under-test.ts';
import type { ProtectedHeader } from './signing.ts';

let service: ServiceUnderTest;
let pending: string;
let paid: string;
let refundId: string;
beforeAll(async () => {
  service = await startService();
  pending = created(await service.client.createPayment({ amount: 100 }));
  paid = created(await service.client.createPayment({ amount: 100_000 }));
  await service.payer.pay(paid);
  refundId = text(await service.client.createRefund(paid, euros, randomUUID()), 'refundId');
});
afterAll(() => service[Symbol.asyncDispose]());

const euros = { amount: 1, currency: 'EUR' };

type Ask = (other: Otherwise) => Promise<Answer>;

/** Each asks for something that would be done, were the caller who it says. */
const payments: readonly (readonly [operation: string, ask: Ask])[] = [
  ['1, read a payment', (other) => service.client.readPayment(pending, other)],
  ['2, cancel', async (other) => service.client.cancelPayment(await fresh(), other)],
  ['3, search', (other) => service.client.search({}, {}, other)],
  ['4, create a payment', (other) => service.client.createPayment({ amount: 1 }, other)],
  ['5, create a static-QR payment', (other) => service.client.createStaticQr({ posId: 'P', amount: 1 }, other)],
  [
    '6, acknowledge',
    async (other) =>
      service.client.acknowledge(
        await service.payer.awaitAcknowledgement(await fresh()),
        { currency: 'EUR', amount: 1 },
        other,
      ),
  ],
];
const iban: readonly [string, Ask] = ['7, refund IBAN', (other) => service.client.readRefundIban(paid, other)];
const refunds: readonly (readonly [operation: string, ask: Ask])[] = [
  ['8, create a refund', (other) => service.client.createRefund(paid, euros, randomUUID(), other)],
  ['9, read a refund', (other) => service.client.readRefund(paid, refundId, other)],
];
const reconciliation: readonly (readonly [operation: string, ask: Ask])[] = [
  ['10, payouts', (other) => service.client.payouts({}, other)],
  ['11, payments', (other) => service.client.payoutPayments({ ...span }, other)],
  ['12, refunds', (other) => service.client.payoutRefunds({ ...span }, other)],
];
const span = { 'start-date': '2026-01-01', 'end-date': '2026-01-02' };
const all = [...payments, iban, ...refunds, ...reconciliation];

describe('who may call', () => {
  it.each(payments)('operation %s: the API key alone is enough', async (_operation, ask) => {
    expect((await ask({ with: 'bearer' })).status).toBeLessThan(300);
  });

  it.each(all)('operation %s: the signature alone is enough', async (_operation, ask) => {
    expect((await ask({ with: 'signature' })).status).toBeLessThan(300);
  });

  it.each([...refunds, ...reconciliation])('operation %s: the API key alone is not enough', async (_operation, ask) => {
    expectError(await ask({ with: 'bearer' }), 401, 403);
  });

  it.each(all)('operation %s: nobody in particular is 401', async (_operation, ask) => {
    expectError(await ask({ with: 'nothing' }), 401);
  });

  it.each(all)('operation %s: an API key that nobody issued is 401', async (_operation, ask) => {
    expectError(await ask({ with: 'nothing', headers: { authorization: 'Bearer nobody' } }), 401);
  });

  it.each(reconciliation)('operation %s: the refusal is UNAUTHORIZED and signed', async (_operation, ask) => {
    const answer = await ask({ with: 'nothing' });
    expect(text(answer, 'code')).toBe('UNAUTHORIZED');
    expect(answer.verdict).toMatchObject({ ok: true });
  });

  it.each(payments)('operation %s: a refusal names its trace and span', async (_operation, ask) => {
    expectPaymentError(await ask({ with: 'nothing' }), 401);
  });
});

const claim = (name: string) => `${service.access.claimPrefix}/${name}`;
const set = (name: string, value: unknown) => (right: ProtectedHeader) => ({ ...right, [claim(name)]: value });
const at = (offsetMs: number) => new Date(service.clock.now() + offsetMs).toISOString();

const wrong: readonly (readonly [row: string, other: () => Otherwise])[] = [
  ['typ is not jose+json', () => ({ header: (right) => ({ ...right, typ: 'JWT' }) })],
  ['kid is nobody', () => ({ header: (right) => ({ ...right, kid: 'nobody' }) })],
  ['kid is missing', () => ({ header: ({ kid: _, ...rest }) => rest })],
  ['alg is none', () => ({ header: (right) => ({ ...right, alg: 'none' }) })],
  ['alg is HS256', () => ({ header: (right) => ({ ...right, alg: 'HS256' }) })],
  ['sub is another profile', () => ({ header: set('sub', 'f'.repeat(24)) })],
  ['iss is somebody else', () => ({ header: set('iss', 'Mallory') })],
  ['iat is an hour ago', () => ({ header: set('iat', at(-3600_000)) })],
  ['iat is an hour ahead', () => ({ header: set('iat', at(3600_000)) })],
  ['iat is not a date', () => ({ header: set('iat', 'now') })],
  ['jti is missing', () => ({ header: set('jti', undefined) })],
  ['path is another', () => ({ header: set('path', '/v3/elsewhere') })],
  ['crit is missing', () => ({ header: ({ crit: _, ...rest }) => rest })],
  ['crit leaves out path', () => ({ header: (right) => ({ ...right, crit: critOf(right).slice(0, 4) }) })],
  [
    'crit names what nobody knows',
    () => ({ header: (right) => ({ ...right, zone: 'x', crit: [...critOf(right), 'zone'] }) }),
  ],
  ['the signature is cut', () => ({ signature: (right) => right.slice(0, -4) })],
  ['the payload is not detached', () => ({ signature: (right) => right.replace('..', '.e30.') })],
  ['the signature is of other bytes', () => ({ signature: (right) => `${right.slice(0, -10)}AAAAAAAAAA` })],
];

const oneOfEach = all.filter(([operation]) => /^(1|4|7|8|10),/.test(operation));

describe.each(oneOfEach)('a signature that is wrong at operation %s', (_operation, ask) => {
  it.each(wrong)('%s: 401', async (_row, other) => {
    expectError(await ask({ with: 'signature', ...other() }), 401);
  });
});

describe('a signature', () => {
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
    expectError(await service.client.readPayment(pending, { with: 'signature', signature: () => kept }), 401);
  });

  it('by another key under a known kid is 401', async () => {
    const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const mallory = independentClient({ ...service.access, privateKey });
    expectError(await mallory.readPayment(pending, { with: 'signature' }), 401);
  });

  it("of one merchant under another merchant's profile is 401", async () => {
    const other = await service.otherAccess();
    const mallory = independentClient({ ...other, profileId: service.access.profileId });
    expectError(await mallory.readPayment(pending, { with: 'signature' }), 401, 403);
  });

  it('of other body bytes is 401, and creates nothing', async () => {
    const reference = 'ALTERED';
    let kept = '';
    const keep = (right: string) => {
      kept = right;
      return 'x';
    };
    await service.client.createPayment({ amount: 1, reference }, { with: 'signature', signature: keep });
    const answer = await service.client.createPayment(
      { amount: 2, reference },
      { with: 'signature', signature: () => kept },
    );
    expectError(answer, 401);
    expect((await service.client.search({ reference })).body).toMatchObject({ totalElements: 0 });
  });
});

describe("the service's JWKS", () => {
  it('has public keys with a kid, and nothing private', async () => {
    const keys = await serviceKeys(service.access.jwksUrl);
    expect(keys.length).toBeGreaterThan(0);
    for (const key of keys) {
      expect(key).toMatchObject({ kty: expect.stringMatching(/^(EC|RSA)$/), kid: expect.stringMatching(/./) });
      for (const secret of ['d', 'p', 'q', 'dp', 'dq', 'qi', 'k']) expect(key).not.toHaveProperty(secret);
    }
  });

  it('has the certificate of the key that signs callbacks', async () => {
    expect(await serviceKeys(service.access.jwksUrl)).toContainEqual(
      expect.objectContaining({ kty: 'EC', crv: 'P-256', x5c: [expect.any(String)] }),
    );
  });
});

async function fresh(): Promise<string> {
  return created(await service.client.createPayment({ amount: 1 }));
}

function critOf(header: ProtectedHeader): readonly unknown[] {
  return Array.isArray(header['crit']) ? header['crit'] : [];
}
