import { describe, expect, test } from 'vitest';
import { serviceErrorCodes } from '../../main/base/service-error-codes.ts';
import type { Operation } from '../../main/service/operations.ts';
import type { HttpResponse } from '../../main/service/transport.ts';
import { all, createTill, json, signed, type Till, text } from './client-under-test.ts';
import { creation, payment, paymentId, payoutId, refund, refundId } from './sample-responses.ts';

const range = { payoutId };
const statik = (till: Till) =>
  till.service.prepareStaticQr({ posId: 'POS01', amount: 1250, reference: 'SHOP7-POS01-0001' });

const run: Readonly<Record<Operation, (till: Till) => Promise<unknown>>> = {
  readPayment: ({ service }) => service.readPayment(paymentId, { retry: 'never' }),
  cancelPayment: ({ service }) => service.cancelPayment(paymentId),
  search: ({ service }) => service.searchPage({}, 0, 10, { retry: 'never' }),
  createPayment: (till) => till.service.createPayment(statik(till)),
  createStaticQr: (till) => till.service.createStaticQr(statik(till)),
  acknowledge: ({ service }) => service.acknowledge(paymentId, { amount: 1250 }),
  readRefundIban: ({ service }) => service.readRefundIban(paymentId, { retry: 'never' }),
  createRefund: ({ service }) =>
    service.createRefund(paymentId, service.prepareRefund({ amount: 500 }), 'k', { retry: 'never' }),
  readRefund: ({ service }) => service.readRefund(paymentId, refundId, { retry: 'never' }),
  payouts: ({ service }) => all(service.payouts({}, { retry: 'never' })),
  payoutPayments: ({ service }) => all(service.payoutPayments(range, { retry: 'never' })),
  payoutRefunds: ({ service }) => all(service.payoutRefunds(range, { retry: 'never' })),
};
const reconciliation: readonly Operation[] = ['payouts', 'payoutPayments', 'payoutRefunds'];

const refusing = (status: number, body: unknown, headers: Record<string, string> = {}) =>
  createTill((request, side) =>
    request.path.startsWith('/v3/reconciliation') ? signed(request, side, status, body) : json(status, body, headers),
  );

type Row = readonly [Operation, number, string, 'no' | 'maybe', boolean];

/** Each status of docs/service.md, Errors, and further statuses, for a write and a read. */
const byStatus: readonly Row[] = [
  ['createPayment', 302, 'answer.redirect', 'maybe', false],
  ['createPayment', 400, 'service.bad-request', 'no', false],
  ['createPayment', 401, 'auth.key', 'no', false],
  ['createPayment', 403, 'auth.authority', 'no', false],
  ['createPayment', 404, 'service.not-found', 'no', false],
  ['createPayment', 408, 'service.unavailable', 'maybe', true],
  ['createRefund', 409, 'service.conflict', 'maybe', false],
  ['createPayment', 418, 'answer.status', 'no', false],
  ['createPayment', 422, 'service.refused', 'no', false],
  ['createPayment', 425, 'service.busy', 'no', true],
  ['createPayment', 429, 'service.busy', 'no', true],
  ['createPayment', 500, 'service.fault', 'maybe', true],
  ['createPayment', 502, 'service.unavailable', 'maybe', true],
  ['createPayment', 503, 'service.unavailable', 'maybe', true],
  ['createPayment', 504, 'service.unavailable', 'maybe', true],
  ['createPayment', 507, 'service.fault', 'maybe', true],
  ['readPayment', 401, 'auth.key', 'no', false],
  ['readPayment', 429, 'service.busy', 'no', true],
  ['readPayment', 503, 'service.unavailable', 'no', true],
];

