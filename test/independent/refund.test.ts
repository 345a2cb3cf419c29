import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { dateTime, expectError, id24, object, text } from './expectations.ts';
import { givenService, startService } from './service-under-test.ts';

const service = givenService('all');

const nobody = 'f'.repeat(24);
const euros = (amount: number, more: object = {}) => ({ amount, currency: 'EUR', ...more });
const paid = (amount: number) => service.paid({ amount });
const refund = (id: string, body: object, key: string | undefined = randomUUID()) =>
  service.client.createRefund(id, body, key);
const codeOf = async (id: string, body: object, key?: string) => object(await refund(id, body, key))['code'];

describe('operation 8, POST /v3/payments/{payment-id}/refunds', () => {
  it('returns a signed 201 with every required field', async () => {
    const paymentId = await paid(1250);
    const answer = await refund(paymentId, euros(500, { description: 'Déjà payé – €' }));
    expect(answer.status).toBe(201);
    expect(object(answer)).toEqual({
      refundId: id24,
      paymentId,
      amount: 500,
      currency: 'EUR',
      status: 'PENDING',
      description: 'Déjà payé – €',
      creationDate: dateTime,
    });
    const claim = (name: string) => `${service.access.claimPrefix}/${name}`;
    expect(answer.verdict).toEqual({
      ok: true,
      header: {
        typ: 'jose+json',
        kid: expect.stringMatching(/./),
        alg: 'ES256',
        [claim('sub')]: 'sandbox-bank',
        [claim('iss')]: service.access.issuer,
        [claim('iat')]: dateTime,
        [claim('jti')]: answer.headers.get('x-request-id'),
        [claim('path')]: `/v3/payments/${paymentId}/refunds`,
        crit: ['sub', 'iss', 'iat', 'jti', 'path'].map(claim),
      },
    });
  });

  it('is signed by an RS256 key when configured', async () => {
    await using other = await startService({ picks: { responseAlgorithm: 'RS256' } });
    const answer = await other.client.createRefund(await other.paid(), euros(1), 'key');
    expect(answer.verdict).toMatchObject({ ok: true, header: { alg: 'RS256' } });
  });

  it.each([
    ['amount is required', { currency: 'EUR' }, 400],
    ['amount of 0', euros(0), 400],
    ['amount of 1', euros(1), 201],
    ['amount of all that was paid', euros(1250), 201],
    ['amount above what was paid', euros(1251), 422],
    ['amount negative', euros(-1), 400],
    ['amount with decimals', euros(1.5), 400],
    ['amount as text', { amount: '5', currency: 'EUR' }, 400],
    ['amount above the upper bound', euros(1_000_000_000_000), 400],
    ['currency is required', { amount: 5 }, 400],
    ['currency that is not EUR', { amount: 5, currency: 'USD' }, 400],
    ['description as a number', euros(5, { description: 7 }), 400],
    ['description outside the SEPA extended character set', euros(5, { description: '🎉' }), 400],
  ])('request: %s', async (_row, body, status) => {
    const answer = await refund(await paid(1250), body);
    expect(answer.status).toBe(status);
    if (status > 201) expect(Object.keys(object(answer)).sort()).toEqual(['code', 'message']);
  });

  it.each([
    ['is required', undefined, 400],
    ['is not empty', '', 400],
    ['of 64 characters', 'k'.repeat(64), 201],
    ['of 65 characters', 'k'.repeat(65), 400],
  ])('header: Idempotency-Key %s', async (_row, key, status) => {
    expect((await service.client.createRefund(await paid(100), euros(5), key)).status).toBe(status);
  });

  it('repeating request and key returns the same refund', async () => {
    const id = await paid(1000);
    const key = randomUUID();
    const first = await refund(id, euros(600), key);
    const again = await refund(id, euros(600), key);
    service.settleRefunds();
    const later = await refund(id, euros(600), key);
    expect([again.status, again.text, later.text]).toEqual([201, first.text, first.text]);
    expect(again.verdict).toMatchObject({ ok: true });
    expect((await refund(id, euros(401))).status, 'the money was taken once').toBe(422);
    expect((await refund(id, euros(400))).status).toBe(201);
  });

  it('a different request with the same key is refused', async () => {
    const id = await paid(1000);
    const key = randomUUID();
    await refund(id, euros(600), key);
    expect(await codeOf(id, euros(400), key)).toBe('REFUND_REQUEST_CONFLICT');
    expect(await codeOf(id, euros(600, { description: 'x' }), key)).toBe('REFUND_REQUEST_CONFLICT');
    expectError(await refund(await paid(1000), euros(600), key), 422);
    expect((await refund(id, euros(400))).status).toBe(201);
  });

  it('a refused request does not consume its key', async () => {
    const id = await paid(1250);
    const key = randomUUID();
    expect((await refund(id, euros(2_000), key)).status).toBe(422);
    expect((await refund(id, euros(1_000), key)).status).toBe(201);
  });

  it('concurrent requests with the same key make one refund', async () => {
    const id = await paid(1000);
    const key = randomUUID();
    const answers = await Promise.all([1, 2, 3, 4].map(() => refund(id, euros(700), key)));
    expect(new Set(answers.map((answer) => text(answer, 'refundId'))).size).toBe(1);
  });

  it('pending and processed refunds limit further refunds', async () => {
    const id = await paid(1000);
    expect((await refund(id, euros(700))).status).toBe(201);
    expect(await codeOf(id, euros(301))).toBe('INVALID_REFUND_AMOUNT');
    service.settleRefunds();
    expect(await codeOf(id, euros(301))).toBe('INVALID_REFUND_AMOUNT');
    expect((await refund(id, euros(300))).status).toBe(201);
    expectError(await refund(id, euros(1)), 422);
  });

  it('concurrent refunds cannot exceed the payment', async () => {
    const id = await paid(1000);
    const answers = await Promise.all([1, 2, 3].map(() => refund(id, euros(600))));
    expect(answers.filter((answer) => answer.status === 201)).toHaveLength(1);
  });

  it('refuses an unpaid, unknown or foreign payment', async () => {
    expect(await codeOf(await service.charge(), euros(100))).toBe('REFUND_NOT_POSSIBLE');
    expectError(await refund(nobody, euros(1)), 422);
    expectError(await service.profile().createRefund(await paid(100), euros(100), randomUUID()), 403, 404, 422);
    for (const malformed of ['short', 'x'.repeat(25)]) {
      expectError(await refund(malformed, euros(1)), 400);
      expectError(await service.client.readRefund(malformed, nobody), 400);
    }
  });
});

