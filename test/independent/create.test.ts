import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { Answer } from './client.ts';
import { created, dateTime, expectPaymentError, id24, link, object } from './expectations.ts';
import { givenService } from './service-under-test.ts';

const service = givenService('all');

type Row = readonly [row: string, fields: object, verdict: 'taken' | 'refused'];

const https = (length: number) => `https://shop.example/${'a'.repeat(length - 'https://shop.example/'.length)}`;

const both: readonly Row[] = [
  ['amount is required', { amount: undefined }, 'refused'],
  ['amount of 1 cent', { amount: 1 }, 'taken'],
  ['amount at the upper bound', { amount: 999_999_999_999 }, 'taken'],
  ['amount above the upper bound', { amount: 1_000_000_000_000 }, 'refused'],
  ['amount of 0', { amount: 0 }, 'refused'],
  ['amount negative', { amount: -1 }, 'refused'],
  ['amount with decimals', { amount: 12.5 }, 'refused'],
  ['amount as text', { amount: '1250' }, 'refused'],
  ['currency is optional', { currency: undefined }, 'taken'],
  ['currency EUR', { currency: 'EUR' }, 'taken'],
  ['currency that is not EUR', { currency: 'USD' }, 'refused'],
  ['reference of 35 characters', { reference: 'R'.repeat(35) }, 'taken'],
  ['reference of 36 characters', { reference: 'R'.repeat(36) }, 'refused'],
  ['reference in the SEPA extended character set', { reference: 'Ζωή Зоя Zoë €' }, 'taken'],
  ['reference left out', { reference: undefined }, 'taken'],
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
  [
    'voucherEligibility with schemes and amount',
    { voucherEligibility: [{ voucherSchemes: ['MEAL'], amount: 100 }] },
    'taken',
  ],
  ['voucherEligibility item without voucherSchemes', { voucherEligibility: [{ amount: 100 }] }, 'refused'],
  ['voucherEligibility item without amount', { voucherEligibility: [{ voucherSchemes: ['MEAL'] }] }, 'refused'],
  ['a field that the specification does not list', { colour: 'blue' }, 'taken'],
];

const onlyPayment: readonly Row[] = [
  ['identifyCallbackUrl that is not https', { identifyCallbackUrl: 'http://shop.example/i' }, 'refused'],
  ['callbackUrl that is not https', { callbackUrl: 'http://shop.example/c' }, 'refused'],
  ['returnUrl that is https', { returnUrl: 'https://shop.example/back' }, 'taken'],
  ['returnUrl that is not https', { returnUrl: 'http://shop.example/back' }, 'refused'],
  ['returnUrl of 2049 characters', { returnUrl: https(2049) }, 'refused'],
  ['returnUrl empty', { returnUrl: '' }, 'refused'],
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

  it('accepts and refuses fields as specified', async () => {
    for (const [row, fields, verdict] of [...both, ...onlyPayment]) expectVerdict(await create(fields), verdict, row);
  });

  it('returns the optional fields of the request', async () => {
    const given = { reference: 'T1-0001', description: 'Brood & koffie' };
    const answer = object(await create({ ...given, returnUrl: 'https://shop.example/' }));
    expect(answer).toMatchObject({ ...given, creditor: { profileId: service.access.profileId } });
    expect(answer).toMatchObject({ createdAt: '2026-03-09T10:15:30.250Z', expiresAt: '2026-03-09T10:17:30.250Z' });
    expect(Object.keys(Object(answer['_links'])).sort()).toEqual(['cancel', 'checkout', 'deeplink', 'qrcode', 'self']);
  });

  it('refuses a body without a JSON object', async () => {
    for (const body of ['', '[]', '"text"', '{', 'null', '\ufffe{}', '{"amount":1250', '{"amount":'])
      expectPaymentError(await service.client.createPayment(body), 400);
    for (let length = 1; length < 60; length += 1)
      expectPaymentError(await service.client.createPayment(randomBytes(length).toString('latin1')), 400);
  });

  it('keeps several payments without a posId pending', async () => {
    const first = created(await create({}));
    created(await create({}));
    expect(await service.status(first)).toBe('PENDING');
  });
});

describe('operation 5, POST /v3/payments/pos', () => {
  const create = (fields: object) => service.client.createStaticQr({ posId: 'POS01', amount: 1250, ...fields });

  it('accepts and refuses its fields as specified', async () => {
    for (const [row, fields, verdict] of [...both, ...onlyStaticQr]) expectVerdict(await create(fields), verdict, row);
  });

  it('accepts http callback URLs', async () => {
    const urls = { identifyCallbackUrl: 'http://127.0.0.1:9/i', callbackUrl: 'http://127.0.0.1:9/c' };
    expectVerdict(await create(urls), 'taken', 'http');
  });

  it('cancels the earlier payment of the same posId', async () => {
    const elsewhere = created(await create({ posId: 'OTHER' }));
    const abroad = service.profile();
    const theirs = created(await abroad.createStaticQr({ posId: 'SAME', amount: 1250 }));
    const first = created(await create({ posId: 'SAME' }));
    const second = created(await create({ posId: 'SAME' }));
    expect([await service.status(first), await service.status(second)]).toEqual(['CANCELLED', 'PENDING']);
    service.sandbox.payer.scan(second);
    created(await create({ posId: 'SAME' }));
    expect([await service.status(second), await service.status(elsewhere)]).toEqual(['CANCELLED', 'PENDING']);
    expect(object(await abroad.readPayment(theirs))['status']).toBe('PENDING');
  });

  it('does not cancel a confirmed payment', async () => {
    const first = created(await create({ posId: 'A3' }));
    service.sandbox.payer.scan(first);
    service.sandbox.payer.confirm(first);
    created(await create({ posId: 'A3' }));
    expect(await service.status(first)).toBe('AUTHORIZED');
  });

  it('cancels nothing when refused', async () => {
    const first = created(await create({ posId: 'A4' }));
    expectPaymentError(await create({ posId: 'A4', amount: 0 }), 400);
    expect(await service.status(first)).toBe('PENDING');
  });
});

function expectVerdict(answer: Answer, verdict: 'taken' | 'refused', row: string): void {
  expect(answer.status, `${row}: ${answer.text}`).toBe(verdict === 'taken' ? 201 : 400);
  if (verdict === 'refused') {
    expectPaymentError(answer, 400);
    return;
  }
  // The specification's table "Creation response".
  expect(object(answer), row).toMatchObject({
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
