import { beforeEach, expect, test } from 'vitest';
import { Telling } from '../../main/sale/current-activity.ts';
import { VirtualClock } from '../base/virtual-clock.ts';
import { AT, problem } from './story.ts';

let clock: VirtualClock;
let told: number;
let telling: Telling;

beforeEach(() => {
  clock = new VirtualClock(AT);
  told = 0;
  telling = new Telling(clock, () => {
    told += 1;
  });
});

test('what the till does is told since when it does it, and once', async () => {
  telling.does('cancelling');
  await clock.advance(500);
  telling.does('cancelling');
  expect(telling.doing).toEqual({ code: 'cancelling', sinceMs: AT });
  expect(told).toBe(1);
  telling.does('offline');
  expect(telling.doing).toEqual({ code: 'offline', sinceMs: AT + 500 });
  expect(told).toBe(2);
});

test('a failure is told with its trouble, and stays in sight while the till tries again', () => {
  telling.failed('offline', problem);
  telling.failed('offline', { ...problem, message: 'again' });
  expect(told).toBe(1);
  telling.does('cancelling');
  expect(telling.trouble).toEqual(problem);
  expect(told).toBe(2);
});

test('another trouble is news though the till does the same', async () => {
  telling.failed('offline', problem);
  await clock.advance(500);
  telling.failed('offline', { ...problem, code: 'network.dns' });
  expect(telling.trouble?.code).toBe('network.dns');
  expect(telling.doing?.sinceMs).toBe(AT);
  telling.failed('offline', undefined);
  expect([telling.trouble, telling.doing?.code, told]).toEqual([undefined, 'offline', 3]);
});

test('once it is done nothing is told any more, or what it takes next', () => {
  telling.failed('offline', problem);
  telling.done('searching');
  expect([telling.trouble, telling.doing?.code, told]).toEqual([undefined, 'searching', 2]);
  telling.done();
  expect([telling.doing, told]).toEqual([undefined, 3]);
  telling.done();
  expect(told).toBe(3);
});
