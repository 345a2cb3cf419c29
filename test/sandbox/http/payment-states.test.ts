import { afterEach, describe, expect, test } from 'vitest';
import { type BareTill, bareTill } from '../bare-till.ts';

let till: BareTill;
afterEach(() => till.sandbox.close());

/** Brings a payment to a status, and answers with its id. */
async function paymentIn(status: string): Promise<string> {
  const id = await till.charge();
  const { payer, engine } = till.sandbox;
  if (status === 'PENDING') return id;
  if (status === 'EXPIRED') {
    till.clock.tick(300_000);
    return id;
  }
  if (status === 'CANCELLED') {
    payer.refuse(id);
    return id;
  }
  payer.scan(id);
  if (status === 'IDENTIFIED') return id;
  if (status === 'AUTHORIZATION_FAILED') payer.bankRefuses(id);
  if (status === 'FAILED') payer.fail(id);
  if (status === 'VOIDED') payer.void(id);
  if (['AUTHORIZED', 'SUCCEEDED', 'PENDING_MERCHANT_ACKNOWLEDGEMENT'].includes(status)) payer.confirm(id);
  if (status === 'SUCCEEDED' || status === 'PENDING_MERCHANT_ACKNOWLEDGEMENT') engine.settle(id);
  return id;
}

describe('operation 2, cancel', () => {
  test.each([
    ['PENDING', 204],
    ['IDENTIFIED', 204],
    ['AUTHORIZED', 422],
    ['AUTHORIZATION_FAILED', 422],
    ['FAILED', 422],
    ['SUCCEEDED', 422],
    ['CANCELLED', 422],
    ['EXPIRED', 422],
    ['PENDING_MERCHANT_ACKNOWLEDGEMENT', 422],
    ['VOIDED', 422],
  ])('from %s answers %i', async (status, expected) => {
    const acknowledgement = status === 'PENDING_MERCHANT_ACKNOWLEDGEMENT';
    till = await bareTill({}, { acknowledgement });
    const id = await paymentIn(status);
    expect(await till.status(id)).toBe(status);
    const answer = await till.call('DELETE', `/v3/payments/${id}`);
    expect(answer.status).toBe(expected);
    expect(answer.text === '').toBe(expected === 204);
    expect(await till.status(id)).toBe(expected === 204 ? 'CANCELLED' : status);
  });
});

describe('links by status', () => {
  test.each([
    ['PENDING', true, false],
    ['IDENTIFIED', false, false],
    ['AUTHORIZED', false, false],
    ['AUTHORIZATION_FAILED', false, false],
    ['FAILED', false, false],
    ['SUCCEEDED', false, true],
    ['CANCELLED', false, false],
    ['EXPIRED', false, false],
    ['PENDING_MERCHANT_ACKNOWLEDGEMENT', false, false],
    ['VOIDED', false, false],
  ])('%s: cancel %s, refund %s', async (status, cancel, refund) => {
    till = await bareTill({}, { acknowledgement: status === 'PENDING_MERCHANT_ACKNOWLEDGEMENT' });
    const id = await paymentIn(status);
    const { json } = await till.call('GET', `/v3/payments/${id}`);
    expect(Object.hasOwn(json?.['_links'] ?? {}, 'cancel')).toBe(cancel);
    expect(Object.hasOwn(json?.['_links'] ?? {}, 'refund')).toBe(refund);
  });
});

test('a payment that is paid has succeededAt, the first name and the masked IBAN of the debtor', async () => {
  till = await bareTill();
  const id = await till.paid({ description: 'Brood' });
  const { json, text } = await till.call('GET', `/v3/payments/${id}`);
  expect(json).toMatchObject({
    paymentId: id,
    createdAt: '2026-03-09T10:15:30.250Z',
    expireAt: '2026-03-09T10:20:30.250Z',
    succeededAt: '2026-03-09T10:15:30.250Z',
    currency: 'EUR',
    status: 'SUCCEEDED',
    debtor: { name: 'Zoë', iban: 'BE**********7034' },
    amount: 1250,
    description: 'Brood',
    reference: 'REF-1',
  });
  expect(text).not.toContain('BE68539007547034');
  expect(json).not.toHaveProperty('bulkId');
});

test('a confirmed payment goes on to SUCCEEDED by itself', async () => {
  till = await bareTill({ pace: { settleMs: 500 } });
  const id = await till.charge();
  till.sandbox.payer.scan(id);
  till.sandbox.payer.confirm(id);
  till.clock.tick(499);
  expect(await till.status(id)).toBe('AUTHORIZED');
  till.clock.tick(1);
  expect(await till.status(id)).toBe('SUCCEEDED');
});

