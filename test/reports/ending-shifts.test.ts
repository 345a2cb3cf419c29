import { describe, expect, test } from 'vitest';
import { counter, givenCounter } from '../sale/counter.ts';
import { passing, shiftsOf } from './shifts-of.ts';

givenCounter();

describe('a till that ends', () => {
  test('stops counting a long record, between whose parts other work has its turn', async () => {
    const shifts = shiftsOf(counter);
    counter.journal.record(...Array(300).fill({ type: 'act', act: 'pin-wrong', by: { role: 'cashier' } }));
    const counting = shifts.soFar();
    await shifts.end();
    await expect(counting).rejects.toMatchObject({ name: 'AbortError' });
  });

  test('breaks off what it asks the service, and waits for that', async () => {
    const shifts = shiftsOf(counter);
    counter.service.latencyMs = 60_000;
    void shifts.ask();
    while (counter.service.underway === 0) await new Promise((next) => setImmediate(next));
    await passing(counter, shifts.end());
    expect([shifts.asking, counter.service.underway]).toEqual([undefined, 0]);
    expect(counter.clock.monotonic()).toBeLessThan(60_000);
  });
});
