import { describe, expect, test } from 'vitest';
import { omitUndefined } from '../../main/base/omit-undefined.ts';
import type { PaymentId, PaymentService } from '../../main/domain/payment-service.ts';
import { retryAfterMs, waitAfter } from '../../main/service/retry-policy.ts';
import { serviceError } from '../../main/service/service-error.ts';
import { createCountingRandom } from '../base/counting-random.ts';
import { all, createTill, json, signed, type Till, text } from './client-under-test.ts';
import { creation, payment, paymentId, refund, refundId } from './sample-responses.ts';

/** The longest obeyed wait. */
const DAY_MS = 24 * 60 * 60 * 1_000;
const now = Date.parse('2026-03-09T10:15:30.000Z');

describe('Retry-After', () => {
  test.each<readonly [string | undefined, number | undefined]>([
    ['0', 0],
    ['2', 2_000],
    [' 7 ', 7_000],
    ['3600', 3_600_000],
    ['86399', 86_399_000],
    ['86400', DAY_MS],
    ['86401', DAY_MS],
    ['999999999999999999999', DAY_MS],
    ['Mon, 09 Mar 2026 10:15:40 GMT', 10_000],
    ['Mon, 09 Mar 2026 10:15:20 GMT', 0],
    ['Tue, 10 Mar 2026 10:15:20 GMT', 86_390_000],
    ['Wed, 11 Mar 2026 10:15:20 GMT', DAY_MS],
    [undefined, undefined],
    ['', undefined],
    ['soon', undefined],
    ['-5', undefined],
    ['1.5', undefined],
    ['1e3', undefined],
    ['0x10', undefined],
    ['NaN', undefined],
    ['Infinity', undefined],
    ['2, 3', undefined],
    ['2026-03-09T10:15:40Z', undefined],
    ['Mon, 09 Foo 2026 10:15:40 GMT', undefined],
  ])('%j waits %j ms', (header, ms) => {
    expect(retryAfterMs(header, now)).toBe(ms);
  });
});

describe("the client's own waits", () => {
  const random = createCountingRandom();
  const wait = (attempt: number, retryAfterMs?: number, from = random) =>
    waitAfter(serviceError('service.unavailable', 'away', omitUndefined({ retryAfterMs })), attempt, {}, from);
  test('are few, grow and have jitter', () => {
    expect([1, 2, 3].map((attempt) => wait(attempt))).toEqual([250, 500, undefined]);
    const early = wait(1, undefined, { ...random, next: () => 0 });
    const late = wait(1, undefined, { ...random, next: () => 0.999 });
    expect(early).toBeLessThan(late ?? 0);
  });

  test('are at least as long as the service asked', () => {
    expect(wait(1, 4_000)).toBeGreaterThanOrEqual(4_000);
  });

  test('leave a long wait to the caller', () => {
    expect(wait(1, 60_000)).toBeUndefined();
    expect([10_000, 10_001].map((askedMs) => wait(1, askedMs))).toEqual([10_250, undefined]);
  });
});

const reset = () => serviceError('network.reset', 'test', { acted: 'maybe' });

function failing(times: number, fail: () => ReturnType<typeof json>) {
  let left = times;
  return createTill((request, side) => {
    left -= 1;
    if (left >= 0) return fail();
    if (request.path.includes('/refunds')) return signed(request, side, 200, refund);
    if (request.path.startsWith('/v3/reconciliation'))
      return signed(request, side, 200, { size: 0, totalPages: 0, totalElements: 0, number: 0, payouts: [] });
    if (request.path.endsWith('/search'))
      return json(200, { size: 0, totalPages: 0, totalElements: 0, number: 0, details: [] });
    if (request.path.endsWith('refundIban')) return json(200, { iban: 'BE68539007547034' });
    if (request.method === 'POST') return json(201, creation);
    return request.method === 'DELETE' ? text(204, '') : json(200, payment);
  });
}

const body = (service: PaymentService) =>
  service.prepareStaticQr({ posId: 'POS01', amount: 1250, reference: 'SHOP7-POS01-0001' });

const repeated: readonly (readonly [string, (till: Till) => Promise<unknown>])[] = [
  ['1 read', ({ service }) => service.readPayment(paymentId)],
  ['3 search', ({ service }) => service.searchPage({}, 0, 10)],
  ['7 refund IBAN', ({ service }) => service.readRefundIban(paymentId)],
  [
    '8 refund, which has its key',
    ({ service }) => service.createRefund(paymentId, service.prepareRefund({ amount: 500 }), 'k'),
  ],
  ['9 read refund', ({ service }) => service.readRefund(paymentId, refundId)],
  ['10 payouts', ({ service }) => all(service.payouts())],
];
const once: readonly (readonly [string, (till: Till) => Promise<unknown>])[] = [
  ['2 cancel', ({ service }) => service.cancelPayment(paymentId)],
  ['4 create', ({ service }) => service.createPayment(body(service))],
  ['5 create static QR', ({ service }) => service.createStaticQr(body(service))],
  ['6 acknowledge', ({ service }) => service.acknowledge(paymentId, { amount: 1250 })],
];