describe('expiry', () => {
  test.each(['PENDING', 'IDENTIFIED'])('a %s payment expires at expireAt and not before', async (status) => {
    till = await bareTill();
    const id = await paymentIn(status);
    till.clock.tick(299_999);
    expect(await till.status(id)).toBe(status);
    till.clock.tick(1);
    expect(await till.status(id)).toBe('EXPIRED');
  });

  test('nobody can scan or confirm after it', async () => {
    till = await bareTill();
    const id = await till.charge();
    till.sandbox.payer.scan(id);
    till.clock.jump(300_000);
    expect(till.sandbox.payer.confirm(id)).toEqual({ done: false, status: 'EXPIRED' });
    expect(till.sandbox.payer.scan(id)).toEqual({ done: false, status: 'EXPIRED' });
  });

  test('a payment that was authorised at the last moment succeeds after it', async () => {
    till = await bareTill({ pace: { settleMs: 2_000 } });
    const id = await till.charge();
    till.clock.tick(299_999);
    till.sandbox.payer.scan(id);
    till.sandbox.payer.confirm(id);
    till.clock.tick(1_000);
    expect(await till.status(id)).toBe('AUTHORIZED');
    till.clock.tick(1_000);
    expect(await till.status(id)).toBe('SUCCEEDED');
  });

  test('a payer who walks away leaves the payment to expire', async () => {
    till = await bareTill();
    const id = await till.charge();
    till.sandbox.payer.scan(id);
    till.sandbox.payer.walkAway(id);
    expect(await till.status(id)).toBe('IDENTIFIED');
    till.clock.tick(300_000);
    expect(await till.status(id)).toBe('EXPIRED');
  });
});

describe('operation 6, acknowledge', () => {
  const acknowledged = { currency: 'EUR', amount: 1250, reference: 'REF-1' };

  test.each([
    ['currency is required', { amount: 1250 }, 400],
    ['currency is EUR', { ...acknowledged, currency: 'USD' }, 400],
    ['amount is required', { currency: 'EUR' }, 400],
    ['amount is an integer', { ...acknowledged, amount: 12.5 }, 400],
    ['reference is optional', { currency: 'EUR', amount: 1250 }, 202],
    ['amount and reference as they are', acknowledged, 202],
    ['another amount', { ...acknowledged, amount: 1251 }, 422],
    ['another reference', { ...acknowledged, reference: 'REF-2' }, 422],
  ])('%s', async (_row, body, status) => {
    till = await bareTill({}, { acknowledgement: true });
    const id = await paymentIn('PENDING_MERCHANT_ACKNOWLEDGEMENT');
    const answer = await till.call('POST', `/v3/payments/${id}/acknowledge`, { body });
    expect(answer.status).toBe(status);
    expect(await till.status(id)).toBe(status === 202 ? 'SUCCEEDED' : 'PENDING_MERCHANT_ACKNOWLEDGEMENT');
  });

  test('a payment that nobody acknowledges is voided', async () => {
    till = await bareTill({ pace: { acknowledgeMs: 10_000 } }, { acknowledgement: true });
    const id = await paymentIn('PENDING_MERCHANT_ACKNOWLEDGEMENT');
    till.clock.tick(10_000);
    expect(await till.status(id)).toBe('VOIDED');
  });

  test('a payment that is paid can be acknowledged as often as one likes', async () => {
    till = await bareTill();
    const id = await till.paid();
    for (const _ of [1, 2]) {
      expect((await till.call('POST', `/v3/payments/${id}/acknowledge`, { body: acknowledged })).status).toBe(202);
    }
    expect(await till.status(id)).toBe('SUCCEEDED');
  });

  test('a payment that nobody scanned has nothing to acknowledge', async () => {
    till = await bareTill();
    const id = await till.charge();
    expect((await till.call('POST', `/v3/payments/${id}/acknowledge`, { body: acknowledged })).status).toBe(422);
  });
});

describe('operation 7, refund IBAN', () => {
  test('of a payment that is paid, whole, as often as one likes', async () => {
    till = await bareTill();
    const id = await till.paid();
    for (const _ of [1, 2, 3]) {
      const answer = await till.call('GET', `/v3/payments/${id}/debtor/refundIban`);
      expect(answer.status).toBe(200);
      expect(answer.json).toEqual({ iban: 'BE68539007547034' });
    }
  });

  test.each([
    'PENDING',
    'IDENTIFIED',
    'AUTHORIZED',
    'AUTHORIZATION_FAILED',
    'FAILED',
    'CANCELLED',
    'EXPIRED',
    'PENDING_MERCHANT_ACKNOWLEDGEMENT',
    'VOIDED',
  ])('not of one that is %s', async (status) => {
    till = await bareTill({}, { acknowledgement: status === 'PENDING_MERCHANT_ACKNOWLEDGEMENT' });
    const id = await paymentIn(status);
    expect(await till.status(id)).toBe(status);
    const answer = await till.call('GET', `/v3/payments/${id}/debtor/refundIban`);
    expect(answer.status).toBe(422);
  });
});

describe('bulk ids', () => {
  const read = async (id: string) => (await till.call('GET', `/v3/payments/${id}`)).json?.['bulkId'];

  test("the creation's, else the profile's", async () => {
    till = await bareTill({}, { bulking: true, bulkId: 'MINE' });
    expect(await read(await till.charge({ bulkId: 'THIS' }))).toBe('THIS');
    expect(await read(await till.charge())).toBe('MINE');
  });

  test('else one that the service assigns', async () => {
    till = await bareTill({}, { bulking: true });
    expect(await read(await till.charge())).toBe('BULK-2026-03-09');
  });

  test('missing where the profile has no bulking', async () => {
    till = await bareTill({}, { bulking: false });
    expect(await read(await till.charge({ bulkId: 'THIS' }))).toBeUndefined();
  });
});

test.each(['short', 'x'.repeat(25), 'f'.repeat(24)])('reading payment %j finds nothing', async (id) => {
  till = await bareTill();
  const answer = await till.call('GET', `/v3/payments/${id}`);
  expect(answer.status).toBe(404);
  expect(answer.json).toMatchObject({
    code: 'PAYMENT_NOT_FOUND',
    traceId: expect.any(String),
    spanId: expect.any(String),
  });
});
