import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Answer } from './client.ts';
import { created, dateTime, expectPaymentError, id24, link, object } from './expectations.ts';
import { type ServiceUnderTest, startService } from './service-under-test.ts';

let service: ServiceUnderTest;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service[Symbol.asyncDispose]());

type Row = readonly [row: string, fields: object, verdict: 'taken' | 'refused'];

const https = (length: number) => `https://shop.example/${'a'.repeat(length - 'https://shop.example/'.length)}`;

const both: readonly Row[] = [
  ['amount is required', { amount: undefined }, 'refused'],
  ['amount of 1 cent', { amount: 1 }, 'taken'],
  ['amount at the upper bound', { amount: 999_999_999_999 }, 'taken'],
  ['amount above the upper bound', { amount: 1_000_000_000_000 }, 'refused'],
  ['amount negative', { amount: -1 }, 'refused'],
  ['amount with decimals', { amount: 12.5 }, 'refused'],
  ['amount as text', { amount: '1250' }, 'refused'],
  ['currency is optional', { currency: undefined }, 'taken'],
  ['currency EUR', { currency: 'EUR' }, 'taken'],
  ['currency that is not EUR', { currency: 'USD' }, 'refused'],
  ['reference of 35 characters', { reference: 'R'.repeat(35) }, 'taken'],
  ['reference of 36 characters', { reference: 'R'.repeat(36) }, 'refused'],
  ['reference with an accent', { reference: 'Café Zoë 12' }, 'taken'],
  ['reference outside the SEPA extended character set', { reference: 'R-☃' }, 'refused'],
  ['reference as a number', { reference: 12 }, 'refused'],
  ['bulkId of 35 characters', { bulkId: 'B'.repeat(35) }, 'taken'],
  ['bulkId of 36 characters', { bulkId: 'B'.repeat(36) }, 'refused'],
  ['description of 140 characters', { description: 'd'.repeat(140) }, 'taken'],
  ['description of 141 characters', { description: 'd'.repeat(141) }, 'refused'],
  ['description outside the SEPA extended character set', { description: 'koffie 😀' }, 'refused'],
  ['identifyCallbackUrl of 2048 characters', { identifyCallbackUrl: https(2048) }, 'taken'],
  ['identifyCallbackUrl of 2049 characters', { identifyCallbackUrl: https(2049) }, 'refused'],
  ['identifyCallbackUrl empty', { identifyCallbackUrl: '' }, 'refused'],
  ['callbackUrl of 2048 characters', { callbackUrl: https(2048) }, 'taken'],
  ['callbackUrl of 2049 characters', { callbackUrl: https(2049) }, 'refused'],
  ['callbackUrl empty', { callbackUrl: '' }, 'refused'],
];

const onlyPayment: readonly Row[] = [
  ['identifyCallbackUrl that is not https', { identifyCallbackUrl: 'http://shop.example/i' }, 'refused'],
  ['callbackUrl that is not https', { callbackUrl: 'http://shop.example/c' }, 'refused'],
  ['returnUrl that is https', { returnUrl: 'https://shop.example/back' }, 'taken'],
  ['returnUrl that is not https', { returnUrl: 'http://shop.example/back' }, 'refused'],
  ['returnUrl of 2049 characters', { returnUrl: https(2049) }, 'refused'],
  ['returnUrl empty', { returnUrl: '' }, 'refused'],
  [
    'voucherEligibility with schemes and amount',
    { voucherEligibility: [{ voucherSchemes: ['MEAL'], amount: 100 }] },
    'taken',
  ],
  ['voucherEligibility item without voucherSchemes', { voucherEligibility: [{ amount: 100 }] }, 'refused'],
  ['voucherEligibility item without amount', { voucherEligibility: [{ voucherSchemes: ['MEAL'] }] }, 'refused'],
];

