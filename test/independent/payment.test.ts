import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { created, dateTime, expectPaymentError, id24, link, object } from './expectations.ts';
import { type ServiceUnderTest, startService } from './service-under-test.ts';

let service: ServiceUnderTest;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service[Symbol.asyncDispose]());

const nobody = 'f'.repeat(24);
const create = async (fields: object = {}) => created(await service.client.createPayment({ amount: 1250, ...fields }));
const read = async (id: string) => object(await service.client.readPayment(id));
const linksOf = async (id: string) => Object.keys(Object((await read(id))['_links']));

describe('operation 1, GET /v3/payments/{id}', () => {
  it('answers 200 with every required field of a Payment', async () => {
    const answer = await service.client.readPayment(await create());
    expect(answer.status).toBe(200);
    expect(object(answer)).toMatchObject({
      paymentId: id24,
      createdAt: dateTime,
      expireAt: dateTime,
      currency: 'EUR',
      status: 'PENDING',
      creditor: expect.any(Object),
      amount: 1250,
    });
  });

  it('answers with description and reference as they were given', async () => {
    const given = { reference: 'T1-0001', description: 'Brood & koffie, Zoë' };
    expect(await read(await create(given))).toMatchObject(given);
  });

  it('expireAt is what the creation called expiresAt', async () => {
    const creation = object(await service.client.createPayment({ amount: 5 }));
    const payment = await read(String(creation['paymentId']));
    expect(payment['expireAt']).toBe(creation['expiresAt']);
    expect(payment['createdAt']).toBe(creation['createdAt']);
  });

  it('creditor names the profile and the merchant', async () => {
    const { merchantId, profileId } = service.access;
    expect((await read(await create()))['creditor']).toMatchObject({ merchantId, profileId });
  });

  it('creditor carries the URLs that the payment was created with', async () => {
    const urls = { identifyCallbackUrl: 'https://shop.example/i', callbackUrl: 'https://shop.example/c' };
    expect((await read(await create(urls)))['creditor']).toMatchObject(urls);
  });

  it('debtor has the first name and a masked IBAN once the payment succeeded', async () => {
    const id = await create();
    await service.payer.pay(id);
    const debtor = Object((await read(id))['debtor']);
    expect(debtor.name).toMatch(/^\S+$/);
    expect(debtor.iban).toMatch(/[*•xX]/);
  });

  it('a payment that nobody created is 404', async () => {
    expectPaymentError(await service.client.readPayment(nobody), 404);
  });

  it('an id that has not 24 characters is refused', async () => {
    expectPaymentError(await service.client.readPayment('short'), 400, 404);
  });

  it('a payment of another merchant is refused', async () => {
    const other = await service.otherMerchant();
    expectPaymentError(await other.readPayment(await create()), 403, 404);
  });
});

describe('links of a payment, by status', () => {
  it('PENDING: self, deeplink, qrcode and cancel, and no refund', async () => {
    const id = await create();
    expect((await read(id))['_links']).toMatchObject({ self: link, deeplink: link, qrcode: link, cancel: link });
    expect(await linksOf(id)).not.toContain('refund');
  });

  it('IDENTIFIED: no cancel, no refund', async () => {
    const id = await create();
    await service.payer.scan(id);
    expect((await read(id))['status']).toBe('IDENTIFIED');
    expect(await linksOf(id)).not.toEqual(expect.arrayContaining(['cancel']));
    expect(await linksOf(id)).not.toEqual(expect.arrayContaining(['refund']));
  });

  it('SUCCEEDED: refund, and no cancel', async () => {
    const id = await create();
    await service.payer.pay(id);
    expect((await read(id))['_links']).toMatchObject({ refund: link });
    expect(await linksOf(id)).not.toContain('cancel');
  });

  it('CANCELLED: neither cancel nor refund', async () => {
    const id = await create();
    await service.client.cancelPayment(id);
    expect(await linksOf(id)).not.toEqual(expect.arrayContaining(['cancel']));
    expect(await linksOf(id)).not.toEqual(expect.arrayContaining(['refund']));
  });

  it('the self link is the address of operation 1', async () => {
    const id = await create();
    const { self } = Object((await read(id))['_links']);
    expect(new URL(self.href).pathname).toBe(`/v3/payments/${id}`);
  });
});

describe('states of a payment', () => {
  it('PENDING to IDENTIFIED when the payer scans', async () => {
    const id = await create();
    await service.payer.scan(id);
    expect(await read(id)).toMatchObject({ status: 'IDENTIFIED' });
  });

  it('succeededAt is absent until the payment SUCCEEDED, and then present', async () => {
    const id = await create();
    expect(await read(id)).not.toHaveProperty('succeededAt');
    await service.payer.pay(id);
    expect(await read(id)).toMatchObject({ status: 'SUCCEEDED', succeededAt: dateTime });
  });

  it('EXPIRED from expireAt on', async () => {
    const id = await create();
    const expireAt = Date.parse(String((await read(id))['expireAt']));
    service.clock.tick(expireAt - service.clock.now() - 1);
    expect((await read(id))['status']).toBe('PENDING');
    service.clock.tick(2);
    expect((await read(id))['status']).toBe('EXPIRED');
  });
});

