import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type BareTill, bareTill } from '../bare-till.ts';

let till: BareTill;
beforeAll(async () => {
  till = await bareTill();
});
afterAll(() => till.sandbox.close());

const url = (length: number) => `https://shop.example/${'x'.repeat(length - 'https://shop.example/'.length)}`;

/** Rows of "Create-payment request body": a field, and values at its limits. */
const shared: readonly (readonly [row: string, fields: object, accepted: boolean])[] = [
  ['amount is required', { amount: undefined }, false],
  ['amount is an integer', { amount: 12.5 }, false],
  ['amount is no text', { amount: '1250' }, false],
  ['amount of 1 cent', { amount: 1 }, true],
  ['amount of 0', { amount: 0 }, false],
  ['amount below 0', { amount: -1 }, false],
  ['amount at the upper bound', { amount: 999_999_999_999 }, true],
  ['amount above the upper bound', { amount: 1_000_000_000_000 }, false],
  ['reference of 35 characters', { reference: 'x'.repeat(35) }, true],
  ['reference of 36 characters', { reference: 'x'.repeat(36) }, false],
  ['reference in the SEPA extended set', { reference: 'Ζωή Зоя Zoë €' }, true],
  ['reference outside the SEPA extended set', { reference: 'paid 🎉' }, false],
  ['no reference', { reference: undefined }, true],
  ['bulkId of 35 characters', { bulkId: 'b'.repeat(35) }, true],
  ['bulkId of 36 characters', { bulkId: 'b'.repeat(36) }, false],
  ['no currency', { currency: undefined }, true],
  ['currency other than EUR', { currency: 'USD' }, false],
  ['description of 140 characters', { description: 'é'.repeat(140) }, true],
  ['description of 141 characters', { description: 'é'.repeat(141) }, false],
  ['description outside the SEPA extended set', { description: 'a\u0007b' }, false],
  ['identifyCallbackUrl of 2048 characters', { identifyCallbackUrl: url(2048) }, true],
  ['identifyCallbackUrl of 2049 characters', { identifyCallbackUrl: url(2049) }, false],
  ['identifyCallbackUrl that is empty', { identifyCallbackUrl: '' }, false],
  ['callbackUrl of 2048 characters', { callbackUrl: url(2048) }, true],
  ['callbackUrl of 2049 characters', { callbackUrl: url(2049) }, false],
  ['callbackUrl that is empty', { callbackUrl: '' }, false],
  ['voucherEligibility with its fields', { voucherEligibility: [{ voucherSchemes: ['MEAL'], amount: 5 }] }, true],
  ['voucherEligibility without amount', { voucherEligibility: [{ voucherSchemes: ['MEAL'] }] }, false],
  ['voucherEligibility without schemes', { voucherEligibility: [{ amount: 5 }] }, false],
  ['a field that the specification does not list', { colour: 'blue' }, true],
];

async function answerTo(path: string, body: object) {
  const answer = await till.call('POST', path, { body });
  if (answer.status === 400) {
    expect(answer.json).toMatchObject({ code: 'BAD_REQUEST' });
    expect(Object.keys(answer.json ?? {}).sort()).toEqual(['code', 'message', 'spanId', 'traceId']);
  }
  return answer.status;
}

describe('operation 4, create payment', () => {
  test.each([
    ...shared,
    ['identifyCallbackUrl without https', { identifyCallbackUrl: 'http://shop.example/' }, false],
    ['callbackUrl without https', { callbackUrl: 'http://shop.example/' }, false],
    ['returnUrl with https', { returnUrl: url(2048) }, true],
    ['returnUrl of 2049 characters', { returnUrl: url(2049) }, false],
    ['returnUrl without https', { returnUrl: 'http://shop.example/' }, false],
    ['returnUrl that is empty', { returnUrl: '' }, false],
  ] as typeof shared)('%s', async (_row, fields, accepted) => {
    expect(await answerTo('/v3/payments', { amount: 1250, ...fields })).toBe(accepted ? 201 : 400);
  });

  test('the answer has the fields of a creation response, and expiresAt for the time of expiry', async () => {
    const body = { amount: 1250, reference: 'R-1', description: 'Brood & koffie', returnUrl: 'https://shop.example/' };
    const { status, json } = await till.call('POST', '/v3/payments', { body });
    expect(status).toBe(201);
    expect(json).toMatchObject({
      paymentId: expect.stringMatching(/^.{24}$/),
      status: 'PENDING',
      createdAt: '2026-03-09T10:15:30.250Z',
      expiresAt: '2026-03-09T10:20:30.250Z',
      description: 'Brood & koffie',
      reference: 'R-1',
      amount: 1250,
      currency: 'EUR',
      creditor: till.sandbox.profile.profileId && { profileId: till.sandbox.profile.profileId },
    });
    const links = json?.['_links'] ?? {};
    for (const link of ['self', 'deeplink', 'qrcode', 'cancel', 'checkout'])
      expect(links).toHaveProperty([link, 'href']);
    expect(links).not.toHaveProperty('refund');
  });
});

describe('operation 5, create static-QR payment', () => {
  test.each([
    ...shared,
    ['posId is required', { posId: undefined }, false],
    ['posId of 36 characters', { posId: 'P'.repeat(36) }, true],
    ['posId of 37 characters', { posId: 'P'.repeat(37) }, false],
    ['posId that is empty', { posId: '' }, false],
    ['posId with a dash', { posId: 'POS-1' }, false],
    ['shopId of 36 characters', { shopId: 's'.repeat(36) }, true],
    ['shopId of 37 characters', { shopId: 's'.repeat(37) }, false],
    ['shopName of 36 characters', { shopName: 's'.repeat(36) }, true],
    ['shopName of 37 characters', { shopName: 's'.repeat(37) }, false],
    ['callbackUrl without https, which is not asked here', { callbackUrl: 'http://127.0.0.1/' }, true],
  ] as typeof shared)('%s', async (_row, fields, accepted) => {
    expect(await answerTo('/v3/payments/pos', { amount: 1250, posId: 'POS9', ...fields })).toBe(accepted ? 201 : 400);
  });

  test('creating again invalidates the payment of the same profile and posId, and no other', async () => {
    const first = await till.charge({ posId: 'A1' });
    const elsewhere = await till.charge({ posId: 'A2' });
    till.sandbox.payer.scan(first);
    const second = await till.charge({ posId: 'A1' });
    expect(await till.status(first)).toBe('CANCELLED');
    expect(await till.status(elsewhere)).toBe('PENDING');
    expect(await till.status(second)).toBe('PENDING');
  });

  test('a payment that the payer has confirmed is not invalidated', async () => {
    const first = await till.charge({ posId: 'A3' });
    till.sandbox.payer.scan(first);
    till.sandbox.payer.confirm(first);
    await till.charge({ posId: 'A3' });
    expect(await till.status(first)).toBe('AUTHORIZED');
  });

  test('a creation that is refused invalidates nothing', async () => {
    const first = await till.charge({ posId: 'A4' });
    await till.call('POST', '/v3/payments/pos', { body: { posId: 'A4', amount: 0 } });
    expect(await till.status(first)).toBe('PENDING');
  });
});

test.each(['', '[]', '"text"', '{', 'null', '\ufffe{}', '{"amount":1250,"posId":"A"'])(
  'a body of %j is refused',
  async (raw) => {
    const answer = await till.call('POST', '/v3/payments/pos', { raw });
    expect(answer.status).toBe(400);
  },
);
