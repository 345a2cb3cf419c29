import { describe, expect, test } from 'vitest';
import { type ServiceErrorCode, serviceErrorCodes } from '../../main/base/service-error-codes.ts';
import { type Operation, operations } from '../../main/service/operations.ts';
import { serviceError } from '../../main/service/service-error.ts';
import type { HttpResponse } from '../../main/service/transport.ts';
import { createTill, json, signed, type Till, text } from './client-under-test.ts';
import { answering, eachOperation, operationNames } from './each-operation.ts';
import { creation, payment, refund } from './sample-responses.ts';

const run = (operation: Operation, { service }: Till) => eachOperation[operation].run(service, { retry: 'never' });
const refused = (operation: Operation, status: number, body?: unknown, headers: Record<string, string> = {}) =>
  run(operation, createTill(answering(status, body, headers)));

type Outcome = readonly [code: ServiceErrorCode, acted: 'no' | 'maybe', retryable: boolean];

/** Each status of docs/service.md, Errors, and further statuses, as reported for a write. */
const statuses: Readonly<Record<number, Outcome>> = {
  302: ['answer.redirect', 'maybe', false],
  400: ['service.bad-request', 'no', false],
  401: ['auth.key', 'no', false],
  403: ['auth.authority', 'no', false],
  404: ['service.not-found', 'no', false],
  408: ['service.unavailable', 'maybe', true],
  409: ['service.conflict', 'maybe', false],
  418: ['answer.status', 'no', false],
  422: ['service.refused', 'no', false],
  425: ['service.busy', 'no', true],
  429: ['service.busy', 'no', true],
  500: ['service.fault', 'maybe', true],
  502: ['service.unavailable', 'maybe', true],
  503: ['service.unavailable', 'maybe', true],
  504: ['service.unavailable', 'maybe', true],
  507: ['service.fault', 'maybe', true],
};

const ofPayment = { 404: 'payment.not-found' } as const;
/** Statuses with a code of the operation: the service did not act. */
const ownStatuses: Readonly<Partial<Record<Operation, Readonly<Record<number, ServiceErrorCode>>>>> = {
  readPayment: ofPayment,
  cancelPayment: { ...ofPayment, 409: 'payment.not-cancellable', 422: 'payment.not-cancellable' },
  acknowledge: ofPayment,
  readRefundIban: { ...ofPayment, 409: 'refund-iban.refused', 422: 'refund-iban.refused' },
  createRefund: { ...ofPayment, 422: 'refund.refused' },
  readRefund: { 404: 'refund.not-found' },
};

