import { describe, expect, test } from 'vitest';
import { omitUndefined } from '../../main/base/omit-undefined.ts';
import type { Operation } from '../../main/service/operations.ts';
import { retryAfterMs, waitAfter } from '../../main/service/retry-policy.ts';
import { serviceError } from '../../main/service/service-error.ts';
import { createCountingRandom } from '../base/counting-random.ts';
import { settle, VirtualClock } from '../base/virtual-clock.ts';
import { createTill, json, type Till } from './client-under-test.ts';
import { answering, eachOperation, operationNames } from './each-operation.ts';
import { exchangeWith, keyed, refusal, reset } from './exchange-under-test.ts';

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
    expect([0, 1].map((next) => wait(1, undefined, { ...random, next: () => next }))).toEqual([125, 375]);
  });

  test('are longer than asked; a long wait is left to the caller', () => {
    expect([4_000, 10_000, 10_001].map((askedMs) => wait(1, askedMs))).toEqual([4_250, 10_250, undefined]);
  });
});

const repeated: readonly Operation[] = operationNames.filter(
  (operation) => !['cancelPayment', 'createPayment', 'createStaticQr', 'acknowledge'].includes(operation),
);

/** Fails the first attempts, then gives the accepted response. */
function failing(operation: Operation, times: number, fail: () => ReturnType<typeof json>): Till {
  const accept = answering(...eachOperation[operation].answer);
  const till: Till = createTill((request, side) => (till.sent.length <= times ? fail() : accept(request, side)));
  return till;
}
const lose = () => {
  throw reset;
};
const away = (seconds: number) => () => json(503, undefined, { 'retry-after': `${seconds}` });

describe('repeats', () => {
  test.each(operationNames)('of %s: reads and keyed writes only', async (operation) => {
    const { run } = eachOperation[operation];
    if (repeated.includes(operation)) {
      const till = failing(operation, 2, lose);
      await run(till.service);
      expect(till.sent).toHaveLength(3);
      return;
    }
    const till = failing(operation, 1, lose);
    await expect(run(till.service)).rejects.toMatchObject({ code: 'network.reset', acted: 'maybe' });
    const waiting = failing(operation, 1, away(1));
    const unavailable = { code: 'service.unavailable', acted: 'maybe', retryAfterMs: 1_000 };
    await expect(run(waiting.service)).rejects.toMatchObject(unavailable);
    expect([till.sent.length, waiting.sent.length]).toEqual([1, 1]);
  });

  test('keep key and body, with a new signature', async () => {
    const till = failing('createRefund', 1, away(0));
    await eachOperation.createRefund.run(till.service);
    const [first, second] = till.sent;
    expect(second?.body).toBe(first?.body);
    expect(second?.headers['idempotency-key']).toBe(first?.headers['idempotency-key']);
    expect(second?.headers['signature']).not.toBe(first?.headers['signature']);
  });

  test.each(['readPayment', 'createRefund'] as const)('of %s end with retry set to never', async (operation) => {
    const till = failing(operation, 1, away(0));
    const called = eachOperation[operation].run(till.service, { retry: 'never' });
    await expect(called).rejects.toMatchObject({ status: 503 });
    expect(till.sent).toHaveLength(1);
  });

  test.each([429, 503])('after %i begin no earlier than Retry-After', async (status) => {
    const till = failing('readPayment', 1, () => json(status, undefined, { 'retry-after': '3' }));
    await eachOperation.readPayment.run(till.service);
    expect(till.clock.waits).toEqual([3_250]);
  });

  test('of a read never act', async () => {
    const till: Till = failing('readPayment', 1, lose);
    const refused: Till = createTill(() => (refused.sent.length === 1 ? lose() : json(404, refusal)));
    await expect(eachOperation.readPayment.run(refused.service)).rejects.toMatchObject({ acted: 'no', status: 404 });
    await expect(eachOperation.readPayment.run(till.service)).resolves.toMatchObject({ status: 'PENDING' });
  });

  test('correct a wrong clock after a 401', async () => {
    const apart: number[] = [];
    const till: Till = createTill(({ headers }) => {
      const header = Buffer.from((headers['signature'] ?? '').split('.')[0] ?? '', 'base64url').toString();
      const serviceNow = till.clock.now() + 600_000;
      apart.push(Math.abs(serviceNow - Date.parse(JSON.parse(header)['https://pay.example/iat'])));
      const [status, body] =
        (apart.at(-1) ?? 0) > 60_000 ? ([401, undefined] as const) : eachOperation.readPayment.answer;
      return json(status, body, { date: new Date(serviceNow).toUTCString() });
    });
    await expect(eachOperation.readPayment.run(till.service)).resolves.toMatchObject({ status: 'PENDING' });
    expect(apart.map((ms) => ms < 60_000)).toEqual([false, true]);
  });
});

describe('an aborted pause between two attempts', () => {
  test.each([
    ['4', 1_000, 3_000],
    ['4', 4_100, 0],
    [undefined, 100, undefined],
  ])('Retry-After %s, aborted after %d ms, leaves %s ms', async (asked, afterMs, leftMs) => {
    const stop = new AbortController();
    const clock = new VirtualClock();
    clock.tick(60_000);
    const { exchange } = exchangeWith([json(503, undefined, asked === undefined ? {} : { 'retry-after': asked })], {
      clock,
    });
    const called = exchange.run(keyed, { signal: stop.signal });
    called.catch(() => undefined);
    await settle();
    clock.tick(afterMs);
    // Changing the machine's clock has no effect on the remaining wait.
    clock.jump(-3_600_000);
    stop.abort(new Error('stopped'));
    await expect(called).rejects.toMatchObject({ code: 'aborted', acted: 'maybe', retryAfterMs: leftMs });
  });

  test('keeps acted: maybe of an earlier attempt', async () => {
    const stop = new AbortController();
    const abort = () => {
      stop.abort();
      return json(425, refusal);
    };
    const { exchange } = exchangeWith([reset, abort]);
    const aborted = { code: 'aborted', acted: 'maybe' };
    await expect(exchange.run(keyed, { signal: stop.signal })).rejects.toMatchObject(aborted);
  });
});
