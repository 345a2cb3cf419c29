import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type BareTill, bareTill } from '../bare-till.ts';

let till: BareTill;
beforeEach(async () => {
  till = await bareTill();
});
afterEach(() => till.sandbox.close());

function refund(paymentId: string, body: object, key: string | undefined = crypto.randomUUID()) {
  const headers = key === undefined ? {} : { 'Idempotency-Key': key };
  return till.call('POST', `/v3/payments/${paymentId}/refunds`, { body, headers });
}

const euros = (amount: number, more: object = {}) => ({ amount, currency: 'EUR', ...more });

describe('create-refund request body', () => {
  test.each([
    ['amount is required', { currency: 'EUR' }, 400],
    ['amount is an integer', euros(1.5), 400],
    ['amount of 0', euros(0), 400],
    ['amount of 1', euros(1), 201],
    ['amount of all that was paid', euros(1250), 201],
    ['amount above what was paid', euros(1251), 422],
    ['amount above the upper bound', euros(1_000_000_000_000), 400],
    ['currency is required', { amount: 1 }, 400],
    ['currency is EUR', { amount: 1, currency: 'USD' }, 400],
    ['description is optional', euros(1, { description: 'Te veel betaald' }), 201],
    ['description outside the SEPA extended set', euros(1, { description: '🎉' }), 400],
  ])('%s', async (_row, body, status) => {
    const answer = await refund(await till.paid(), body);
    expect(answer.status).toBe(status);
    if (status >= 400) expect(Object.keys(answer.json ?? {}).sort()).toEqual(['code', 'message']);
  });
});

test('the answer is a refund that is PENDING, signed by the bank over its bytes', async () => {
  const paymentId = await till.paid();
  const answer = await refund(paymentId, euros(500, { description: 'Déjà payé – €' }));
  expect(answer.json).toEqual({
    refundId: expect.stringMatching(/^.{24}$/),
    paymentId,
    amount: 500,
    currency: 'EUR',
    status: 'PENDING',
    description: 'Déjà payé – €',
    creationDate: '2026-03-09T10:15:30.250Z',
  });
  const prefix = till.sandbox.claimPrefix;
  expect(await till.checkSigned(answer, 'SignatureBank')).toMatchObject({
    typ: 'jose+json',
    alg: 'ES256',
    [`${prefix}/sub`]: 'sandbox-bank',
    [`${prefix}/iss`]: till.sandbox.issuer,
    [`${prefix}/iat`]: '2026-03-09T10:15:30.250Z',
    [`${prefix}/jti`]: answer.headers.get('x-request-id'),
    [`${prefix}/path`]: `/v3/payments/${paymentId}/refunds`,
    crit: ['sub', 'iss', 'iat', 'jti', 'path'].map((claim) => `${prefix}/${claim}`),
  });
});

test("the caller's X-Request-ID is the signature's jti", async () => {
  const answer = await till.call('GET', `/v3/payments/${await till.paid()}/refunds/${'0'.repeat(24)}`, {
    headers: { 'X-Request-ID': 'my-request' },
  });
  expect(answer.status).toBe(404);
  expect(await till.checkSigned(answer, 'SignatureBank')).toMatchObject({
    [`${till.sandbox.claimPrefix}/jti`]: 'my-request',
  });
});

test('an RS256 key of 2048 bits signs where that is chosen', async () => {
  await till.sandbox.close();
  till = await bareTill({ picks: { responseAlgorithm: 'RS256' } });
  const answer = await refund(await till.paid(), euros(1));
  expect(await till.checkSigned(answer, 'SignatureBank')).toMatchObject({ alg: 'RS256' });
});

test('a refund is read as PENDING, and as REFUNDED once it was processed', async () => {
  const paymentId = await till.paid();
  const { json } = await refund(paymentId, euros(500));
  const path = `/v3/payments/${paymentId}/refunds/${json?.['refundId']}`;
  expect((await till.call('GET', path)).json).toMatchObject({ status: 'PENDING' });
  till.clock.tick(1_500);
  const answer = await till.call('GET', path);
  expect(answer.json).toMatchObject({ status: 'REFUNDED', amount: 500 });
  await till.checkSigned(answer, 'SignatureBank');
});