describe('operation 9, GET /v3/payments/{payment-id}/refunds/{refund-id}', () => {
  it('returns the refund signed, first PENDING, then REFUNDED', async () => {
    const id = await paid(1250);
    const creation = await refund(id, euros(500));
    const read = () => service.client.readRefund(id, text(creation, 'refundId'));
    expect(await read()).toMatchObject({ status: 200, body: object(creation), verdict: { ok: true } });
    service.settleRefunds();
    expect(await read()).toMatchObject({ body: { status: 'REFUNDED', amount: 500 }, verdict: { ok: true } });
  });

  it('a FAILED refund can be repeated', async () => {
    const id = await paid(1000);
    const refundId = text(await refund(id, euros(1000)), 'refundId');
    service.sandbox.engine.failRefundWhenDue(refundId);
    service.settleRefunds();
    expect(object(await service.client.readRefund(id, refundId))).toMatchObject({ status: 'FAILED' });
    expect((await refund(id, euros(1000))).status).toBe(201);
  });

  it('returns a signed 404 for an unknown or foreign refund', async () => {
    const headers = { 'X-Request-ID': 'my-request' };
    const answer = await service.client.readRefund(await paid(100), nobody, { headers });
    expectError(answer, 404);
    expect(answer.verdict).toMatchObject({ header: { [`${service.access.claimPrefix}/jti`]: 'my-request' } });
    const refundId = text(await refund(await paid(100), euros(100)), 'refundId');
    expect(object(await service.client.readRefund(await paid(100), refundId))['code']).toBe('REFUND_NOT_FOUND');
  });
});
