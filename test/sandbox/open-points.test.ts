import { afterEach, describe, expect, test } from 'vitest';
import { type Choices, choicesFrom, openPoints, parseChoice } from '../../main/sandbox/open-points.ts';
import { type BareTill, bareTill } from './bare-till.ts';

describe('the table of picks', () => {
  test.each(Object.entries(openPoints))('%s names its place in the specification and its question', (_name, entry) => {
    expect(entry.spec.length).toBeGreaterThan(3);
    expect(entry.question.length).toBeGreaterThan(3);
  });

  test('the first option is the pick', () => {
    expect(choicesFrom()).toMatchObject({ cancelStatus: '204', iatToleranceSeconds: 300 });
  });

  test('a choice is taken from the command line, and checked', () => {
    expect(parseChoice('cancelStatus=200')).toEqual({ cancelStatus: '200' });
    expect(parseChoice('settleMs=0')).toEqual({ settleMs: 0 });
    expect(() => parseChoice('cancelStatus=418')).toThrow('cancelStatus is one of 204, 200, 202');
    expect(() => parseChoice('settleMs=soon')).toThrow('whole number');
    expect(() => parseChoice('colour=blue')).toThrow('no pick "colour"');
  });
});

describe('each switch does what it says', () => {
  let till: BareTill;
  afterEach(() => till.sandbox.close());
  const withPicks = async (picks: Partial<Choices>) => {
    till = await bareTill({ picks });
  };
  const read = (id: string) => till.call('GET', `/v3/payments/${id}`);
  const cancel = (id: string) => till.call('DELETE', `/v3/payments/${id}`);
  const create = (fields: object) => till.call('POST', '/v3/payments', { body: { amount: 1, ...fields } });
  const refund = (id: string, amount = 1) =>
    till.call('POST', `/v3/payments/${id}/refunds`, {
      body: { amount, currency: 'EUR' },
      headers: { 'Idempotency-Key': 'k' },
    });

  test.each(['200', '202'] as const)('cancelStatus %s', async (cancelStatus) => {
    await withPicks({ cancelStatus });
    expect((await cancel(await till.charge())).status).toBe(Number(cancelStatus));
  });

  test.each(['409', '400', '403'] as const)('cancelRefusedStatus %s', async (cancelRefusedStatus) => {
    await withPicks({ cancelRefusedStatus });
    expect((await cancel(await till.paid())).status).toBe(Number(cancelRefusedStatus));
  });

  test('staticQrStatus 200', async () => {
    await withPicks({ staticQrStatus: '200' });
    expect((await till.call('POST', '/v3/payments/pos', { body: { posId: 'A', amount: 1 } })).status).toBe(200);
  });

  test('staticQrDeeplink pos', async () => {
    await withPicks({ staticQrDeeplink: 'pos' });
    const { json } = await read(await till.charge({ posId: 'A' }));
    expect(json?.['_links']?.['deeplink']?.['href']).toMatch(/\/pay\/pos\/[0-9a-f]{24}\/A$/);
  });

  test.each(['EXPIRED', 'VOIDED'] as const)('invalidatedStatus %s', async (invalidatedStatus) => {
    await withPicks({ invalidatedStatus });
    const first = await till.charge();
    await till.charge();
    expect(await till.status(first)).toBe(invalidatedStatus);
  });

  test('acknowledgeBody object', async () => {
    await withPicks({ acknowledgeBody: 'object' });
    const body = { amount: 1250, currency: 'EUR' };
    expect((await till.call('POST', `/v3/payments/${await till.paid()}/acknowledge`, { body })).text).toBe('{}');
  });

  test('refundIbanField refundIban', async () => {
    await withPicks({ refundIbanField: 'refundIban' });
    const answer = await till.call('GET', `/v3/payments/${await till.paid()}/debtor/refundIban`);
    expect(answer.json).toEqual({ refundIban: 'BE68539007547034' });
  });

  test.each([
    ['key', 'signer'],
    ['signature', 'key'],
  ] as const)('refundIbanScheme %s refuses a %s', async (refundIbanScheme, as) => {
    await withPicks({ refundIbanScheme });
    const path = `/v3/payments/${await till.paid()}/debtor/refundIban`;
    expect((await till.call('GET', path, { as })).status).toBe(401);
  });

  test('unknownFields refused', async () => {
    await withPicks({ unknownFields: 'refused' });
    expect((await create({ colour: 'blue' })).status).toBe(400);
    expect((await create({})).status).toBe(201);
  });

  test('sepaCharacters accepted', async () => {
    await withPicks({ sepaCharacters: 'accepted' });
    expect((await create({ reference: '🎉' })).status).toBe(201);
  });

  test('staticQrCallbackUrls https', async () => {
    await withPicks({ staticQrCallbackUrls: 'https' });
    await expect(till.charge({ callbackUrl: 'http://shop.example/' })).rejects.toThrow('400');
  });

  test('minimumAmount 2', async () => {
    await withPicks({ minimumAmount: 2 });
    expect((await create({ amount: 1 })).status).toBe(400);
    expect((await create({ amount: 2 })).status).toBe(201);
  });

  test('foreignPayment 404', async () => {
    await withPicks({ foreignPayment: '404' });
    const other = till.sandbox.addProfile({});
    const headers = { Authorization: `Bearer ${other.apiKey}` };
    const answer = await till.call('GET', `/v3/payments/${await till.charge()}`, { as: 'nobody', headers });
    expect(answer.status).toBe(404);
  });

  test('refundUnknownPayment 404', async () => {
    await withPicks({ refundUnknownPayment: '404' });
    expect((await refund('f'.repeat(24))).status).toBe(404);
  });

  test('idempotencyConflict 409', async () => {
    await withPicks({ idempotencyConflict: '409' });
    const id = await till.paid();
    await refund(id);
    expect((await refund(id, 2)).status).toBe(409);
  });

  test('unsignedRefusals unsigned', async () => {
    await withPicks({ unsignedRefusals: 'unsigned' });
    expect((await refund('f'.repeat(24))).headers.get('signaturebank')).toBeNull();
  });

  test('emptyTotalPages 1', async () => {
    await withPicks({ emptyTotalPages: '1' });
    expect((await till.call('GET', '/v3/reconciliation/payouts')).json).toMatchObject({ totalPages: 1 });
  });

  test('neitherPayoutNorRange today', async () => {
    await withPicks({ neitherPayoutNorRange: 'today' });
    await till.paid();
    expect((await till.call('GET', '/v3/reconciliation/payments')).json).toMatchObject({ totalElements: 1 });
  });

  test('notYetPaidOut left-out', async () => {
    await withPicks({ notYetPaidOut: 'left-out', neitherPayoutNorRange: 'today' });
    await till.paid();
    expect((await till.call('GET', '/v3/reconciliation/payments')).json).toMatchObject({ totalElements: 0 });
  });

  test('listedRefunds every-status', async () => {
    await withPicks({ listedRefunds: 'every-status', neitherPayoutNorRange: 'today' });
    const paymentId = await till.paid();
    await refund(paymentId);
    expect((await till.call('GET', '/v3/reconciliation/refunds')).json).toMatchObject({ totalElements: 1 });
  });

  test('payoutRun on-request', async () => {
    await withPicks({ payoutRun: 'on-request' });
    await till.paid();
    till.clock.tick(86_400_000);
    expect(till.sandbox.engine.store.payouts.size).toBe(0);
  });

  test('reconciliationAuthority MERCHANT_REFUND', async () => {
    await withPicks({ reconciliationAuthority: 'MERCHANT_REFUND' });
    till.sandbox.addProfile({ profileId: till.sandbox.profile.profileId, authorities: ['MERCHANT_PAYMENT'] });
    expect((await till.call('GET', '/v3/reconciliation/payouts')).status).toBe(403);
  });

  test('reconciliationAnswerIssuer merchant-id', async () => {
    await withPicks({ reconciliationAnswerIssuer: 'merchant-id' });
    const header = await till.checkSigned(await till.call('GET', '/v3/reconciliation/payouts'), 'Signature');
    expect(header[`${till.sandbox.claimPrefix}/iss`]).toBe(till.sandbox.profile.merchantId);
  });

  test('pathClaim path-and-query', async () => {
    await withPicks({ pathClaim: 'path-and-query' });
    const path = '/v3/reconciliation/payouts?page=0';
    expect((await till.call('GET', path)).status).toBe(401);
    expect((await till.call('GET', path, { claims: { path } })).status).toBe(200);
  });

  test('repeatedJti accepted', async () => {
    await withPicks({ repeatedJti: 'accepted' });
    const claims = { jti: 'the same' };
    for (const _ of [1, 2]) {
      expect((await till.call('GET', '/v3/reconciliation/payouts', { claims })).status).toBe(200);
    }
  });

  test('bothCredentials signature-only', async () => {
    await withPicks({ bothCredentials: 'signature-only' });
    const headers = { Authorization: 'Bearer nobody' };
    expect((await till.call('POST', '/v3/payments/search', { body: {}, headers })).status).toBe(200);
  });

  test('bothCredentials key-only', async () => {
    await withPicks({ bothCredentials: 'key-only' });
    const headers = { Authorization: `Bearer ${till.sandbox.profile.apiKey}`, Signature: 'nobody' };
    expect((await till.call('POST', '/v3/payments/search', { body: {}, headers })).status).toBe(200);
    expect((await till.call('GET', '/v3/reconciliation/payouts', { headers })).status).toBe(401);
  });

  test('iatToleranceSeconds 10', async () => {
    await withPicks({ iatToleranceSeconds: 10 });
    const claims = { iat: new Date(till.clock.now() - 11_000).toISOString() };
    expect((await till.call('GET', '/v3/reconciliation/payouts', { claims })).status).toBe(401);
  });

  test('searchFrom 24-hours-ago', async () => {
    await withPicks({ searchFrom: '24-hours-ago' });
    await till.charge();
    till.clock.tick(86_400_001);
    expect((await till.call('POST', '/v3/payments/search', { body: {} })).json).toMatchObject({ totalElements: 0 });
  });

  test.each(['FAILED', 'SUCCEEDED'] as const)('unacknowledged %s', async (unacknowledged) => {
    till = await bareTill({ picks: { unacknowledged } }, { acknowledgement: true });
    const id = await till.paid();
    till.clock.tick(60_000);
    expect(await till.status(id)).toBe(unacknowledged);
  });

  test('refundDescriptionMax 5', async () => {
    await withPicks({ refundDescriptionMax: 5 });
    const body = { amount: 1, currency: 'EUR', description: 'longer' };
    const headers = { 'Idempotency-Key': 'k' };
    const answer = await till.call('POST', `/v3/payments/${await till.paid()}/refunds`, { body, headers });
    expect(answer.status).toBe(400);
  });
});
