import { describe, expect, test } from 'vitest';
import { type Choices, choicesFrom, parseChoice } from '../../main/sandbox/open-points.ts';
import { type Answer, independentClient } from '../independent/client.ts';
import { object } from '../independent/expectations.ts';
import { type ServiceUnderTest, startService } from '../independent/service-under-test.ts';

describe('the table of picks', () => {
  test('the first option is the pick', () => {
    expect(choicesFrom()).toMatchObject({ cancelStatus: '204', iatToleranceSeconds: 300 });
  });

  test('parses and validates a pick of the command line', () => {
    expect(parseChoice('cancelStatus=200')).toEqual({ cancelStatus: '200' });
    expect(parseChoice('settleMs=0')).toEqual({ settleMs: 0 });
    expect(() => parseChoice('cancelStatus=418')).toThrow('cancelStatus is one of 204, 200, 202');
    expect(() => parseChoice('settleMs=soon')).toThrow('whole number');
    expect(() => parseChoice('colour=blue')).toThrow('no pick "colour"');
  });
});

const NOBODY = 'f'.repeat(24);
const DAY = 86_400_000;
const signed = { with: 'signature' } as const;
const refund = ({ client }: ServiceUnderTest, id: string, amount = 1, more: object = {}) =>
  client.createRefund(id, { amount, currency: 'EUR', ...more }, 'k');
const claims = ({ access }: ServiceUnderTest, named: Record<string, unknown>) => ({
  ...signed,
  header: (right: Record<string, unknown>) => ({
    ...right,
    ...Object.fromEntries(Object.entries(named).map(([name, value]) => [`${access.claimPrefix}/${name}`, value])),
  }),
});

type Ask = (service: ServiceUnderTest) => Promise<Answer>;

const cancelNew: Ask = async (it) => it.client.cancelPayment(await it.charge());
const cancelPaid: Ask = async (it) => it.client.cancelPayment(await it.paid());
const chargeTwice: Ask = async (it) => {
  const first = await it.charge();
  await it.charge();
  return it.client.readPayment(first);
};
const leaveUnacknowledged: Ask = async (it) => {
  const id = it.awaitAcknowledgement(await it.charge());
  it.clock.tick(it.sandbox.engine.choices.acknowledgeMs);
  return it.client.readPayment(id);
};
const listPaid: Ask = async (it) => {
  await it.paid();
  return it.client.payoutPayments();
};
const refundTwice: Ask = async (it) => {
  const id = await it.paid();
  await refund(it, id);
  return refund(it, id, 2);
};
const repeatJti: Ask = async (it) => {
  await it.client.payouts({}, claims(it, { jti: 'the same' }));
  return it.client.payouts({}, claims(it, { jti: 'the same' }));
};
const create =
  (fields: object): Ask =>
  (it) =>
    it.client.createPayment({ amount: 1, ...fields });
const search =
  (body: object): Ask =>
  async (it) => {
    await it.client.createPayment({ amount: 1, reference: 'Été' });
    return it.client.search(body);
  };
const forged = { signature: () => 'nobody' };

