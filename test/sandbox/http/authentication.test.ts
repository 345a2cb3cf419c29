import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type BareTill, bareTill, tillOf } from '../bare-till.ts';

let till: BareTill;
beforeEach(async () => {
  till = await bareTill();
});
afterEach(() => till.sandbox.close());

const bearer = (key: string) => ({ as: 'nobody' as const, headers: { Authorization: `Bearer ${key}` } });
const NOBODY = 'f'.repeat(24);

/** Rows of "Endpoint to scheme": what each operation answers to an API key alone; 401 where it takes signatures only. */
const operations: readonly (readonly [
  operation: string,
  method: string,
  path: string,
  body: object | undefined,
  key: boolean,
])[] = [
  ['1, read', 'GET', `/v3/payments/${NOBODY}`, undefined, true],
  ['2, cancel', 'DELETE', `/v3/payments/${NOBODY}`, undefined, true],
  ['3, search', 'POST', '/v3/payments/search', {}, true],
  ['4, create', 'POST', '/v3/payments', { amount: 1 }, true],
  ['5, create static-QR', 'POST', '/v3/payments/pos', { amount: 1, posId: 'A' }, true],
  ['6, acknowledge', 'POST', `/v3/payments/${NOBODY}/acknowledge`, { amount: 1, currency: 'EUR' }, true],
  ['7, refund IBAN', 'GET', `/v3/payments/${NOBODY}/debtor/refundIban`, undefined, true],
  ['8, create refund', 'POST', `/v3/payments/${NOBODY}/refunds`, { amount: 1, currency: 'EUR' }, false],
  ['9, read refund', 'GET', `/v3/payments/${NOBODY}/refunds/${NOBODY}`, undefined, false],
  ['10, payouts', 'GET', '/v3/reconciliation/payouts', undefined, false],
  ['11, payments', 'GET', `/v3/reconciliation/payments?payout-id=${NOBODY}`, undefined, false],
  ['12, refunds', 'GET', `/v3/reconciliation/refunds?payout-id=${NOBODY}`, undefined, false],
];

describe.each(operations)('operation %s', (_operation, method, path, body, key) => {
  const options = body === undefined ? {} : { body };

  test('takes a signature', async () => {
    expect((await till.call(method, path, options)).status).not.toBe(401);
  });

  test('takes a signature with an API key beside it', async () => {
    expect((await till.call(method, path, { ...options, as: 'both' })).status).not.toBe(401);
  });

  test(key ? 'takes an API key alone' : 'takes no API key alone', async () => {
    expect((await till.call(method, path, { ...options, as: 'key' })).status === 401).toBe(!key);
  });

  test('takes nobody without either', async () => {
    const answer = await till.call(method, path, { ...options, as: 'nobody' });
    expect([answer.status, answer.json?.['code']]).toEqual([401, 'UNAUTHORIZED']);
  });
});

describe('authorities', () => {
  test.each([
    ['1, read', 'MERCHANT_PAYMENT', 'GET', ''],
    ['2, cancel', 'MERCHANT_PAYMENT', 'DELETE', ''],
    ['7, refund IBAN', 'MERCHANT_REFUND', 'GET', '/debtor/refundIban'],
  ] as const)('operation %s needs %s', async (_operation, needed, method, suffix) => {
    const { profileId } = till.sandbox.profile;
    const other = needed === 'MERCHANT_PAYMENT' ? 'MERCHANT_REFUND' : 'MERCHANT_PAYMENT';
    const path = `/v3/payments/${await till.paid()}${suffix}`;
    const answerWith = async (authority: typeof needed | typeof other) =>
      (await till.call(method, path, bearer(till.sandbox.addApiKey({ profileId, authorities: [authority] })))).status;
    expect(await answerWith(other)).toBe(403);
    expect(await answerWith(needed)).not.toBe(403);
  });

  test('a profile that may not refund is refused, in the words of its API', async () => {
    const profile = till.sandbox.addProfile({ authorities: ['MERCHANT_PAYMENT'] });
    const other = tillOf(till.sandbox, till.clock, [], profile);
    const answer = await other.call('GET', `/v3/payments/${NOBODY}/refunds/${NOBODY}`);
    expect([answer.status, answer.json?.['code']]).toEqual([403, 'ACCESS_DENIED']);
  });
});

describe('participants', () => {
  test("another merchant can neither read nor cancel one's payment", async () => {
    const other = till.sandbox.addProfile({});
    const id = await till.charge();
    expect((await till.call('GET', `/v3/payments/${id}`, bearer(other.apiKey))).status).toBe(403);
    expect((await till.call('DELETE', `/v3/payments/${id}`, bearer(other.apiKey))).status).toBe(403);
    expect(await till.status(id)).toBe('PENDING');
  });

  test('the same merchant can cancel under another of its profiles', async () => {
    const sibling = till.sandbox.addProfile({ merchantId: till.sandbox.profile.merchantId });
    const id = await till.charge();
    expect((await till.call('DELETE', `/v3/payments/${id}`, bearer(sibling.apiKey))).status).toBe(204);
  });

  test('an integrator can cancel where it serves the profile, and nowhere else', async () => {
    const { profileId } = till.sandbox.profile;
    till.sandbox.addProfile({ profileId, integratorId: 'integrator-1' });
    const elsewhere = till.sandbox.addProfile({}).profileId;
    const key = (subjectId: string) =>
      till.sandbox.addApiKey({ profileId: elsewhere, subjectType: 'INTEGRATOR', subjectId });
    const id = await till.charge();
    expect((await till.call('DELETE', `/v3/payments/${id}`, bearer(key('integrator-2')))).status).toBe(403);
    expect((await till.call('DELETE', `/v3/payments/${id}`, bearer(key('integrator-1')))).status).toBe(204);
  });
});

test.each(['', 'Bearer', 'Bearer nobody', 'Basic abc'])('Authorization %j is refused', async (authorization) => {
  const answer = await till.call('GET', `/v3/payments/${NOBODY}`, {
    as: 'nobody',
    headers: { Authorization: authorization },
  });
  expect(answer.status).toBe(401);
});

test("a signature beside another profile's API key is refused", async () => {
  const other = till.sandbox.addProfile({});
  const answer = await till.call('GET', `/v3/payments/${NOBODY}`, {
    headers: { Authorization: `Bearer ${other.apiKey}` },
  });
  expect(answer.status).toBe(403);
});

test('calls above the rate are answered with 429 and Retry-After, where a rate is set', async () => {
  await till.sandbox.close();
  till = await bareTill({ picks: { rateLimitPerSecond: 2 } });
  const statuses = [];
  for (const _ of [1, 2, 3]) statuses.push(await till.call('GET', `/v3/payments/${NOBODY}`));
  expect(statuses.map(({ status }) => status)).toEqual([404, 404, 429]);
  expect(statuses[2]?.headers.get('retry-after')).toBe('1');
  till.clock.tick(1_000);
  expect((await till.call('GET', `/v3/payments/${NOBODY}`)).status).toBe(404);
});

test.each(['/v3', '/v3/', '/v3/payments/', '/v3/nothing', '/v4/payments', '/control', '/faults', '/state'])(
  'there is nothing at %s',
  async (path) => {
    expect((await till.call('GET', path)).status).toBe(404);
  },
);
