import { describe, expect, test } from 'vitest';
import { serviceError } from '../../main/service/service-error.ts';
import { settle, VirtualClock } from '../base/virtual-clock.ts';
import { json } from './client-under-test.ts';
import { exchangeWith, keyed, refusal, reset } from './exchange-under-test.ts';

describe('a keyed write whose first attempt may have acted', () => {
  test('rejects with the error of its last attempt', async () => {
    const { exchange } = exchangeWith([reset]);
    await expect(exchange.run(keyed)).rejects.toBe(reset);
  });

  test('stays acted: maybe when a later attempt is refused', async () => {
    const { exchange } = exchangeWith([
      reset,
      serviceError('network.refused', '', { acted: 'no' }),
      json(422, refusal),
    ]);
    await expect(exchange.run(keyed)).rejects.toMatchObject({ code: 'refund.refused', acted: 'maybe' });
  });

  test('stays acted: maybe when the service asks to wait', async () => {
    const { exchange } = exchangeWith([reset, json(429, refusal, { 'retry-after': '99' })]);
    await expect(exchange.run(keyed)).rejects.toMatchObject({
      ...{ code: 'service.busy', acted: 'maybe', status: 429, traceId: 'trace', retryAfterMs: 99_000 },
    });
  });

  test('stays acted: maybe when aborted during a pause', async () => {
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

  test('rethrows an internal error', async () => {
    const ours = new RangeError('a fault of ours');
    const { exchange } = exchangeWith([reset, () => Promise.reject(ours)]);
    await expect(exchange.run(keyed)).rejects.toBe(ours);
  });
});

test.each([
  ['4', 1_000, 3_000],
  ['4', 4_100, 0],
  [undefined, 100, undefined],
])('Retry-After %s, aborted after %d ms, leaves %s ms', async (asked, afterMs, leftMs) => {
  const stop = new AbortController();
  const clock = new VirtualClock();
  clock.tick(60_000);
  const headers = asked === undefined ? {} : { 'retry-after': asked };
  const { exchange } = exchangeWith([json(503, undefined, headers)], { clock });
  const called = exchange.run(keyed, { signal: stop.signal });
  called.catch(() => undefined);
  await settle();
  clock.tick(afterMs);
  // Changing the machine's clock has no effect on the remaining wait.
  clock.jump(-3_600_000);
  stop.abort(new Error('stopped'));
  await expect(called).rejects.toMatchObject({ code: 'aborted', acted: 'maybe', retryAfterMs: leftMs });
});