/** Responses under non-standard choices: the expected status, or members of the body. */
const switches: readonly (readonly [picks: Partial<Choices>, ask: Ask, expected: number | object])[] = [
  [{ cancelStatus: '200' }, cancelNew, 200],
  [{ cancelStatus: '202' }, cancelNew, 202],
  [{ cancelRefusedStatus: '409' }, cancelPaid, 409],
  [{ cancelRefusedStatus: '400' }, cancelPaid, 400],
  [{ cancelRefusedStatus: '403' }, cancelPaid, 403],
  [{ staticQrStatus: '200' }, (it) => it.client.createStaticQr({ posId: 'A', amount: 1 }), 200],
  [
    { staticQrDeeplink: 'pos' },
    async (it) => it.client.readPayment(await it.charge({ posId: 'A' })),
    { _links: { deeplink: { href: expect.stringMatching(/\/l\/1\/[0-9a-f]{24}\/A$/) } } },
  ],
  [{ invalidatedStatus: 'EXPIRED' }, chargeTwice, { status: 'EXPIRED' }],
  [{ invalidatedStatus: 'VOIDED' }, chargeTwice, { status: 'VOIDED' }],
  [
    { acknowledgeBody: 'object' },
    async (it) => it.client.acknowledge(await it.paid(), { amount: 1250, currency: 'EUR' }),
    {},
  ],
  [
    { refundIbanField: 'refundIban' },
    async (it) => it.client.readRefundIban(await it.paid()),
    { refundIban: 'BE68539007547034' },
  ],
  [{ refundIbanScheme: 'key' }, async (it) => it.client.readRefundIban(await it.paid(), signed), 401],
  [{ refundIbanScheme: 'signature' }, async (it) => it.client.readRefundIban(await it.paid(), { with: 'bearer' }), 401],
  [{ unknownFields: 'refused' }, create({ colour: 'blue' }), 400],
  [{ unknownFields: 'refused' }, create({}), 201],
  [{ sepaCharacters: 'accepted' }, create({ reference: '🎉' }), 201],
  [
    { staticQrCallbackUrls: 'https' },
    (it) => it.client.createStaticQr({ posId: 'A', amount: 1, callbackUrl: 'http://shop.example/' }),
    400,
  ],
  [{ minimumAmount: 2 }, create({}), 400],
  [{ minimumAmount: 2 }, create({ amount: 2 }), 201],
  [{ foreignPayment: '404' }, async (it) => it.profile().readPayment(await it.charge()), 404],
  [{ refundUnknownPayment: '404' }, (it) => refund(it, NOBODY), 404],
  [{ idempotencyConflict: '409' }, refundTwice, 409],
  [{ refundDescriptionMax: 5 }, async (it) => refund(it, await it.paid(), 1, { description: 'longer' }), 400],
  [{ emptyTotalPages: '1' }, (it) => it.client.payouts(), { totalPages: 1 }],
  [{ neitherPayoutNorRange: 'today' }, listPaid, { totalElements: 1 }],
  [{ notYetPaidOut: 'left-out', neitherPayoutNorRange: 'today' }, listPaid, { totalElements: 0 }],
  [
    { listedRefunds: 'every-status', neitherPayoutNorRange: 'today' },
    async (it) => {
      await refund(it, await it.paid());
      return it.client.payoutRefunds();
    },
    { totalElements: 1 },
  ],
  [
    { reconciliationAuthority: 'MERCHANT_REFUND' },
    (it) => {
      it.sandbox.addProfile({ profileId: it.access.profileId, authorities: ['MERCHANT_PAYMENT'] });
      return it.client.payouts();
    },
    403,
  ],
  [{ pathClaim: 'path-and-query' }, (it) => it.client.payouts({ page: 0 }), 401],
  [
    { pathClaim: 'path-and-query' },
    (it) => it.client.payouts({ page: 0 }, claims(it, { path: '/v3/reconciliation/payouts?page=0' })),
    200,
  ],
  [{ repeatedJti: 'accepted' }, repeatJti, 200],
  [
    { bothCredentials: 'signature-only' },
    (it) => it.client.search({}, {}, { headers: { authorization: 'Bearer nobody' } }),
    200,
  ],
  [{ bothCredentials: 'key-only' }, (it) => it.client.search({}, {}, forged), 200],
  [{ bothCredentials: 'key-only' }, (it) => it.client.payouts({}, forged), 401],
  [
    { iatToleranceSeconds: 10 },
    (it) => it.client.payouts({}, claims(it, { iat: new Date(it.clock.now() - 11_000).toISOString() })),
    401,
  ],
  [
    { searchFrom: '24-hours-ago' },
    async (it) => {
      await it.charge();
      it.clock.tick(DAY + 1);
      return it.client.search({});
    },
    { totalElements: 0 },
  ],
  [
    { maskedIban: 'stars-and-five-digits' },
    async (it) => it.client.readPayment(await it.paid()),
    { debtor: { iban: '*************47034' } },
  ],
  [{ sepaCharacters: 'basic' }, create({ description: "Brood (2) + koffie, a/b: 'x'?" }), 201],
  [
    { sepaCharacters: 'basic' },
    create({ description: 'Brood & koffie' }),
    { code: 'FIELD_IS_INVALID', message: expect.stringContaining('description') },
  ],
  [{ callbackAddresses: 'published-pattern' }, create({ callbackUrl: 'https://till.shop.example:8443/callback' }), 201],
  [{ callbackAddresses: 'published-pattern' }, create({ callbackUrl: 'https://192.168.1.20/callback' }), 400],
  [{ callbackAddresses: 'published-pattern' }, create({ callbackUrl: 'https://till/callback' }), 400],
  [{ callbackAddresses: 'published-pattern' }, create({ callbackUrl: 'https://me:secret@shop.example/' }), 400],
  [{ paymentKeys: 'unknown-refused' }, (it) => it.client.search({}), 401],
  [{ paymentKeys: 'unknown-refused' }, (it) => it.client.search({}, {}, { with: 'bearer' }), 200],
  [{ paymentKeys: 'unknown-refused' }, (it) => it.client.payouts(), 200],
  [{ paymentKeys: 'unknown-ignored' }, (it) => it.client.search({}), 200],
  [{ paymentKeys: 'unknown-ignored' }, (it) => it.client.search({}, {}, signed), 401],
  [{ refundRequestIssuer: 'merchant-id' }, async (it) => refund(it, await it.paid()), 401],
  [
    { refundRequestIssuer: 'merchant-id' },
    async (it) => {
      const other = claims(it, { iss: it.access.merchantId });
      return it.client.createRefund(await it.paid(), { amount: 1, currency: 'EUR' }, 'k', other);
    },
    201,
  ],
  [{ refundsOf: 'not-switched-on' }, async (it) => refund(it, await it.paid()), { code: 'REFUND_NOT_ALLOWED' }],
  [{ refundsOf: 'within-running-payout' }, async (it) => refund(it, await it.paid(), 1250), 201],
  [
    { refundsOf: 'within-running-payout' },
    async (it) => {
      const id = await it.paid();
      it.sandbox.engine.runPayout();
      return refund(it, id);
    },
    { code: 'REFUND_NOT_POSSIBLE' },
  ],
  [{}, create({ amount: undefined }), { code: 'FIELD_IS_REQUIRED' }],
  [{}, (it) => it.client.createPayment(''), { code: 'BODY_MISSING' }],
  [
    { searchLagMs: 5_000 },
    async (it) => {
      await it.charge();
      it.clock.tick(4_999);
      return it.client.search({});
    },
    { totalElements: 0 },
  ],
  [{ keptTexts: 'trimmed' }, create({ reference: ' Été ' }), { reference: 'Été' }],
  [{ keptTexts: 'transliterated' }, create({ reference: 'Été & 1' }), { reference: 'Ete . 1' }],
  [{ keptTexts: 'transliterated' }, search({ reference: 'Été' }), { totalElements: 0 }],
  [{ keptTexts: 'transliterated' }, search({ reference: 'Ete' }), { details: [{ reference: 'Ete' }] }],
  [{ searchReference: 'any-case' }, search({ reference: 'éTÉ' }), { totalElements: 1 }],
  [{ searchReference: 'part' }, search({ reference: 'té' }), { totalElements: 1 }],
  [{}, search({ reference: 'té' }), { totalElements: 0 }],
  [{ searchTo: 'refused' }, search({ to: '2099-01-01T00:00:00Z' }), 400],
  [
    { searchedPayments: 'merchant' },
    async (it) => {
      await it.charge();
      return it.profile({ merchantId: it.access.merchantId }).search({});
    },
    { totalElements: 1 },
  ],
  [{ creditorProfileId: 'configuration-id' }, create({}), { creditor: { profileId: expect.stringMatching(/^conf/) } }],
  [{ absentMembers: 'null' }, create({}), { description: null }],
  [{ optionalMembers: 'left-out' }, create({ description: 'Brood' }), { creditor: {}, _links: expect.anything() }],
  [{ unlistedMembers: 'published' }, create({}), { transferAmount: 1, tippingAmount: 0, totalAmount: 1 }],
  [{ timestamps: 'seconds' }, create({}), { createdAt: expect.stringMatching(/\d\dT[\d:]{8}Z$/) }],
  [{ timestamps: 'nanoseconds' }, create({}), { createdAt: expect.stringMatching(/\.\d{9}Z$/) }],
  [{ timestamps: 'offset' }, create({}), { createdAt: expect.stringMatching(/\.\d{3}\+00:00$/) }],
  [{ errorCodes: 'others' }, create({ amount: undefined }), { code: 'ERROR_400' }],
  [{ reconciliationEnd: 'refused' }, (it) => it.client.payouts({ date: '2099-01-01' }), 400],
  [
    { activeStatuses: 'pending' },
    async (it) => {
      const first = await it.charge();
      it.sandbox.payer.scan(first);
      await it.charge();
      return it.client.readPayment(first);
    },
    { status: 'IDENTIFIED' },
  ],
  [
    { walkedAway: 'pending-again' },
    async (it) => {
      const id = await it.charge();
      it.sandbox.payer.scan(id);
      it.sandbox.payer.walkAway(id);
      return it.client.readPayment(id);
    },
    { status: 'PENDING' },
  ],
  [
    { expiryLagMs: 1_000 },
    async (it) => {
      const id = await it.charge();
      it.clock.tick(it.sandbox.engine.choices.lifetimeMs + 999);
      return it.client.readPayment(id);
    },
    { status: 'PENDING' },
  ],
  [
    { acknowledgedMs: 1_000 },
    async (it) => {
      const id = it.awaitAcknowledgement(await it.charge());
      await it.client.acknowledge(id, { amount: 1250, currency: 'EUR' });
      return it.client.readPayment(id);
    },
    { status: 'PENDING_MERCHANT_ACKNOWLEDGEMENT' },
  ],
  [{ unacknowledged: 'FAILED' }, leaveUnacknowledged, { status: 'FAILED' }],
  [{ unacknowledged: 'SUCCEEDED' }, leaveUnacknowledged, { status: 'SUCCEEDED' }],
];