describe('a status outside 2xx', () => {
  const body = { code: 'SOME_CODE', message: 'because', traceId: 'trace-1', spanId: 'span-1' };

  test.each(operationNames)('has the code of its table row for %s', async (operation) => {
    for (const [status, [code, acted, retryable]] of Object.entries(statuses)) {
      const own = ownStatuses[operation]?.[Number(status)];
      const isHarmless = operations[operation].read || own !== undefined;
      const expected = { code: own ?? code, acted: isHarmless ? 'no' : acted, retryable, status: Number(status) };
      const facts = { serviceCode: 'SOME_CODE', traceId: 'trace-1', spanId: 'span-1' };
      const answered = expect(refused(operation, Number(status), body), status);
      await answered.rejects.toMatchObject({ ...expected, ...facts });
      await expect(refused(operation, Number(status)), `${status} without a body`).rejects.toMatchObject(expected);
    }
  });

  /** docs/service.md, Errors: the codes named by public sources. */
  test.each<readonly [Operation, number, string, ServiceErrorCode, 'no' | 'maybe', string]>([
    ['createStaticQr', 404, 'MERCHANT_PROFILE_NOT_FOUND', 'merchant.profile-not-found', 'no', 'a setting is wrong'],
    ['createPayment', 404, 'PROFILE_NOT_FOUND', 'merchant.profile-not-found', 'no', "the guide's spelling"],
    ['createPayment', 422, 'UNABLE_TO_PAY_CREDITOR', 'merchant.not-payable', 'no', 'only the provider can help'],
    ['createStaticQr', 422, 'QR_NO_LONGER_IN_USE', 'payment.code-retired', 'no', 'the counter needs another code'],
    ['createStaticQr', 409, 'PAYMENT_CONFLICT', 'service.conflict', 'maybe', 'searched for, as any conflict'],
    ['createPayment', 503, 'TRY_AGAIN_LATER', 'service.unavailable', 'maybe', 'the status decides'],
    ['cancelPayment', 422, 'PAYMENT_NOT_FOUND', 'payment.not-found', 'no', 'as with 404'],
    ['cancelPayment', 403, 'CALLER_NOT_ALLOWED_TO_CANCEL', 'payment.not-participant', 'no', 'the key was accepted'],
    ['cancelPayment', 403, 'ACCESS_DENIED', 'auth.authority', 'no', 'the key lacks the authority'],
    ['readRefundIban', 422, 'REFUND_NOT_AVAILABLE', 'refund-iban.not-yet', 'no', 'a later question may succeed'],
    ['createRefund', 422, 'PAYMENT_FOR_REFUND_NOT_FOUND', 'payment.not-found', 'no', 'as with 404'],
    ['createRefund', 422, 'INVALID_REFUND_AMOUNT', 'refund.amount-refused', 'no', 'a smaller amount may pass'],
    ['createRefund', 422, 'REFUND_NOT_ALLOWED', 'refund.not-switched-on', 'no', 'only the provider can help'],
    ['createRefund', 422, 'REFUND_NOT_POSSIBLE', 'refund.not-at-the-moment', 'no', 'may pass later'],
    ['createRefund', 422, 'REFUND_REQUEST_CONFLICT', 'service.conflict', 'maybe', 'the key made another refund'],
    ['createRefund', 403, 'REFUND_NOT_POSSIBLE', 'auth.authority', 'no', 'the status decides'],
    ['payoutPayments', 404, 'PAYOUT_NOT_FOUND', 'payout.not-found', 'no', 'the payout is missing'],
    ['payoutRefunds', 404, 'PAYOUT_NOT_FOUND', 'payout.not-found', 'no', 'the payout is missing'],
  ])('of %s, %i %s, is %s, acted %s: %s', async (operation, status, serviceCode, code, acted) => {
    const expected = { code, acted, status, serviceCode };
    await expect(refused(operation, status, { ...body, code: serviceCode })).rejects.toMatchObject(expected);
  });

  test.each([
    ['createStaticQr', 400, 'FIELD_IS_INVALID', 'description has characters', 'service.bad-request', 'description'],
    ['createPayment', 400, 'BAD_REQUEST', 'Invalid field: Description', 'service.bad-request', 'description'],
    ['createPayment', 400, 'FIELD_IS_INVALID', 'reference is invalid', 'service.bad-reference', 'reference'],
    ['createPayment', 400, 'BAD_REQUEST', 'reference and description', 'service.bad-reference', 'reference'],
    ['createPayment', 400, 'FIELD_IS_INVALID', 'callbackUrl is invalid', 'service.bad-request', undefined],
    ['createPayment', 422, 'UNABLE_TO_PAY_CREDITOR', 'description', 'merchant.not-payable', undefined],
    ['createRefund', 400, 'VALIDATION_ERROR', 'description is invalid', 'service.bad-request', undefined],
  ] as const)('of %s, %i %s “%s”, is %s at %s', async (operation, status, code, message, till, field) => {
    const expected = { code: till, field, acted: 'no' };
    await expect(refused(operation, status, { ...body, code, message })).rejects.toMatchObject(expected);
  });

  test.each([
    ['SOME_CODE', /\(status 422, SOME_CODE\)$/, 'SOME_CODE'],
    ['Grace Page', /\(status 422\)$/, undefined],
  ])('keeps free text, which may name the payer, out of errors: %s', async (code, message, serviceCode) => {
    const named = { ...body, message: 'Payer Grace Page refused', code };
    const expected = { message: expect.stringMatching(message), serviceCode };
    await expect(refused('createRefund', 422, named)).rejects.toMatchObject(expected);
  });
});