/** Whether an operation may have acted, and refusals with a code specific to the operation. */
const byOperation: readonly Row[] = [
  ['readPayment', 500, 'service.fault', 'no', true],
  ['readPayment', 404, 'payment.not-found', 'no', false],
  ['search', 500, 'service.fault', 'no', true],
  ['createStaticQr', 500, 'service.fault', 'maybe', true],
  ['acknowledge', 500, 'service.fault', 'maybe', true],
  ['acknowledge', 404, 'payment.not-found', 'no', false],
  ['cancelPayment', 500, 'service.fault', 'maybe', true],
  ['cancelPayment', 404, 'payment.not-found', 'no', false],
  ['cancelPayment', 409, 'payment.not-cancellable', 'no', false],
  ['cancelPayment', 422, 'payment.not-cancellable', 'no', false],
  ['readRefundIban', 500, 'service.fault', 'no', true],
  ['readRefundIban', 404, 'payment.not-found', 'no', false],
  ['readRefundIban', 409, 'refund-iban.refused', 'no', false],
  ['readRefundIban', 422, 'refund-iban.refused', 'no', false],
  ['createRefund', 500, 'service.fault', 'maybe', true],
  ['createRefund', 404, 'payment.not-found', 'no', false],
  ['createRefund', 422, 'refund.refused', 'no', false],
  ['readRefund', 500, 'service.fault', 'no', true],
  ['readRefund', 404, 'refund.not-found', 'no', false],
];
const rows = [...byStatus, ...byOperation];

/** docs/service.md, Errors: the codes named by public sources. */
const byCode: readonly (readonly [Operation, number, string, string, 'no' | 'maybe', string])[] = [
  ['createStaticQr', 404, 'MERCHANT_PROFILE_NOT_FOUND', 'merchant.profile-not-found', 'no', 'a setting is wrong'],
  ['createPayment', 404, 'PROFILE_NOT_FOUND', 'merchant.profile-not-found', 'no', "the guide's spelling"],
  ['createPayment', 422, 'UNABLE_TO_PAY_CREDITOR', 'merchant.not-payable', 'no', 'only the provider can help'],
  ['createStaticQr', 422, 'QR_NO_LONGER_IN_USE', 'payment.code-retired', 'no', 'the counter needs another code'],
  ['createStaticQr', 409, 'PAYMENT_CONFLICT', 'service.conflict', 'maybe', 'searched for, as any conflict'],
  ['createPayment', 503, 'TRY_AGAIN_LATER', 'service.unavailable', 'maybe', 'the status decides'],
  ['cancelPayment', 422, 'PAYMENT_NOT_PENDING', 'payment.not-cancellable', 'no', 'too late'],
  ['cancelPayment', 422, 'PAYMENT_NOT_FOUND', 'payment.not-found', 'no', 'as with 404'],
  ['cancelPayment', 403, 'CALLER_NOT_ALLOWED_TO_CANCEL', 'payment.not-participant', 'no', 'the key was accepted'],
  ['cancelPayment', 403, 'ACCESS_DENIED', 'auth.authority', 'no', 'the key lacks the authority'],
  ['acknowledge', 422, 'PAYMENT_VOIDED', 'service.refused', 'no', 'a read shows the end'],
  ['readRefundIban', 422, 'REFUND_NOT_AVAILABLE', 'refund-iban.not-yet', 'no', 'a later question may succeed'],
  ['readRefundIban', 422, 'REFUND_NOT_ALLOWED', 'refund-iban.refused', 'no', 'the payment has not succeeded'],
  ['createRefund', 422, 'PAYMENT_FOR_REFUND_NOT_FOUND', 'payment.not-found', 'no', 'as with 404'],
  ['createRefund', 422, 'INVALID_REFUND_AMOUNT', 'refund.amount-refused', 'no', 'a smaller amount may pass'],
  ['createRefund', 422, 'REFUND_NOT_ALLOWED', 'refund.not-switched-on', 'no', 'only the provider can help'],
  ['createRefund', 422, 'REFUND_NOT_POSSIBLE', 'refund.not-at-the-moment', 'no', 'may pass later'],
  ['createRefund', 422, 'REFUND_REQUEST_CONFLICT', 'service.conflict', 'maybe', 'the key made another refund'],
  ['createRefund', 403, 'REFUND_NOT_POSSIBLE', 'auth.authority', 'no', 'the status decides'],
];