const onlyStaticQr: readonly Row[] = [
  ['posId is required', { posId: undefined }, 'refused'],
  ['posId of 36 characters', { posId: 'P'.repeat(36) }, 'taken'],
  ['posId of 37 characters', { posId: 'P'.repeat(37) }, 'refused'],
  ['posId with a character that is not alphanumeric', { posId: 'POS-1' }, 'refused'],
  ['posId empty', { posId: '' }, 'refused'],
  ['shopId of 36 characters', { shopId: 'S'.repeat(36) }, 'taken'],
  ['shopId of 37 characters', { shopId: 'S'.repeat(37) }, 'refused'],
  ['shopName of 36 characters', { shopName: 'N'.repeat(36) }, 'taken'],
  ['shopName of 37 characters', { shopName: 'N'.repeat(37) }, 'refused'],
];

describe('operation 4, POST /v3/payments', () => {
  const create = (fields: object) => service.client.createPayment({ amount: 1250, ...fields });

  it.each([...both, ...onlyPayment])('request: %s', async (_row, fields, verdict) => {
    expectVerdict(await create(fields), verdict);
  });

  it('response: every required field', async () => expectCreation(await create({})));

  it('response: the optional fields that were given', async () => {
    const given = { reference: 'T1-0001', description: 'Brood & koffie' };
    expect(object(await create(given))).toMatchObject(given);
  });

  it('a body that is no JSON is refused', async () => {
    expectPaymentError(await service.client.createPayment('{"amount":'), 400, 422);
  });

  it('two payments without a posId stand beside each other', async () => {
    const first = created(await create({}));
    created(await create({}));
    expect(object(await service.client.readPayment(first))['status']).toBe('PENDING');
  });
});

describe('operation 5, POST /v3/payments/pos', () => {
  const create = (fields: object) => service.client.createStaticQr({ posId: 'POS01', amount: 1250, ...fields });

  it.each([...both, ...onlyStaticQr])('request: %s', async (_row, fields, verdict) => {
    expectVerdict(await create(fields), verdict);
  });

  it('request: callback URLs need not be https', async () => {
    const urls = { identifyCallbackUrl: 'http://127.0.0.1:9/i', callbackUrl: 'http://127.0.0.1:9/c' };
    expectCreation(await create(urls));
  });

  it('response: every required field', async () => expectCreation(await create({})));

  it('a second payment on the same posId invalidates the first', async () => {
    const first = created(await create({ posId: 'SAME' }));
    const second = created(await create({ posId: 'SAME' }));
    expect(second).not.toBe(first);
    expect(object(await service.client.readPayment(first))['status']).toMatch(/^(?!PENDING|IDENTIFIED)[A-Z_]+$/);
    expect(object(await service.client.readPayment(second))['status']).toBe('PENDING');
  });

  it('a payment on another posId leaves the first alone', async () => {
    const first = created(await create({ posId: 'ONE' }));
    created(await create({ posId: 'TWO' }));
    expect(object(await service.client.readPayment(first))['status']).toBe('PENDING');
  });

  it('the same posId at another profile leaves the first alone', async () => {
    const first = created(await create({ posId: 'SHARED' }));
    const other = await service.otherMerchant();
    created(await other.createStaticQr({ posId: 'SHARED', amount: 100 }));
    expect(object(await service.client.readPayment(first))['status']).toBe('PENDING');
  });
});

function expectVerdict(answer: Answer, verdict: 'taken' | 'refused'): void {
  if (verdict === 'taken') expectCreation(answer);
  else expectPaymentError(answer, 400, 422);
}

/** The specification's table "Creation response". */
function expectCreation(answer: Answer): void {
  expect(answer.status, answer.text).toBe(201);
  expect(object(answer)).toMatchObject({
    paymentId: id24,
    status: 'PENDING',
    createdAt: dateTime,
    expiresAt: dateTime,
    amount: expect.any(Number),
    currency: 'EUR',
    creditor: expect.any(Object),
    _links: { self: link, deeplink: link, qrcode: link },
  });
}
