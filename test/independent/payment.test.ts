import { describe, expect, it } from 'vitest';
import { dateTime, expectPaymentError, id24, link, object } from './expectations.ts';
import { givenService, startService } from './service-under-test.ts';

/** Lifetime of an in-store payment. */
const LIFETIME_MS = 120_000;

const service = givenService('all');

const nobody = 'f'.repeat(24);
let last = 0;
const create = (fields: object = {}) => service.charge({ posId: `P${++last}`, ...fields });
const read = async (id: string) => object(await service.client.readPayment(id));

const statuses = [
  'PENDING',
  'IDENTIFIED',
  'AUTHORIZED',
  'AUTHORIZATION_FAILED',
  'FAILED',
  'SUCCEEDED',
  'CANCELLED',
  'EXPIRED',
  'PENDING_MERCHANT_ACKNOWLEDGEMENT',
  'VOIDED',
] as const;

async function paymentIn(status: (typeof statuses)[number]): Promise<string> {
  const { payer } = service.sandbox;
  const id = await create();
  if (status === 'PENDING_MERCHANT_ACKNOWLEDGEMENT') return service.awaitAcknowledgement(id);
  if (status === 'CANCELLED') payer.refuse(id);
  else if (status === 'EXPIRED') service.clock.tick(LIFETIME_MS);
  else if (status === 'SUCCEEDED') service.pay(id);
  else if (status !== 'PENDING') payer.scan(id);
  if (status === 'AUTHORIZED') payer.confirm(id);
  if (status === 'AUTHORIZATION_FAILED') payer.bankRefuses(id);
  if (status === 'FAILED') payer.fail(id);
  if (status === 'VOIDED') payer.void(id);
  expect(await service.status(id)).toBe(status);
  return id;
}

describe('operation 1, GET /v3/payments/{id}', () => {
  it('returns every field of a pending payment', async () => {
    const urls = { identifyCallbackUrl: 'https://shop.example/i', callbackUrl: 'https://shop.example/c' };
    const given = { reference: 'T1-0001', description: 'Brood & koffie, Zoë' };
    const creation = object(await service.client.createPayment({ amount: 1250, ...given, ...urls }));
    const { merchantId, profileId } = service.access;
    const answer = await service.client.readPayment(String(creation['paymentId']));
    expect(answer.status).toBe(200);
    expect(object(answer)).toMatchObject({
      ...given,
      paymentId: id24,
      createdAt: creation['createdAt'],
      expireAt: creation['expiresAt'],
      currency: 'EUR',
      status: 'PENDING',
      creditor: { merchantId, profileId, ...urls },
      amount: 1250,
    });
    expect(object(answer)).not.toHaveProperty('succeededAt');
    expect(object(answer)).not.toHaveProperty('bulkId');
  });

  it('returns time of payment and masked debtor once paid', async () => {
    const id = await service.paid();
    const answer = await service.client.readPayment(id);
    const debtor = { name: 'Zoë', iban: 'BE**********7034' };
    expect(object(answer)).toMatchObject({ status: 'SUCCEEDED', succeededAt: dateTime, debtor });
    expect(answer.text).not.toContain('BE68539007547034');
  });

  it('returns 404 for an unknown id', async () => {
    for (const id of [nobody, 'short', 'x'.repeat(25)]) {
      const answer = await service.client.readPayment(id);
      expectPaymentError(answer, 404);
      expect(object(answer)['code']).toBe('PAYMENT_NOT_FOUND');
    }
  });
});

const ends = new Set<string>(['PENDING', 'IDENTIFIED']);

describe.each(statuses)('a payment that is %s', (status) => {
  it('has the links of its status', async () => {
    const id = await paymentIn(status);
    const links = Object((await read(id))['_links']);
    expect(links).toMatchObject({ self: link, deeplink: link, qrcode: link });
    expect(new URL(links.self.href).pathname).toBe(`/v3/payments/${id}`);
    expect('cancel' in links).toBe(status === 'PENDING');
    expect('refund' in links).toBe(status === 'SUCCEEDED');
  });

  it(ends.has(status) ? 'is cancelled by operation 2' : 'is left as it is by operation 2', async () => {
    const id = await paymentIn(status);
    const answer = await service.client.cancelPayment(id);
    expect(answer.status).toBe(ends.has(status) ? 204 : 422);
    expect(answer.text === '').toBe(ends.has(status));
    expect(await service.status(id)).toBe(ends.has(status) ? 'CANCELLED' : status);
  });

  it(status === 'SUCCEEDED' ? 'has a refund IBAN, as often as one asks' : 'has no refund IBAN', async () => {
    const id = await paymentIn(status);
    for (const _time of [1, 2, 3]) {
      const answer = await service.client.readRefundIban(id);
      if (status === 'SUCCEEDED') expect(object(answer)).toEqual({ iban: 'BE68539007547034' });
      else expect([answer.status, /[A-Z]{2}\d{2}[A-Za-z0-9]{8,30}/.test(answer.text)]).toEqual([422, false]);
    }
  });
});

