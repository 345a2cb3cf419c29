import { beforeEach, expect, test } from 'vitest';
import { CurrentActivity } from '../../main/sale/current-activity.ts';
import { VirtualClock } from '../base/virtual-clock.ts';
import { AT, problem } from './sale-states.ts';

let clock: VirtualClock;
let told: number;
let shown: string | undefined;
let activity: CurrentActivity;

beforeEach(() => {
  clock = new VirtualClock(AT);
  told = 0;
  activity = new CurrentActivity(clock, () => {
    told += 1;
    shown = activity.trouble?.code;
  });
});

test('what the till does is told since when it does it, and once', async () => {
  activity.does('cancelling');
  await clock.advance(500);
  activity.does('cancelling');
  expect(activity.doing).toEqual({ code: 'cancelling', sinceMs: AT });
  expect(told).toBe(1);
  activity.does('offline');
  expect(activity.doing).toEqual({ code: 'offline', sinceMs: AT + 500 });
  expect(told).toBe(2);
});

test('a failure is told with its trouble, and stays in sight while the till tries again', () => {
  activity.failed('offline', problem);
  activity.failed('offline', { ...problem, message: 'again' });
  expect(told).toBe(1);
  activity.does('cancelling');
  expect(activity.trouble).toEqual(problem);
  expect(told).toBe(2);
});

test('another trouble is news though the till does the same', async () => {
  activity.failed('offline', problem);
  await clock.advance(500);
  activity.failed('offline', { ...problem, code: 'network.dns' });
  expect([activity.trouble?.code, shown]).toEqual(['network.dns', 'network.dns']);
  expect(activity.doing?.sinceMs).toBe(AT);
  activity.failed('offline', undefined);
  expect([activity.trouble, activity.doing?.code, told]).toEqual([undefined, 'offline', 3]);
});

test('once it is done nothing is told any more, or what it takes next', () => {
  activity.failed('offline', problem);
  activity.done('searching');
  expect([activity.trouble, activity.doing?.code, told]).toEqual([undefined, 'searching', 2]);
  activity.done();
  expect([activity.doing, told]).toEqual([undefined, 3]);
  activity.done();
  expect(told).toBe(3);
});