describe('Payment and Refund APIs: statuses per operation', () => {
  const body = { code: 'SOME_CODE', message: 'because', traceId: 'trace-1', spanId: 'span-1' };
  test.each(rows)('%s answered with %i', async (operation, status, code, acted, retryable) => {
    await expect(run[operation](refusing(status, body))).rejects.toMatchObject({
      code,
      acted,
      retryable,
      status,
      serviceCode: 'SOME_CODE',
      traceId: 'trace-1',
      spanId: 'span-1',
    });
  });

  test.each(byCode)(
    '%s answered with %i %s is %s, acted %s: %s',
    async (operation, status, serviceCode, code, acted) => {
      const refused = run[operation](refusing(status, { ...body, code: serviceCode }));
      await expect(refused).rejects.toMatchObject({ code, acted, status, serviceCode });
    },
  );

  test.each([
    ['createStaticQr', 400, 'FIELD_IS_INVALID', 'description has characters', 'service.bad-request', 'description'],
    ['createPayment', 400, 'BAD_REQUEST', 'Invalid field: Description', 'service.bad-request', 'description'],
    ['createPayment', 400, 'FIELD_IS_INVALID', 'reference is invalid', 'service.bad-reference', 'reference'],
    ['createPayment', 400, 'BAD_REQUEST', 'reference and description', 'service.bad-reference', 'reference'],
    ['createPayment', 400, 'FIELD_IS_INVALID', 'callbackUrl is invalid', 'service.bad-request', undefined],
    ['createPayment', 422, 'UNABLE_TO_PAY_CREDITOR', 'description', 'merchant.not-payable', undefined],
    ['createRefund', 400, 'VALIDATION_ERROR', 'description is invalid', 'service.bad-request', undefined],
  ] as const)('%s answered with %i %s “%s” is %s at %s', async (operation, status, code, message, till, field) => {
    const refused = run[operation](refusing(status, { ...body, code, message }));
    await expect(refused).rejects.toMatchObject({ code: till, field, acted: 'no' });
  });

  test("keeps the service's message, which may name the payer, out of errors", async () => {
    const named = { ...body, message: 'Payer Grace Page refused' };
    const refused = { message: expect.stringMatching(/\(status 422, SOME_CODE\)$/), serviceCode: 'SOME_CODE' };
    await expect(run.createRefund(refusing(422, named))).rejects.toMatchObject(refused);
    // Free text in place of a code is left out as well.
    const noCode = { message: expect.stringMatching(/\(status 422\)$/), serviceCode: undefined };
    await expect(run.createRefund(refusing(422, { ...named, code: 'Grace Page' }))).rejects.toMatchObject(noCode);
  });

  test.each(rows)('%s answered with %i and no body', async (operation, status, code) => {
    await expect(run[operation](refusing(status, undefined))).rejects.toMatchObject({ code, status });
  });
});

describe('Reconciliation API: statuses', () => {
  const statuses: readonly (readonly [number, string, string])[] = [
    [400, 'BAD_REQUEST', 'service.bad-request'],
    [401, 'UNAUTHORIZED', 'auth.key'],
    [403, 'ACCESS_DENIED', 'auth.authority'],
    [404, 'OTHER', 'service.not-found'],
    [500, 'TECHNICAL_ERROR', 'service.fault'],
    [503, 'UNAVAILABLE', 'service.unavailable'],
  ];
  const each = reconciliation.flatMap((operation) => statuses.map((row) => [operation, ...row] as const));
  test.each(each)('%s answered with %i %s', async (operation, status, serviceCode, code) => {
    await expect(run[operation](refusing(status, { code: serviceCode, message: 'm' }))).rejects.toMatchObject({
      code,
      serviceCode,
      status,
    });
  });

  test.each(['payoutPayments', 'payoutRefunds'] as const)(
    '%s answered with 404 PAYOUT_NOT_FOUND',
    async (operation) => {
      await expect(run[operation](refusing(404, { code: 'PAYOUT_NOT_FOUND', message: 'm' }))).rejects.toMatchObject({
        code: 'payout.not-found',
      });
    },
  );

  test('503 delays the request even without a signature', async () => {
    const till = createTill(() => text(503, '<html>down</html>', { 'retry-after': '20' }));
    await expect(all(till.service.payouts())).rejects.toMatchObject({
      code: 'service.unavailable',
      retryAfterMs: 20_000,
    });
  });
});

