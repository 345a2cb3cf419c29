import { beforeEach, expect, test } from 'vitest';
import { CurrentActivity } from '../../main/sale/current-activity.ts';
import { VirtualClock } from '../base/virtual-clock.ts';
import { AT, problem } from './sale-states.ts';

let clock: VirtualClock;
let notified: number;
let shown: string | undefined;
let activity: CurrentActivity;

beforeEach(() => {
  clock = new VirtualClock(AT);
  notified = 0;
  activity = new CurrentActivity(clock, () => {
    notified += 1;
    shown = activity.trouble?.code;
  });
});

test('an activity is notified once with its start time', async () => {
  activity.does('cancelling');
  await clock.advance(500);
  activity.does('cancelling');
  expect(activity.doing).toEqual({ code: 'cancelling', sinceMs: AT });
  expect(notified).toBe(1);
  activity.does('offline');
  expect(activity.doing).toEqual({ code: 'offline', sinceMs: AT + 500 });
  expect(notified).toBe(2);
});

test('a failure stays visible during the next try', () => {
  activity.failed('offline', problem);
  activity.failed('offline', { ...problem, message: 'again' });
  expect(notified).toBe(1);
  activity.does('cancelling');
  expect(activity.trouble).toEqual(problem);
  expect(notified).toBe(2);
});

test('a different trouble is reported for the same activity', async () => {
  activity.failed('offline', problem);
  await clock.advance(500);
  activity.failed('offline', { ...problem, code: 'network.dns' });
  expect([activity.trouble?.code, shown]).toEqual(['network.dns', 'network.dns']);
  expect(activity.doing?.sinceMs).toBe(AT);
  activity.failed('offline', undefined);
  expect([activity.trouble, activity.doing?.code, notified]).toEqual([undefined, 'offline', 3]);
});

test('done clears the trouble or shows the next activity', () => {
  activity.failed('offline', problem);
  activity.done('searching');
  expect([activity.trouble, activity.doing?.code, notified]).toEqual([undefined, 'searching', 2]);
  activity.done();
  expect([activity.doing, notified]).toEqual([undefined, 3]);
  activity.done();
  expect(notified).toBe(3);
});
