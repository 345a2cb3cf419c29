import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { created, dateTime, expectError, id24, object, text } from './expectations.ts';
import { type ServiceUnderTest, startService } from './service-under-test.ts';

let service: ServiceUnderTest;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service[Symbol.asyncDispose]());

const nobody = 'f'.repeat(24);
const euros = (amount: number) => ({ amount, currency: 'EUR' });
const paid = async (amount: number) => {
  const id = created(await service.client.createPayment({ amount }));
  await service.payer.pay(id);
  return id;
};
const refund = (id: string, body: object, key: string | undefined = randomUUID()) =>
  service.client.createRefund(id, body, key);

describe('operation 8, POST /v3/payments/{payment-id}/refunds', () => {
  it('answers 201 with every required field, PENDING', async () => {
    const paymentId = await paid(1250);
    const answer = await refund(paymentId, { ...euros(500), description: 'Lekke fles' });
    expect(answer.status).toBe(201);
    expect(object(answer)).toMatchObject({
      refundId: id24,
      paymentId,
      amount: 500,
      currency: 'EUR',
      status: 'PENDING',
      description: 'Lekke fles',
      creationDate: dateTime,
    });
  });

  it('carries a SignatureBank that verifies', async () => {
    expect((await refund(await paid(100), euros(100))).verdict).toMatchObject({ ok: true });
  });

  it.each([
    ['amount is required', { currency: 'EUR' }],
    ['amount of 0', euros(0)],
    ['amount negative', euros(-1)],
    ['amount with decimals', euros(1.5)],
    ['amount as text', { amount: '5', currency: 'EUR' }],
    ['amount above the upper bound', euros(1_000_000_000_000)],
    ['currency is required', { amount: 5 }],
    ['currency that is not EUR', { amount: 5, currency: 'USD' }],
    ['description as a number', { ...euros(5), description: 7 }],
  ])('request: %s, and is refused', async (_row, body) => {
    expectError(await refund(await paid(1250), body), 400, 422);
  });

  it('header: Idempotency-Key is required', async () => {
    expectError(await service.client.createRefund(await paid(100), euros(5), undefined), 400, 422);
  });

  it('header: Idempotency-Key of 64 characters is taken', async () => {
    expect((await refund(await paid(100), euros(5), `${randomUUID()}${'k'.repeat(28)}`)).status).toBe(201);
  });

  it('header: Idempotency-Key of 65 characters is refused', async () => {
    expectError(await refund(await paid(100), euros(5), 'k'.repeat(65)), 400, 422);
  });

  it('the same request with the same key is the same refund', async () => {
    const id = await paid(1000);
    const key = randomUUID();
    const first = await refund(id, euros(600), key);
    const again = await refund(id, euros(600), key);
    expect(again.status).toBe(201);
    expect(object(again)).toEqual(object(first));
    expect(again.verdict).toMatchObject({ ok: true });
    expect((await refund(id, euros(401))).status, 'the money was taken once').toBeGreaterThanOrEqual(400);
    expect((await refund(id, euros(400))).status).toBe(201);
  });

  it('the same key answers the same after the refund was processed', async () => {
    const id = await paid(1000);
    const key = randomUUID();
    const first = await refund(id, euros(600), key);
    await service.settleRefunds();
    expect(object(await refund(id, euros(600), key))).toMatchObject({
      refundId: text(first, 'refundId'),
      status: 'PENDING',
    });
  });

  it('another body with the same key is refused, and moves no money', async () => {
    const id = await paid(1000);
    const key = randomUUID();
    await refund(id, euros(600), key);
    expectError(await refund(id, euros(400), key), 400, 409, 422);
    expect((await refund(id, euros(400))).status).toBe(201);
  });

  it('two requests with the same key at the same moment are one refund', async () => {
    const id = await paid(1000);
    const key = randomUUID();
    const answers = await Promise.all([1, 2, 3, 4].map(() => refund(id, euros(700), key)));
    expect(new Set(answers.map((answer) => text(answer, 'refundId'))).size).toBe(1);
  });

  it('nothing above what is left is refunded', async () => {
    const id = await paid(1000);
    expect((await refund(id, euros(700))).status).toBe(201);
    expectError(await refund(id, euros(301)), 400, 403, 422);
    expect((await refund(id, euros(300))).status).toBe(201);
    expectError(await refund(id, euros(1)), 400, 403, 422);
  });

  it('two refunds at the same moment cannot exceed the payment', async () => {
    const id = await paid(1000);
    const answers = await Promise.all([1, 2, 3].map(() => refund(id, euros(600))));
    expect(answers.filter((answer) => answer.status === 201)).toHaveLength(1);
  });

  it('a payment that is not SUCCEEDED is not refunded', async () => {
    const id = created(await service.client.createPayment({ amount: 100 }));
    expectError(await refund(id, euros(100)), 400, 403, 422);
  });

  it("another merchant's payment is not refunded", async () => {
    const answer = await (await service.otherMerchant()).createRefund(await paid(100), euros(100), randomUUID());
    expectError(answer, 403, 404, 422);
  });

  it('a payment that nobody created is refused', async () => {
    expectError(await refund(nobody, euros(1)), 403, 404, 422);
  });
});

describe('operation 9, GET /v3/payments/{payment-id}/refunds/{refund-id}', () => {
  it('answers 200 with the refund resource and a SignatureBank that verifies', async () => {
    const id = await paid(1250);
    const creation = await refund(id, euros(500));
    const answer = await service.client.readRefund(id, text(creation, 'refundId'));
    expect(answer.status).toBe(200);
    expect(object(answer)).toEqual(object(creation));
    expect(answer.verdict).toMatchObject({ ok: true });
  });

  it('PENDING becomes REFUNDED', async () => {
    const id = await paid(1250);
    const refundId = text(await refund(id, euros(500)), 'refundId');
    await service.settleRefunds();
    expect(object(await service.client.readRefund(id, refundId))).toMatchObject({ status: 'REFUNDED' });
  });

  it('FAILED moved no money, so that it can be refunded again', async () => {
    const id = await paid(1000);
    const refundId = text(await refund(id, euros(1000)), 'refundId');
    await service.failRefund(refundId);
    expect(object(await service.client.readRefund(id, refundId))).toMatchObject({ status: 'FAILED' });
    expect((await refund(id, euros(1000))).status).toBe(201);
  });

  it('a refund that nobody made is 404', async () => {
    expectError(await service.client.readRefund(await paid(100), nobody), 404);
  });

  it('a refund of another payment is 404', async () => {
    const refundId = text(await refund(await paid(100), euros(100)), 'refundId');
    expectError(await service.client.readRefund(await paid(100), refundId), 404);
  });
});