const later = (till: Till, ms: number) => new Date(till.clock.now() + ms).toUTCString();

test("a Retry-After date counts from the response's own Date", async () => {
  const till: Till = createTill(() =>
    json(503, undefined, { date: later(till, 3_600_000), 'retry-after': later(till, 3_620_000) }),
  );
  await expect(run.readPayment(till)).rejects.toMatchObject({ retryAfterMs: 20_000 });
  const cached: Till = createTill(() =>
    json(503, undefined, { date: later(cached, -3_600_000), age: '3600', 'retry-after': later(cached, 20_250) }),
  );
  await expect(run.readPayment(cached)).rejects.toMatchObject({ retryAfterMs: 20_000 - 250 });
});

describe('401 and 403', () => {
  const cases: readonly (readonly [string, number, unknown, Record<string, string>, string])[] = [
    ['nothing more', 401, undefined, {}, 'auth.key'],
    ['a message about the signature', 401, { code: 'X', message: 'Invalid JWS signature' }, {}, 'auth.key'],
    ['an invalid token', 401, undefined, { 'www-authenticate': 'Bearer error="invalid_token"' }, 'auth.key'],
    [
      'a scope that is missing',
      401,
      undefined,
      { 'www-authenticate': 'Bearer error="insufficient_scope"' },
      'auth.authority',
    ],
    ['a message about the time of issue', 401, { code: 'X', message: 'iat is too old' }, {}, 'auth.clock'],
    ['nothing more', 403, undefined, {}, 'auth.authority'],
    ['the documented code', 403, { code: 'ACCESS_DENIED', message: 'lacks the authority' }, {}, 'auth.authority'],
    ['a clock an hour away', 403, undefined, { date: 'Mon, 09 Mar 2026 11:15:30 GMT' }, 'auth.authority'],
    ['a key that may not', 403, { code: 'X', message: 'This API key lacks the permission' }, {}, 'auth.authority'],
    ['a message about the key', 403, { code: 'X', message: 'unknown kid' }, {}, 'auth.key'],
  ];
  test.each(cases)('%s, %i', async (_name, status, body, headers, code) => {
    await expect(run.readPayment(refusing(status, body, headers))).rejects.toMatchObject({ code });
  });

  test.each([1, -1])('a clock %d hours away, 401', async (hours) => {
    const till: Till = createTill(() => json(401, undefined, { date: later(till, hours * 3_600_000) }));
    await expect(run.readPayment(till)).rejects.toMatchObject({
      code: 'auth.clock',
      retryable: true,
      values: { clocksDifferMs: hours * 3_600_000 - 250 },
    });
  });

  test.each([0, 30_250, -29_250])('a clock %d ms away is not blamed', async (ms) => {
    const till: Till = createTill(() => json(401, undefined, { date: later(till, ms) }));
    await expect(run.readPayment(till)).rejects.toMatchObject({ code: 'auth.key', retryable: false });
  });
});

