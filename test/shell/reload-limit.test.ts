import { expect, test } from 'vitest';
import { reloadLimit } from '../../main/shell/reload-limit.ts';
import { VirtualClock } from '../base/virtual-clock.ts';

test('a window that crashes is loaded again three times in five minutes, not a fourth', () => {
  const clock = new VirtualClock();
  const limit = reloadLimit(clock);
  expect([limit.allow(), limit.allow(), limit.allow(), limit.allow()]).toEqual([true, true, true, false]);
});

test('crashes that lie far apart are always recovered from', () => {
  const clock = new VirtualClock();
  const limit = reloadLimit(clock);
  for (let crash = 0; crash < 20; crash += 1) {
    expect(limit.allow()).toBe(true);
    clock.tick(100_000);
  }
});
