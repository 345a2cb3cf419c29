import { describe, expect, test } from 'vitest';
import { counter, givenCounter } from '../sale/counter.ts';
import { shiftsOf } from './shifts-of.ts';

givenCounter();

describe('a till that ends', () => {
  test.each(['soFar', 'ask'] as const)(
    'stops counting a long record for %s, between whose parts other work has its turn',
    async (call) => {
      const shifts = shiftsOf(counter);
      counter.journal.record(...Array(300).fill({ type: 'act', act: 'pin-wrong', by: { role: 'cashier' } }));
      const counting = Promise.allSettled([shifts[call]()]);
      await shifts.end();
      expect(await counting).toMatchObject([{ reason: { name: 'AbortError' } }]);
    },
  );

  test('breaks off what it asks the service, and waits for that', async () => {
    const shifts = shiftsOf(counter);
    counter.service.latencyMs = 60_000;
    void shifts.ask();
    while (counter.service.underway === 0) await new Promise((next) => setImmediate(next));
    await shifts.end();
    expect([shifts.asking, counter.service.underway]).toEqual([undefined, 0]);
    expect(counter.clock.monotonic()).toBeLessThan(60_000);
  });
});
