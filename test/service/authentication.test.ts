import { createPublicKey, verify } from 'node:crypto';
import { expect, test } from 'vitest';
import type { HttpRequest } from '../../main/service/transport.ts';
import { all, createTill, json, signed } from './client-under-test.ts';
import { payment, paymentId, payout, refund, refundId } from './sample-responses.ts';
import { config, merchantKey } from './vectors.ts';

function claimsOf(request: HttpRequest): Record<string, unknown> {
  const [header = '', , value = ''] = (request.headers['signature'] ?? '').split('.');
  const { kty, crv, x, y } = merchantKey;
  const key = createPublicKey({ key: { kty, crv, x, y }, format: 'jwk' });
  const input = Buffer.from(`${header}.${Buffer.from(request.body ?? '').toString('base64url')}`);
  const genuine = verify('sha256', input, { key, dsaEncoding: 'ieee-p1363' }, Buffer.from(value, 'base64url'));
  if (!genuine) throw new Error('the request is not signed');
  const claims: Record<string, unknown> = JSON.parse(Buffer.from(header, 'base64url').toString());
  return Object.fromEntries(
    Object.entries(claims).map(([name, claim]) => [name.replace(`${config.claimPrefix}/`, ''), claim]),
  );
}

test('signs path, body, profile and time with a fresh jti', async () => {
  const till = createTill(() => json(200, payment));
  await till.service.readPayment(paymentId);
  await till.service.readPayment(paymentId);
  const [first, second] = till.sent.map(claimsOf);
  expect(first).toMatchObject({
    typ: 'jose+json',
    kid: merchantKey.kid,
    alg: 'ES256',
    sub: config.profileId,
    iss: config.issuer,
    iat: new Date(till.clock.now()).toISOString(),
    path: `/v3/payments/${paymentId}`,
  });
  expect(second?.['jti']).not.toBe(first?.['jti']);
});

test.each([
  [undefined, config.issuer],
  ['issuer-name', config.issuer],
  ['merchant-id', config.merchantId],
])('refund requests with refundRequestIssuer %s are issued by %s', async (refundRequestIssuer, refundIssuer) => {
  const till = createTill(
    (request, side) => {
      if (request.path.endsWith(paymentId)) return json(200, payment);
      return request.path.startsWith('/v3/reconciliation')
        ? signed(request, side, 200, { size: 1, totalPages: 1, totalElements: 1, number: 0, payouts: [payout] })
        : signed(request, side, 201, refund);
    },
    { tuning: { refundRequestIssuer } },
  );
  await till.service.readPayment(paymentId);
  await all(till.service.payouts());
  await till.service.createRefund(paymentId, till.service.prepareRefund({ amount: 500 }), 'k');
  expect(till.sent.map((request) => claimsOf(request)['iss'])).toEqual([
    config.issuer,
    config.merchantId,
    refundIssuer,
  ]);
});

test('accepts and reports an issuer in different case', async () => {
  const expected = config.issuer;
  const names = [expected, expected.toUpperCase() === expected ? expected.toLowerCase() : expected.toUpperCase()];
  let calls = 0;
  const till = createTill((request, side) => signed(request, side, 200, refund, { iss: names[calls++] ?? expected }));
  for (const _ of names) expect(await till.service.readRefund(paymentId, refundId)).toMatchObject({ verified: true });
  expect(till.issuersSeen).toEqual(names.map((got) => ({ of: 'service', expected, got })));
});

test('sends the current API key as bearer token', async () => {
  let key: string | undefined = 'key-1';
  const till = createTill(() => json(200, payment), { apiKey: () => key });
  await till.service.readPayment(paymentId);
  for (key of [undefined, '']) await till.service.readPayment(paymentId);
  expect(till.sent.map(({ headers }) => headers['authorization'])).toEqual(['Bearer key-1', undefined, undefined]);
});

test('refuses an API key with control characters before sending', async () => {
  const till = createTill(() => json(200, payment), { apiKey: 'a\r\nb' });
  await expect(till.service.readPayment(paymentId)).rejects.toMatchObject({ code: 'invalid.api-key.character' });
  expect(till.sent).toEqual([]);
  expect(till.reachability.state).toBe('unknown');
});