it('operation 2 returns 404 for an unknown payment', async () => {
  expect((await service.client.cancelPayment(nobody)).status).toBe(404);
});

describe('time', () => {
  it.each(['PENDING', 'IDENTIFIED'] as const)('a %s payment expires exactly at expireAt', async (status) => {
    const id = await paymentIn(status);
    service.clock.tick(LIFETIME_MS - 1);
    expect(await service.status(id)).toBe(status);
    service.clock.tick(1);
    expect(await service.status(id)).toBe('EXPIRED');
  });

  it('an expired payment can be neither scanned nor confirmed', async () => {
    const id = await paymentIn('IDENTIFIED');
    service.clock.jump(LIFETIME_MS);
    expect(service.sandbox.payer.confirm(id)).toEqual({ done: false, status: 'EXPIRED' });
    expect(service.sandbox.payer.scan(id)).toEqual({ done: false, status: 'EXPIRED' });
  });

  it('a payment authorised in time succeeds after expireAt', async () => {
    await using slow = await startService({ pace: { settleMs: 2_000 } });
    const id = await slow.charge();
    slow.clock.tick(LIFETIME_MS - 1);
    slow.sandbox.payer.scan(id);
    slow.sandbox.payer.confirm(id);
    slow.clock.tick(1_999);
    expect(await slow.status(id)).toBe('AUTHORIZED');
    slow.clock.tick(1);
    expect(await slow.status(id)).toBe('SUCCEEDED');
  });

  it('an abandoned scanned payment expires', async () => {
    const id = await paymentIn('IDENTIFIED');
    service.sandbox.payer.walkAway(id);
    expect(await service.status(id)).toBe('IDENTIFIED');
    service.clock.tick(LIFETIME_MS);
    expect(await service.status(id)).toBe('EXPIRED');
  });

  it('an unacknowledged payment is voided', async () => {
    const id = await paymentIn('PENDING_MERCHANT_ACKNOWLEDGEMENT');
    service.clock.tick(service.sandbox.engine.choices.acknowledgeMs);
    expect(await service.status(id)).toBe('VOIDED');
  });
});

describe('operation 6, POST /v3/payments/{id}/acknowledge', () => {
  const right = { currency: 'EUR', amount: 1250, reference: 'REF-1' };

  it.each([
    ['amount and reference as they are', right, 202],
    ['reference is optional', { currency: 'EUR', amount: 1250 }, 202],
    ['another amount', { ...right, amount: 1251 }, 422],
    ['another reference', { ...right, reference: 'REF-2' }, 422],
    ['currency is required', { amount: 1250 }, 400],
    ['currency that is not EUR', { ...right, currency: 'USD' }, 400],
    ['amount is required', { currency: 'EUR' }, 400],
    ['amount with decimals', { ...right, amount: 12.5 }, 400],
    ['amount as text', { ...right, amount: '1250' }, 400],
    ['reference as a number', { ...right, reference: 7 }, 400],
  ])('%s', async (_row, body, status) => {
    const id = await paymentIn('PENDING_MERCHANT_ACKNOWLEDGEMENT');
    const answer = await service.client.acknowledge(id, body);
    expect(answer.status).toBe(status);
    if (status > 202) expectPaymentError(answer, status);
    expect(await service.status(id)).toBe(status === 202 ? 'SUCCEEDED' : 'PENDING_MERCHANT_ACKNOWLEDGEMENT');
  });

  it('returns 202 repeatedly for a paid payment', async () => {
    const id = await service.paid();
    for (const _time of [1, 2]) expect((await service.client.acknowledge(id, right)).status).toBe(202);
    expect(await service.status(id)).toBe('SUCCEEDED');
  });

  it('refuses an unscanned and an unknown payment', async () => {
    expectPaymentError(await service.client.acknowledge(await create(), right), 422);
    expectPaymentError(await service.client.acknowledge(nobody, right), 404);
  });
});

describe('bulkId of a payment', () => {
  it.each([
    ['is missing where the profile has no bulking', { bulking: false }, { bulkId: 'THIS' }, undefined],
    ['is the one given at creation', { bulking: true, bulkId: 'DEFAULT' }, { bulkId: 'THIS' }, 'THIS'],
    ["is else the profile's default", { bulking: true, bulkId: 'DEFAULT' }, {}, 'DEFAULT'],
    ['is else a value assigned by the application', { bulking: true }, {}, expect.stringMatching(/^BULK-2026-/)],
  ])('%s', async (_row, draft, fields, expected) => {
    const client = service.profile(draft);
    const creation = object(await client.createPayment({ amount: 1, ...fields }));
    expect(object(await client.readPayment(String(creation['paymentId'])))['bulkId']).toEqual(expected);
  });
});
