import { expect, test } from 'vitest';
import { VirtualClock } from './virtual-clock.ts';

test('endless reads without passing time are stopped', async () => {
  const clock = new VirtualClock();
  const loop = async () => {
    for (;;) await Promise.resolve(clock.monotonic());
  };
  const stopped = expect(loop()).rejects.toThrow(/without an end/);
  await expect(clock.advance(1)).rejects.toThrow(/without an end/);
  await stopped;
});

test('a timer repeating at the same moment is stopped', async () => {
  const clock = new VirtualClock();
  const again = () => {
    clock.after(0, again);
  };
  again();
  await expect(clock.advance(1)).rejects.toThrow(/without an end/);
});

test('work taking time may read the clock freely', async () => {
  const clock = new VirtualClock();
  for (let second = 1; second <= 3; second += 1) {
    for (let look = 0; look < 150_000; look += 1) clock.now();
    await clock.advance(1_000);
    expect(clock.monotonic()).toBe(second * 1_000);
  }
});
