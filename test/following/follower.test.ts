import { beforeEach, expect, test } from 'vitest';
import { InterruptibleWait } from '../../main/following/follower.ts';
import { VirtualClock } from '../base/virtual-clock.ts';

let clock: VirtualClock;
let wait: InterruptibleWait;
beforeEach(() => {
  clock = new VirtualClock();
  wait = new InterruptibleWait(clock);
});

/** When the wait that begins now is over, ms from now; undefined while it goes on. */
function waiting(ms: number): { readonly over: number | undefined } {
  const begun = clock.monotonic();
  const state: { over: number | undefined } = { over: undefined };
  void wait.wait(ms).then(() => {
    state.over = clock.monotonic() - begun;
  });
  return state;
}

test('it takes its time, rounded up to a whole millisecond', async () => {
  const state = waiting(99.5);
  await clock.advance(99.9);
  expect(state.over).toBeUndefined();
  await clock.advance(1);
  expect(state.over).toBe(100);
});

test('it ends when woken, and leaves no timer behind', async () => {
  const state = waiting(5_000);
  await clock.advance(1_000);
  wait.wake();
  await clock.advance(0);
  expect(state.over).toBe(1_000);
  expect(clock.pending).toBe(0);
});

test('without an end it waits for the wake-up alone', async () => {
  const state = waiting(Number.POSITIVE_INFINITY);
  expect(clock.pending).toBe(0);
  await clock.advance(1_000_000);
  wait.wake();
  await clock.advance(0);
  expect(state.over).toBe(1_000_000);
});

test('a wake-up that comes while nobody waits ends the next wait, and only that', async () => {
  wait.wake();
  const first = waiting(5_000);
  await clock.advance(0);
  expect(first.over).toBe(0);
  const second = waiting(5_000);
  await clock.advance(5_000);
  expect(second.over).toBe(5_000);
});