describe('a repeated refund whose first attempt lost its response', () => {
  const lost = serviceError('network.reset', 'test', { acted: 'maybe' });
  const refusal = { code: 'NO', message: 'no', traceId: 'trace' };

  test.each(Object.keys(statuses).map(Number))('stays acted: maybe after %i', async (status) => {
    const headers = { 'retry-after': '7' };
    const till: Till = createTill(() => {
      if (till.sent.length === 1) throw lost;
      return json(status, refusal, headers);
    });
    const expected = { acted: 'maybe', status, serviceCode: 'NO', traceId: 'trace', retryAfterMs: 7_000 };
    await expect(eachOperation.createRefund.run(till.service)).rejects.toMatchObject(expected);
  });

  test('stays acted: maybe after a refused connection', async () => {
    const till: Till = createTill(() => {
      throw till.sent.length === 1 ? lost : serviceError('network.refused', 'test', { acted: 'no' });
    });
    const expected = { code: 'network.refused', acted: 'maybe' };
    await expect(eachOperation.createRefund.run(till.service)).rejects.toMatchObject(expected);
  });
});

const later = (till: Till, ms: number) => new Date(till.clock.now() + ms).toUTCString();

test.each<readonly [string, number, Record<string, string>, number, number]>([
  ["from the response's own Date", 3_600_000, {}, 3_620_000, 20_000],
  ["from the till's clock when the response is cached", -3_600_000, { age: '3600' }, 20_250, 19_750],
])('a Retry-After date counts %s', async (_from, date, cached, until, retryAfterMs) => {
  const till: Till = createTill(() =>
    json(503, undefined, { date: later(till, date), ...cached, 'retry-after': later(till, until) }),
  );
  await expect(run('readPayment', till)).rejects.toMatchObject({ retryAfterMs });
});

describe('401 and 403', () => {
  const bearer = (error: string) => ({ 'www-authenticate': `Bearer error="${error}"` });
  test.each<readonly [string, number, object | undefined, Record<string, string>, string]>([
    ['a message about the signature', 401, { code: 'X', message: 'Invalid JWS signature' }, {}, 'auth.key'],
    ['an invalid token', 401, undefined, bearer('invalid_token'), 'auth.key'],
    ['a scope that is missing', 401, undefined, bearer('insufficient_scope'), 'auth.authority'],
    ['a message about the time of issue', 401, { code: 'X', message: 'iat is too old' }, {}, 'auth.clock'],
    ['a clock an hour away', 403, undefined, { date: 'Mon, 09 Mar 2026 11:15:30 GMT' }, 'auth.authority'],
    ['a key that may not', 403, { code: 'X', message: 'This API key lacks the permission' }, {}, 'auth.authority'],
    ['a message about the key', 403, { code: 'X', message: 'unknown kid' }, {}, 'auth.key'],
  ])('%s, %i', async (_name, status, body, headers, code) => {
    await expect(refused('readPayment', status, body, headers)).rejects.toMatchObject({ code });
  });

  test.each([
    [3_600_000, { code: 'auth.clock', retryable: true, values: { clocksDifferMs: 3_600_000 - 250 } }],
    [-3_600_000, { code: 'auth.clock', retryable: true, values: { clocksDifferMs: -3_600_000 - 250 } }],
    [30_250, { code: 'auth.key', retryable: false }],
    [-29_250, { code: 'auth.key', retryable: false }],
  ])('401 with a clock %d ms away: %o', async (ms, expected) => {
    const till: Till = createTill(() => json(401, undefined, { date: later(till, ms) }));
    await expect(run('readPayment', till)).rejects.toMatchObject(expected);
  });
});

const html = '<!doctype html><title>Login to Wi-Fi</title>';

