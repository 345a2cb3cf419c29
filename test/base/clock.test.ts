import { readFile } from 'node:fs/promises';
import { expect, onTestFinished, test, vi } from 'vitest';
import { afterAwake, systemClock } from '../../main/base/clock.ts';
import { VirtualClock } from './virtual-clock.ts';

test('nothing runs early despite early Node timers', () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  let now = 105.9;
  const monotonic = vi.spyOn(performance, 'now').mockImplementation(() => now);
  onTestFinished(() => {
    monotonic.mockRestore();
    vi.useRealTimers();
  });
  const ran: number[] = [];
  systemClock.after(10_000, () => ran.push(now));
  const callOff = systemClock.after(10_000, () => ran.push(-1));
  now = 10_105.1;
  vi.advanceTimersByTime(10_000);
  expect(ran).toEqual([]);
  callOff();
  now = 10_106.1;
  vi.advanceTimersByTime(1);
  expect(ran).toEqual([10_106.1]);
  expect(vi.getTimerCount()).toBe(0);
});

test('waits of a month work despite the Node timer limit', () => {
  const ran = vi.fn();
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  systemClock.after(30 * 86_400_000, ran);
  vi.advanceTimersByTime(30 * 86_400_000 - 1);
  expect(ran).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(ran).toHaveBeenCalledOnce();
});

test('after a blocked process, answers precede the time-out', async () => {
  const order: string[] = [];
  const over = new Promise<void>((resolve) => {
    afterAwake(systemClock, 250, () => {
      order.push('over');
      resolve();
    });
  });
  const answered = readFile(import.meta.filename).then(() => order.push('answered'));
  const until = performance.now() + 400;
  while (performance.now() < until);
  await Promise.all([over, answered]);
  expect(order).toEqual(['answered', 'over']);
});

test('the time-out fires on time unless cancelled', async () => {
  const clock = new VirtualClock();
  const over: string[] = [];
  afterAwake(clock, 5_000, () => over.push('one'));
  const callOff = afterAwake(clock, 5_000, () => over.push('other'));
  await clock.advance(4_999);
  expect(over).toEqual([]);
  callOff();
  await clock.advance(1);
  expect([over, clock.pending]).toEqual([['one'], 0]);
});