describe('operation 2, DELETE /v3/payments/{id}', () => {
  it('from PENDING: CANCELLED, and the answer has no content', async () => {
    const id = await create();
    const answer = await service.client.cancelPayment(id);
    expect(answer.status).toBeGreaterThanOrEqual(200);
    expect(answer.status).toBeLessThan(300);
    expect(answer.text).toBe('');
    expect((await read(id))['status']).toBe('CANCELLED');
  });

  it('from IDENTIFIED: CANCELLED', async () => {
    const id = await create();
    await service.payer.scan(id);
    expect((await service.client.cancelPayment(id)).status).toBeLessThan(300);
    expect((await read(id))['status']).toBe('CANCELLED');
  });

  it('from SUCCEEDED: refused, and the payment stays SUCCEEDED', async () => {
    const id = await create();
    await service.payer.pay(id);
    await expectRefusedCancel(id, 'SUCCEEDED');
  });

  it('from CANCELLED: refused', async () => {
    const id = await create();
    await service.client.cancelPayment(id);
    await expectRefusedCancel(id, 'CANCELLED');
  });

  it('from EXPIRED: refused', async () => {
    const id = await create();
    service.clock.tick(24 * 3600_000);
    await expectRefusedCancel(id, 'EXPIRED');
  });

  it('from AUTHORIZATION_FAILED: refused', async () => {
    const id = await create();
    await service.payer.failAtBank(id);
    await expectRefusedCancel(id, 'AUTHORIZATION_FAILED');
  });

  it('by a caller that is no participant of the payment: refused', async () => {
    const id = await create();
    const answer = await (await service.otherMerchant()).cancelPayment(id);
    expect([403, 404]).toContain(answer.status);
    expect((await read(id))['status']).toBe('PENDING');
  });

  it('of a payment that nobody created: refused', async () => {
    expect((await service.client.cancelPayment(nobody)).status).toBe(404);
  });
});

describe('operation 6, POST /v3/payments/{id}/acknowledge', () => {
  const acknowledge = (id: string, body: object) => service.client.acknowledge(id, body);

  it('answers 202 to currency and amount', async () => {
    const id = await service.payer.awaitAcknowledgement(await create({ reference: 'T1-0009' }));
    expect((await read(id))['status']).toBe('PENDING_MERCHANT_ACKNOWLEDGEMENT');
    expect((await acknowledge(id, { currency: 'EUR', amount: 1250 })).status).toBe(202);
    expect((await read(id))['status']).not.toBe('PENDING_MERCHANT_ACKNOWLEDGEMENT');
  });

  it('answers 202 to currency, amount and reference', async () => {
    const id = await service.payer.awaitAcknowledgement(await create({ reference: 'T1-0010' }));
    expect((await acknowledge(id, { currency: 'EUR', amount: 1250, reference: 'T1-0010' })).status).toBe(202);
  });

  it.each([
    ['currency is required', { amount: 1250 }],
    ['currency that is not EUR', { currency: 'USD', amount: 1250 }],
    ['amount is required', { currency: 'EUR' }],
    ['amount as text', { currency: 'EUR', amount: '1250' }],
    ['reference as a number', { currency: 'EUR', amount: 1250, reference: 7 }],
  ])('request: %s', async (_row, body) => {
    const id = await service.payer.awaitAcknowledgement(await create());
    expectPaymentError(await acknowledge(id, body), 400, 422);
    expect((await read(id))['status']).toBe('PENDING_MERCHANT_ACKNOWLEDGEMENT');
  });

  it('a payment that nobody created is 404', async () => {
    expectPaymentError(await acknowledge(nobody, { currency: 'EUR', amount: 1250 }), 404);
  });
});

describe('operation 7, GET /v3/payments/{id}/debtor/refundIban', () => {
  it('SUCCEEDED: the IBAN, as often as it is asked for', async () => {
    const id = await create();
    await service.payer.pay(id);
    for (let time = 0; time < 3; time += 1) {
      const answer = await service.client.readRefundIban(id);
      expect(answer.status).toBe(200);
      expect(answer.text).toMatch(/[A-Z]{2}\d{2}[A-Za-z0-9]{8,30}/);
    }
  });

  it.each(['PENDING', 'IDENTIFIED', 'CANCELLED'])('%s: refused', async (status) => {
    const id = await create();
    if (status === 'IDENTIFIED') await service.payer.scan(id);
    if (status === 'CANCELLED') await service.client.cancelPayment(id);
    const answer = await service.client.readRefundIban(id);
    expect(answer.status).toBeGreaterThanOrEqual(400);
    expect(answer.status).toBeLessThan(500);
    expect(answer.text).not.toMatch(/[A-Z]{2}\d{2}[A-Za-z0-9]{8,30}/);
  });
});

async function expectRefusedCancel(id: string, status: string): Promise<void> {
  const answer = await service.client.cancelPayment(id);
  expect(answer.status).toBeGreaterThanOrEqual(400);
  expect(answer.status).toBeLessThan(500);
  expect((await read(id))['status']).toBe(status);
}
