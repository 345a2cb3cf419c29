import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { callbackReceiver, type Receiver } from './callback-receiver.ts';
import { type Access, independentClient } from './client.ts';
import { created, expectError, object } from './expectations.ts';
import { type ServiceUnderTest, startService } from './service-under-test.ts';

let service: ServiceUnderTest;
let receiver: Receiver;
beforeAll(async () => {
  service = await startService();
  receiver = await callbackReceiver();
});
afterAll(async () => {
  await receiver[Symbol.asyncDispose]();
  await service[Symbol.asyncDispose]();
});

describe('bulkId of a payment', () => {
  it('is missing where the profile has no bulking', async () => {
    const client = await service.profile({ bulking: false });
    const id = created(await client.createPayment({ amount: 1 }));
    expect(object(await client.readPayment(id))).not.toHaveProperty('bulkId');
  });

  it('is the one given at creation', async () => {
    const client = await service.profile({ bulking: true, bulkId: 'DEFAULT' });
    const id = created(await client.createPayment({ amount: 1, bulkId: 'GIVEN' }));
    expect(object(await client.readPayment(id))['bulkId']).toBe('GIVEN');
  });

  it("is else the profile's default", async () => {
    const client = await service.profile({ bulking: true, bulkId: 'DEFAULT' });
    const id = created(await client.createPayment({ amount: 1 }));
    expect(object(await client.readPayment(id))['bulkId']).toBe('DEFAULT');
  });

  it('is else a value assigned by the application', async () => {
    const client = await service.profile({ bulking: true });
    const id = created(await client.createPayment({ amount: 1 }));
    expect(object(await client.readPayment(id))['bulkId']).toMatch(/./);
  });
});

describe('callback URLs of a payment', () => {
  it("are the profile's where the payment has none", async () => {
    const client = await service.profile({ identifyCallbackUrl: receiver.at('/profile') });
    const paymentId = created(await client.createStaticQr({ posId: 'P', amount: 1 }));
    await service.payer.scan(paymentId);
    expect(await receiver.wait((post) => post.url === '/profile', 1)).toHaveLength(1);
  });

  it('override those of the profile', async () => {
    const client = await service.profile({ identifyCallbackUrl: receiver.at('/overridden') });
    const given = { identifyCallbackUrl: receiver.at('/given') };
    const paymentId = created(await client.createStaticQr({ posId: 'P', amount: 1, ...given }));
    await service.payer.scan(paymentId);
    await receiver.wait((post) => post.url === '/given', 1);
    expect(receiver.received.filter((post) => post.url === '/overridden')).toEqual([]);
  });
});

describe('key claims required for api_key_payment_profile', () => {
  const both = ['MERCHANT_PAYMENT', 'MERCHANT_REFUND'] as const;
  type Key = {
    readonly authorities: readonly (typeof both)[number][];
    readonly subjectType?: 'MERCHANT' | 'INTEGRATOR';
  };

  const holder = ({ profileId }: Access, key: Key) =>
    independentClient({ ...service.access, profileId, apiKey: service.sandbox.addApiKey({ profileId, ...key }) });
  const bearer = { with: 'bearer' } as const;

  it.each(['MERCHANT', 'INTEGRATOR'] as const)('1, 2, 4 and 5: %s with MERCHANT_PAYMENT', async (subjectType) => {
    const client = holder(service.access, { subjectType, authorities: ['MERCHANT_PAYMENT'] });
    const id = created(await client.createPayment({ amount: 1 }, bearer));
    created(await client.createStaticQr({ posId: 'P', amount: 1 }, bearer));
    expect((await client.readPayment(id, bearer)).status).toBe(200);
    expect((await client.cancelPayment(id, bearer)).status).toBeLessThan(300);
  });

  it('1, 2, 4 and 5: without MERCHANT_PAYMENT it is 403', async () => {
    const client = holder(service.access, { authorities: ['MERCHANT_REFUND'] });
    const id = created(await service.client.createPayment({ amount: 1 }));
    expectError(await client.readPayment(id, bearer), 403);
    expectError(await client.cancelPayment(id, bearer), 403);
    expectError(await client.createPayment({ amount: 1 }, bearer), 403);
    expectError(await client.createStaticQr({ posId: 'P', amount: 1 }, bearer), 403);
    expect(object(await service.client.readPayment(id))['status']).toBe('PENDING');
  });

  it('7: with MERCHANT_REFUND', async () => {
    const id = created(await service.client.createPayment({ amount: 1 }));
    await service.payer.pay(id);
    const client = holder(service.access, { authorities: ['MERCHANT_REFUND'] });
    expect((await client.readRefundIban(id, bearer)).status).toBe(200);
  });

  it('7: without MERCHANT_REFUND it is 403', async () => {
    const id = created(await service.client.createPayment({ amount: 1 }));
    await service.payer.pay(id);
    const client = holder(service.access, { authorities: ['MERCHANT_PAYMENT'] });
    expectError(await client.readRefundIban(id, bearer), 403);
  });

  it('8 to 12: a profile without the authority is 403', async () => {
    const client = await service.profile({ authorities: [] });
    expectError(await client.createRefund('f'.repeat(24), { amount: 1, currency: 'EUR' }, randomUUID()), 403);
    for (const answer of [
      await client.payouts(),
      await client.payoutPayments({ 'payout-id': 'f'.repeat(24) }),
      await client.payoutRefunds({ 'payout-id': 'f'.repeat(24) }),
    ]) {
      expectError(answer, 403);
      expect(object(answer)['code']).toBe('ACCESS_DENIED');
      expect(answer.verdict).toMatchObject({ ok: true });
    }
  });
});