describe('what is left', () => {
  test('pending and processed refunds count', async () => {
    const paymentId = await till.paid();
    expect((await refund(paymentId, euros(1_000))).status).toBe(201);
    expect((await refund(paymentId, euros(251))).status).toBe(422);
    till.clock.tick(1_500);
    expect((await refund(paymentId, euros(251))).json).toMatchObject({ code: 'REFUND_AMOUNT_TOO_HIGH' });
    expect((await refund(paymentId, euros(250))).status).toBe(201);
    expect((await refund(paymentId, euros(1))).status).toBe(422);
  });

  test('a refund that failed does not', async () => {
    const paymentId = await till.paid();
    const { json } = await refund(paymentId, euros(1_250));
    till.sandbox.engine.failRefundWhenDue(String(json?.['refundId']));
    till.clock.tick(1_500);
    expect((await refund(paymentId, euros(1_250))).status).toBe(201);
  });
});

describe('Idempotency-Key', () => {
  test.each([
    ['is required', undefined, 400],
    ['is not empty', '', 400],
    ['of 64 characters', 'k'.repeat(64), 201],
    ['of 65 characters', 'k'.repeat(65), 400],
  ])('%s', async (_row, key, status) => {
    const paymentId = await till.paid();
    const path = `/v3/payments/${paymentId}/refunds`;
    const headers: Record<string, string> = key === undefined ? {} : { 'Idempotency-Key': key };
    expect((await till.call('POST', path, { body: euros(1), headers })).status).toBe(status);
  });

  test('the same key and body get the same answer, and one refund', async () => {
    const paymentId = await till.paid();
    const first = await refund(paymentId, euros(1_250), 'key');
    till.clock.tick(10_000);
    const again = await refund(paymentId, euros(1_250), 'key');
    expect([again.status, again.text]).toEqual([201, first.text]);
    expect(till.sandbox.engine.store.refunds.size).toBe(1);
  });

  test.each([
    ['amount', euros(2)],
    ['description', euros(1, { description: 'x' })],
  ])('the same key with another %s is refused', async (_field, body) => {
    const paymentId = await till.paid();
    await refund(paymentId, euros(1), 'key');
    expect((await refund(paymentId, body, 'key')).json).toMatchObject({ code: 'IDEMPOTENCY_KEY_REUSED' });
  });

  test('the same key for another payment is refused', async () => {
    await refund(await till.paid(), euros(1), 'key');
    expect((await refund(await till.paid(), euros(1), 'key')).status).toBe(422);
  });

  test('a refusal uses no key up', async () => {
    const paymentId = await till.paid();
    expect((await refund(paymentId, euros(2_000), 'key')).status).toBe(422);
    expect((await refund(paymentId, euros(1_000), 'key')).status).toBe(201);
  });
});

test('a payment that is not paid cannot be refunded', async () => {
  expect((await refund(await till.charge(), euros(1))).json).toMatchObject({ code: 'PAYMENT_NOT_REFUNDABLE' });
});

test('a payment that does not exist cannot be refunded', async () => {
  expect((await refund('f'.repeat(24), euros(1))).status).toBe(422);
});

test.each(['short', 'x'.repeat(25)])('payment id %j is refused as malformed', async (id) => {
  expect((await refund(id, euros(1))).status).toBe(400);
  expect((await till.call('GET', `/v3/payments/${id}/refunds/${'0'.repeat(24)}`)).status).toBe(400);
});

test("another payment's refund is not found under this one", async () => {
  const { json } = await refund(await till.paid({ posId: 'A' }), euros(1));
  const other = await till.paid({ posId: 'B' });
  const answer = await till.call('GET', `/v3/payments/${other}/refunds/${json?.['refundId']}`);
  expect(answer.json).toMatchObject({ code: 'REFUND_NOT_FOUND' });
});