describe('each switch works as documented', () => {
  test.each(switches)('%j', async (picks, ask, expected) => {
    await using service = await startService({ picks });
    const answer = await ask(service);
    if (typeof expected === 'number') expect(answer.status, answer.text).toBe(expected);
    else expect(object(answer)).toMatchObject(expected);
  });

  test('unsignedRefusals unsigned', async () => {
    await using service = await startService({ picks: { unsignedRefusals: 'unsigned' } });
    expect((await refund(service, NOBODY)).headers.get('signaturebank')).toBeNull();
  });

  test('unshownBodies empty', async () => {
    await using service = await startService({ picks: { unshownBodies: 'empty' } });
    expect(await cancelPaid(service)).toMatchObject({ status: 422, text: '' });
  });

  test('retryAfter absent', async () => {
    await using service = await startService({ picks: { retryAfter: 'absent', rateLimitPerSecond: 1 } });
    await service.client.search({});
    const { status, headers } = await service.client.search({});
    expect([status, headers.get('retry-after')]).toEqual([429, null]);
  });

  test('listedUnder transaction', async () => {
    await using service = await startService({ picks: { listedUnder: 'transaction', neitherPayoutNorRange: 'today' } });
    const id = await service.charge();
    service.clock.tick(60_000);
    service.sandbox.payer.scan(id);
    service.sandbox.payer.confirm(id);
    service.clock.tick(service.sandbox.engine.choices.settleMs);
    const { succeededAt } = object(await service.client.readPayment(id));
    expect(object(await service.client.payoutPayments())).toMatchObject({
      payments: [{ transactionDate: succeededAt }],
    });
  });

  test('payoutRun on-request', async () => {
    await using service = await startService({ picks: { payoutRun: 'on-request' } });
    await service.paid();
    service.clock.tick(DAY);
    expect(service.sandbox.engine.store.payouts.size).toBe(0);
  });

  test('reconciliationAnswerIssuer merchant-id', async () => {
    await using service = await startService({ picks: { reconciliationAnswerIssuer: 'merchant-id' } });
    const client = independentClient({ ...service.access, issuer: service.access.merchantId });
    expect((await client.payouts()).verdict).toMatchObject({ ok: true });
  });

  test('responsePathClaim sample', async () => {
    await using service = await startService({ picks: { responsePathClaim: 'sample' } });
    expect((await service.client.payouts()).verdict).toMatchObject({ ok: false, why: 'path does not match' });
  });
});