describe('reads and writes with an idempotency key are repeated', () => {
  test.each(repeated)('%s', async (_name, run) => {
    const till = failing(2, () => {
      throw reset();
    });
    await run(till);
    expect(till.sent).toHaveLength(3);
  });

  test('with the same key and body, but a new signature', async () => {
    const till = failing(1, () => json(503, undefined));
    await till.service.createRefund(paymentId, till.service.prepareRefund({ amount: 500 }), 'key-7');
    const [first, second] = till.sent;
    expect(second?.body).toBe(first?.body);
    expect(second?.headers['idempotency-key']).toBe('key-7');
    expect(second?.headers['signature']).not.toBe(first?.headers['signature']);
  });

  test('unless the caller sets retry to never', async () => {
    const till = failing(1, () => json(503, undefined));
    await expect(till.service.readPayment(paymentId, { retry: 'never' })).rejects.toMatchObject({ status: 503 });
    expect(till.sent).toHaveLength(1);
  });

  test.each([429, 503])('after %i no earlier than Retry-After', async (status) => {
    const till = failing(1, () => json(status, undefined, { 'retry-after': '3' }));
    await till.service.readPayment(paymentId);
    expect(till.clock.waits).toHaveLength(1);
    expect(till.clock.waits[0]).toBeGreaterThanOrEqual(3_000);
  });

  test("with a Retry-After date relative to the response's Date", async () => {
    const headers = { date: 'Mon, 09 Mar 2026 10:15:30 GMT', 'retry-after': 'Mon, 09 Mar 2026 10:15:50 GMT' };
    const till: Till = createTill(() => {
      till.clock.jump(86_400_000);
      return json(503, undefined, headers);
    });
    await expect(till.service.readPayment(paymentId)).rejects.toMatchObject({ retryAfterMs: 20_000 });
  });
});

describe('acted stays maybe through the repeats', () => {
  const refusals = [400, 401, 403, 404, 409, 418, 422] as const;
  const refundOf = ({ service }: Till, options = {}) =>
    service.createRefund(paymentId, service.prepareRefund({ amount: 500 }), 'k', options);
  const first = (fail: () => ReturnType<typeof json>, then: () => ReturnType<typeof json>) => {
    let attempts = 0;
    return createTill(() => {
      attempts += 1;
      return attempts === 1 ? fail() : then();
    });
  };
  const lost = () => {
    throw reset();
  };

  test.each(refusals)('a lost response, then %i', async (status) => {
    const till = first(lost, () => json(status, { code: 'NO', message: 'no' }, { 'retry-after': '7' }));
    await expect(refundOf(till)).rejects.toMatchObject({
      acted: 'maybe',
      status,
      serviceCode: 'NO',
      retryAfterMs: 7_000,
    });
    expect(till.sent).toHaveLength(2);
  });

  test('a lost response, then refused connections', async () => {
    const till = first(lost, () => {
      throw serviceError('network.refused', 'test', { acted: 'no' });
    });
    await expect(refundOf(till)).rejects.toMatchObject({ code: 'network.refused', acted: 'maybe' });
  });

  test.each(refusals.filter((status) => status !== 409))(
    'a first attempt refused with %i has not acted',
    async (status) => {
      const till = createTill(() => json(status, { code: 'NO', message: 'no' }));
      await expect(refundOf(till)).rejects.toMatchObject({ acted: 'no', status });
    },
  );

  test('a read never acts', async () => {
    const till = first(lost, () => json(404, { code: 'NO', message: 'no' }));
    await expect(till.service.readPayment(paymentId)).rejects.toMatchObject({ acted: 'no', status: 404 });
  });
});

describe('a write without a key is never repeated', () => {
  test.each(once)('%s after a reset', async (_name, run) => {
    const till = failing(1, () => {
      throw reset();
    });
    await expect(run(till)).rejects.toMatchObject({ code: 'network.reset', acted: 'maybe' });
    expect(till.sent).toHaveLength(1);
  });

  test.each(once)('%s after 503 with Retry-After', async (_name, run) => {
    const till = failing(1, () => json(503, undefined, { 'retry-after': '1' }));
    await expect(run(till)).rejects.toMatchObject({ code: 'service.unavailable', acted: 'maybe', retryAfterMs: 1_000 });
    expect(till.sent).toHaveLength(1);
  });
});

test('corrects a wrong clock from a 401 and repeats the read', async () => {
  const issued: number[] = [];
  const till = createTill((request) => {
    const header: Record<string, unknown> = JSON.parse(
      Buffer.from((request.headers['signature'] ?? '').split('.')[0] ?? '', 'base64url').toString(),
    );
    const iat = Date.parse(String(header['https://pay.example/iat']));
    const serviceNow = till.clock.now() + 600_000;
    issued.push(serviceNow - iat);
    const date = { date: new Date(serviceNow).toUTCString() };
    return Math.abs(serviceNow - iat) > 60_000 ? json(401, undefined, date) : json(200, payment, date);
  });
  await expect(till.service.readPayment('fccd268a29a0d347301ef56e' as PaymentId)).resolves.toMatchObject({ paymentId });
  expect(issued.map((apart) => Math.abs(apart) < 60_000)).toEqual([false, true]);
});
