import { describe, expect, test } from 'vitest';
import { counter, givenCounter } from '../sale/counter.ts';
import { shiftsOf } from './shifts-of.ts';

givenCounter();

describe('a closing till', () => {
  test.each(['soFar', 'ask'] as const)('aborts counting a long journal for %s', async (call) => {
    const shifts = shiftsOf(counter);
    counter.journal.record(...Array(300).fill({ type: 'act', act: 'pin-wrong', by: { role: 'cashier' } }));
    const counting = Promise.allSettled([shifts[call]()]);
    await shifts.end();
    expect(await counting).toMatchObject([{ reason: { name: 'AbortError' } }]);
  });

  test('aborts its request to the service and waits', async () => {
    const shifts = shiftsOf(counter);
    counter.service.latencyMs = 60_000;
    void shifts.ask();
    while (counter.service.underway === 0) await new Promise((next) => setImmediate(next));
    await shifts.end();
    expect([shifts.asking, counter.service.underway]).toEqual([undefined, 0]);
    expect(counter.clock.monotonic()).toBeLessThan(60_000);
  });
});
