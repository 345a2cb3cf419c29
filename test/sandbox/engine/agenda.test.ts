import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createAgenda } from '../../../main/sandbox/engine/agenda.ts';
import { VirtualClock } from '../../base/virtual-clock.ts';

test('whatever is planned happens in order of its time, and of its planning where times are equal', () => {
  fc.assert(
    fc.property(fc.array(fc.nat({ max: 50 })), (delays) => {
      const clock = new VirtualClock(0);
      const agenda = createAgenda(clock);
      const happened: (readonly [number, number])[] = [];
      for (const [order, delay] of delays.entries()) agenda.plan(delay, () => happened.push([delay, order]));
      clock.tick(50);
      const expected = [...delays.entries()].map(([order, delay]) => [delay, order] as const);
      expected.sort((one, other) => one[0] - other[0] || one[1] - other[1]);
      expect(happened).toEqual(expected);
    }),
  );
});

test('nothing happens before its time, nor after closing', () => {
  const clock = new VirtualClock(0);
  const agenda = createAgenda(clock);
  const happened: string[] = [];
  agenda.plan(100, () => happened.push('first'));
  agenda.plan(200, () => happened.push('second'));
  clock.tick(99);
  expect(happened).toEqual([]);
  clock.tick(1);
  agenda.close();
  clock.tick(1_000);
  expect(happened).toEqual(['first']);
});

test('a wall clock that jumps ahead is obeyed within a minute, and at once when somebody asks', () => {
  const clock = new VirtualClock(0);
  const agenda = createAgenda(clock);
  const happened: string[] = [];
  agenda.plan(3_600_000, () => happened.push('hour'));
  clock.jump(3_600_000);
  clock.tick(60_000);
  expect(happened).toEqual(['hour']);
  agenda.plan(7_200_000, () => happened.push('two'));
  clock.jump(3_600_000);
  agenda.catchUp();
  expect(happened).toEqual(['hour', 'two']);
});

test('what is planned while something happens has its turn', () => {
  const clock = new VirtualClock(0);
  const agenda = createAgenda(clock);
  const times: number[] = [];
  const again = () => {
    times.push(clock.now());
    if (times.length < 3) agenda.plan(clock.now() + 10, again);
  };
  agenda.plan(10, again);
  clock.tick(100);
  expect(times).toEqual([10, 20, 30]);
});
