import { describe, expect, test } from 'vitest';
import { serviceError } from '../../main/service/service-error.ts';
import { settle, VirtualClock } from '../base/virtual-clock.ts';
import { json } from './client-under-test.ts';
import { exchangeWith, keyed, refusal, reset } from './exchange-under-test.ts';

describe('a keyed write whose first attempt may have acted', () => {
  test('ends with the very error of its last attempt where that may have acted too', async () => {
    const { exchange } = exchangeWith([reset]);
    await expect(exchange.run(keyed)).rejects.toBe(reset);
  });

  test('and whose second cannot have acted is not said to be refused by the third', async () => {
    const { exchange } = exchangeWith([
      reset,
      serviceError('network.refused', '', { acted: 'no' }),
      json(422, refusal),
    ]);
    await expect(exchange.run(keyed)).rejects.toMatchObject({ code: 'refund.refused', acted: 'maybe' });
  });

  test('and is then put off for long may have acted, and keeps what it tells', async () => {
    const { exchange } = exchangeWith([reset, json(429, refusal, { 'retry-after': '99' })]);
    await expect(exchange.run(keyed)).rejects.toMatchObject({
      ...{ code: 'service.busy', acted: 'maybe', status: 429, traceId: 'trace', retryAfterMs: 99_000 },
    });
  });

  test('and is broken off in a pause after one that cannot have acted may have acted', async () => {
    const stop = new AbortController();
    const { exchange } = exchangeWith([
      reset,
      () => {
        stop.abort();
        return json(425, refusal);
      },
    ]);
    await expect(exchange.run(keyed, { signal: stop.signal })).rejects.toMatchObject({
      code: 'aborted',
      acted: 'maybe',
    });
  });

  test('and then fails by a fault of ours says so', async () => {
    const ours = new RangeError('a fault of ours');
    const { exchange } = exchangeWith([reset, () => Promise.reject(ours)]);
    await expect(exchange.run(keyed)).rejects.toBe(ours);
  });
});

test.each([
  ['4', 1_000, 3_000],
  ['4', 4_100, 0],
  [undefined, 100, undefined],
])('told to wait %s s, a pause broken off after %d ms leaves %s ms of that', async (asked, afterMs, leftMs) => {
  const stop = new AbortController();
  const clock = new VirtualClock();
  clock.tick(60_000);
  const headers = asked === undefined ? {} : { 'retry-after': asked };
  const { exchange } = exchangeWith([json(503, undefined, headers)], { clock });
  const called = exchange.run(keyed, { signal: stop.signal });
  called.catch(() => undefined);
  await settle();
  clock.tick(afterMs);
  // Setting the machine's clock does not count.
  clock.jump(-3_600_000);
  stop.abort(new Error('stopped'));
  await expect(called).rejects.toMatchObject({ code: 'aborted', acted: 'maybe', retryAfterMs: leftMs });
});