describe('an unusable response', () => {
  test.each<readonly [string, HttpResponse, string]>([
    ['a web page', text(200, html, { 'content-type': 'text/html' }), 'answer.unreadable'],
    ['nothing', text(200, ''), 'answer.unreadable'],
    ['broken JSON', text(200, '{"paymentId":'), 'answer.unreadable'],
    ['bytes that are no text', { ...text(200, ''), body: new Uint8Array([0xff, 0xfe, 0x7b]) }, 'answer.unreadable'],
    ['compressed', json(200, payment, { 'content-encoding': 'gzip' }), 'answer.unreadable'],
    ['JSON of another kind', json(200, [1]), 'answer.schema'],
    ['a page for 404', text(404, html), 'answer.unreadable'],
    ['a list for 422', json(422, ['no']), 'answer.unreadable'],
    ['a huge page', text(200, 'x'.repeat(100_000)), 'answer.unreadable'],
  ])('%s leaves a creation open and logs no secret', async (_name, answer, code) => {
    const till = createTill(() => answer, { apiKey: 'secret-key' });
    await expect(run('createStaticQr', till)).rejects.toMatchObject({ code, acted: 'maybe', status: answer.status });
    expect(till.logged).toHaveLength(1);
    expect(JSON.stringify(till.logged)).not.toMatch(/secret-key|eyJ/);
    expect(till.logged[0]?.facts['raw']).toBe(new TextDecoder().decode(answer.body).slice(0, 2_000));
  });

  test.each<readonly [Operation, number, ServiceErrorCode]>([
    ['cancelPayment', 200, 'answer.unreadable'],
    ['acknowledge', 200, 'answer.unreadable'],
    ['readPayment', 408, 'service.unavailable'],
    ['readPayment', 429, 'service.busy'],
    ['readPayment', 500, 'service.fault'],
    ['payouts', 503, 'service.unavailable'],
  ])("an intermediary's page for %s, %i, is %s", async (operation, status, code) => {
    const acted = operations[operation].read ? 'no' : 'maybe';
    const page = text(status, html, { 'content-type': 'text/html', 'retry-after': '20' });
    const error = { code, acted, ...(status === 200 ? {} : { retryAfterMs: 20_000 }) };
    await expect(
      run(
        operation,
        createTill(() => page),
      ),
    ).rejects.toMatchObject(error);
  });

  test.each([
    ['text/html; charset=utf-8', / text\/html\)$/],
    ['Grace Page', / unknown value\)$/],
  ])('of content type %s is named only if known', async (type, message) => {
    const till = createTill(() => text(200, html, { 'content-type': type }));
    await expect(run('readPayment', till)).rejects.toThrow(message);
  });

  test.each([
    ['x-trace-id', 't-7', html, 't-7'],
    ['x-b3-traceid', 'b-7', html, 'b-7'],
    ['x-request-id', 'r'.repeat(201), html, 'r'.repeat(200)],
    ['x-correlation-id', 'c-7', html, 'c-7'],
    ['traceparent', `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`, html, 'a'.repeat(32)],
    ['x-trace-id', 'another than the body', '{"traceId":"t-1"}', 't-1'],
  ])('carries the trace id of %s', async (name, value, body, traceId) => {
    const till = createTill(() => text(200, body, { [name]: value }));
    await expect(run('createStaticQr', till)).rejects.toMatchObject({ traceId });
  });
});

describe('a response about something else', () => {
  const OTHER = '0'.repeat(24);
  test.each<readonly [string, Operation, object, ServiceErrorCode]>([
    ['payment', 'readPayment', { ...payment, paymentId: OTHER }, 'answer.mismatch'],
    ['currency', 'readPayment', { ...payment, currency: 'USD' }, 'answer.schema'],
    ['amount', 'createStaticQr', { ...creation, amount: 1 }, 'answer.mismatch'],
    ['amount, a cent more', 'createStaticQr', { ...creation, amount: 1_251 }, 'answer.mismatch'],
    ['reference', 'createStaticQr', { ...creation, reference: 'other' }, 'answer.mismatch'],
    ['payment of a refund', 'readRefund', { ...refund, paymentId: OTHER }, 'answer.mismatch'],
    ['refund', 'readRefund', { ...refund, refundId: OTHER }, 'answer.mismatch'],
    ['amount of a refund', 'createRefund', { ...refund, amount: 499 }, 'answer.mismatch'],
    ['cancelled payment', 'cancelPayment', { ...payment, status: 'CANCELLED', paymentId: OTHER }, 'answer.mismatch'],
    ['status: scanned, not cancelled', 'cancelPayment', { ...payment, status: 'IDENTIFIED' }, 'answer.mismatch'],
    ['status: paid, not cancelled', 'cancelPayment', { ...payment, status: 'SUCCEEDED' }, 'answer.mismatch'],
    ['content: an error', 'cancelPayment', { code: 'PAYMENT_NOT_CANCELLABLE', message: 'no' }, 'answer.mismatch'],
  ])('another %s is rejected by %s', async (_what, operation, body, code) => {
    const till = createTill((request, side) => signed(request, side, 200, body));
    await expect(eachOperation[operation].run(till.service)).rejects.toMatchObject({ code, acted: 'maybe' });
    if (code === 'answer.mismatch') expect(till.sent).toHaveLength(1);
  });
});

test('every error code has a support text', () => {
  for (const [code, words] of Object.entries(serviceErrorCodes)) {
    expect(words.support, code).toMatch(/^[A-Z].*\.$/);
  }
});