/**
 * Closing time is 00:00 in Brussels: 23:00 UTC in winter, 22:00 in summer. The lists are available nine hours later.
 */
test.each([
  ['winter', '2026-03-10T07:59:59.999Z', '2026-03-09T23:00:00.000Z'],
  ['summer', '2026-07-02T06:59:59.999Z', '2026-07-01T22:00:00.000Z'],
])('in %s a day is paid out at 00:00 and listed from 09:00 CET', async (_season, before, closing) => {
  const picks = { reconciliationFrom: 'next-day-09-cet', payoutClosing: 'cet' } as const;
  await using service = await startService({ picks });
  service.clock.tick(Date.parse(before) - DAY + 3_600_000 - service.clock.now());
  await service.paid();
  service.clock.tick(Date.parse(before) - service.clock.now());
  const date = before.slice(0, 10);
  const range = { 'start-date': closing.slice(0, 10), 'end-date': date };
  expect(object(await service.client.payouts({ date }))).toMatchObject({ totalElements: 0 });
  expect(object(await service.client.payoutPayments(range))).toMatchObject({ totalElements: 0 });
  service.clock.tick(1);
  expect(object(await service.client.payouts({ date }))).toMatchObject({ payouts: [{ payoutDate: closing }] });
  expect(object(await service.client.payoutPayments(range))).toMatchObject({ totalElements: 1 });
});
