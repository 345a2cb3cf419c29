import { beforeEach, expect, test } from 'vitest';
import { InterruptibleWait } from '../../main/following/interruptible-wait.ts';
import { VirtualClock } from '../base/virtual-clock.ts';

let clock: VirtualClock;
let wait: InterruptibleWait;
beforeEach(() => {
  clock = new VirtualClock();
  wait = new InterruptibleWait(clock);
});

/** Starts a wait; `over` is its duration in ms, undefined while running. */
function waiting(ms: number): { readonly over: number | undefined } {
  const begun = clock.monotonic();
  const state: { over: number | undefined } = { over: undefined };
  void wait.wait(ms).then(() => {
    state.over = clock.monotonic() - begun;
  });
  return state;
}

test('the wait lasts its time, rounded up to whole milliseconds', async () => {
  const state = waiting(99.5);
  await clock.advance(99.9);
  expect(state.over).toBeUndefined();
  await clock.advance(1);
  expect(state.over).toBe(100);
});

test('the wait ends when woken, without leaving a timer', async () => {
  const state = waiting(5_000);
  await clock.advance(1_000);
  wait.wake();
  await clock.advance(0);
  expect(state.over).toBe(1_000);
  expect(clock.pending).toBe(0);
});

test('an endless wait ends only when woken', async () => {
  const state = waiting(Number.POSITIVE_INFINITY);
  expect(clock.pending).toBe(0);
  await clock.advance(1_000_000);
  wait.wake();
  await clock.advance(0);
  expect(state.over).toBe(1_000_000);
});

test('an early wake-up ends only the next wait', async () => {
  wait.wake();
  const first = waiting(5_000);
  await clock.advance(0);
  expect(first.over).toBe(0);
  const second = waiting(5_000);
  await clock.advance(5_000);
  expect(second.over).toBe(5_000);
});
