import { expect, test } from 'vitest';
import { createScheduler } from '../../../main/sandbox/engine/scheduler.ts';
import fc from '../../base/properties.ts';
import { VirtualClock } from '../../base/virtual-clock.ts';

test('tasks run in order of time, then of scheduling', () => {
  fc.assert(
    fc.property(fc.array(fc.nat({ max: 50 })), (delays) => {
      const clock = new VirtualClock(0);
      const scheduler = createScheduler(clock);
      const happened: (readonly [number, number])[] = [];
      for (const [order, delay] of delays.entries())
        scheduler.schedule(delay, () => happened.push([clock.now(), order]));
      clock.tick(50);
      const expected = [...delays.entries()].map(([order, delay]) => [delay, order] as const);
      expect(happened).toEqual(expected.sort((one, other) => one[0] - other[0] || one[1] - other[1]));
    }),
  );
});

test('tasks scheduled by a task run until close', () => {
  const clock = new VirtualClock(0);
  const scheduler = createScheduler(clock);
  const times: number[] = [];
  const again = () => {
    times.push(clock.now());
    scheduler.schedule(clock.now() + 10, again);
  };
  scheduler.schedule(10, again);
  clock.tick(35);
  scheduler.close();
  clock.tick(1_000);
  expect(times).toEqual([10, 20, 30]);
});

test('notices a clock jump within a minute or on runDue', () => {
  const clock = new VirtualClock(0);
  const scheduler = createScheduler(clock);
  const happened: string[] = [];
  scheduler.schedule(3_600_000, () => happened.push('hour'));
  clock.jump(3_600_000);
  clock.tick(60_000);
  expect(happened).toEqual(['hour']);
  scheduler.schedule(7_200_000, () => happened.push('two'));
  clock.jump(3_600_000);
  scheduler.runDue();
  expect(happened).toEqual(['hour', 'two']);
});