describe('an unusable response', () => {
  const html = '<!doctype html><title>Login to Wi-Fi</title>';
  const cases: readonly (readonly [string, HttpResponse, string])[] = [
    ['a web page', text(200, html, { 'content-type': 'text/html' }), 'answer.unreadable'],
    ['nothing', text(200, ''), 'answer.unreadable'],
    ['broken JSON', text(200, '{"paymentId":'), 'answer.unreadable'],
    ['bytes that are no text', { ...text(200, ''), body: new Uint8Array([0xff, 0xfe, 0x7b]) }, 'answer.unreadable'],
    ['compressed', json(200, payment, { 'content-encoding': 'gzip' }), 'answer.unreadable'],
    ['JSON of another kind', json(200, [1]), 'answer.schema'],
    ['a page for 404', text(404, html), 'answer.unreadable'],
    ['a list for 422', json(422, ['no']), 'answer.unreadable'],
  ];
  test.each(cases)('%s leaves a creation open and logs no secret', async (_name, answer, code) => {
    const till = createTill(() => answer, { apiKey: 'secret-key' });
    await expect(run.createStaticQr(till)).rejects.toMatchObject({ code, acted: 'maybe', status: answer.status });
    expect(till.logged).toHaveLength(1);
    expect(JSON.stringify(till.logged)).not.toMatch(/secret-key|eyJ/);
    expect(till.logged[0]?.facts['raw']).toBe(new TextDecoder().decode(answer.body));
  });

  test('names only known content types in the error', async () => {
    const messageOf = (type: string) =>
      run.readPayment(createTill(() => text(200, html, { 'content-type': type }))).catch(String);
    expect(await messageOf('text/html; charset=utf-8')).toMatch(/ text\/html\)$/);
    expect(await messageOf('Grace Page')).toMatch(/ unknown value\)$/);
  });

  test.each([
    [408, 'service.unavailable'],
    [429, 'service.busy'],
    [500, 'service.fault'],
  ])('%i from an intermediary is %s', async (status, code) => {
    await expect(run.readPayment(createTill(() => text(status, html)))).rejects.toMatchObject({ code });
  });

  test('logs only part of a huge body', async () => {
    const till = createTill(() => text(200, 'x'.repeat(100_000)));
    await expect(run.createStaticQr(till)).rejects.toMatchObject({ code: 'answer.unreadable' });
    expect(String(till.logged[0]?.facts['raw'])).toHaveLength(2_000);
  });

  test.each([
    ['x-trace-id', 't-7', 't-7'],
    ['x-b3-traceid', 'b-7', 'b-7'],
    ['x-request-id', 'r'.repeat(201), 'r'.repeat(200)],
    ['x-correlation-id', 'c-7', 'c-7'],
    ['traceparent', `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`, 'a'.repeat(32)],
  ])('carries the trace id of %s', async (name, value, traceId) => {
    const till = createTill(() => text(200, html, { [name]: value }));
    await expect(run.createStaticQr(till)).rejects.toMatchObject({ traceId });
  });

  test('prefers the trace id in the body', async () => {
    const till = createTill(() => json(200, { traceId: 't-1', spanId: 's-1' }, { 'x-trace-id': 'another' }));
    await expect(run.readPayment(till)).rejects.toMatchObject({ code: 'answer.schema', traceId: 't-1', spanId: 's-1' });
  });
});

describe('a response about something else is rejected', () => {
  test('another payment', async () => {
    const till = createTill(() => json(200, { ...payment, paymentId: '0'.repeat(24) }));
    await expect(run.readPayment(till)).rejects.toMatchObject({ code: 'answer.mismatch' });
    expect(till.sent).toHaveLength(1);
  });

  test.each([
    ['amount', { amount: 1 }],
    ['amount, a cent more', { amount: 1_251 }],
    ['reference', { reference: 'other' }],
  ])('a creation with another %s', async (_name, other) => {
    const till = createTill(() => json(201, { ...creation, ...other }));
    await expect(run.createStaticQr(till)).rejects.toMatchObject({ code: 'answer.mismatch', acted: 'maybe' });
  });

  test.each([
    ['payment', { paymentId: '0'.repeat(24) }],
    ['refund', { refundId: '0'.repeat(24) }],
  ])('another %s of a refund', async (_name, other) => {
    const till = createTill((request, side) => signed(request, side, 200, { ...refund, ...other }));
    await expect(run.readRefund(till)).rejects.toMatchObject({ code: 'answer.mismatch' });
  });

  test('a refund of another amount', async () => {
    const till = createTill((request, side) => signed(request, side, 201, { ...refund, amount: 499 }));
    await expect(run.createRefund(till)).rejects.toMatchObject({ code: 'answer.mismatch', acted: 'maybe' });
  });

  test('another currency', async () => {
    const till = createTill(() => json(200, { ...payment, currency: 'USD' }));
    await expect(run.readPayment(till)).rejects.toMatchObject({ code: 'answer.schema' });
  });
});

test('every error code has a support text', () => {
  for (const [code, words] of Object.entries(serviceErrorCodes)) {
    expect(words.support, code).toMatch(/^[A-Z].*\.$/);
  }
});
