import { expect, test } from 'vitest';
import { reloadPauses } from '../../main/shell/reload-pauses.ts';
import { VirtualClock } from '../base/virtual-clock.ts';

test('a page that ends again and again is loaded at once, then after growing pauses, and never more often', () => {
  const pauses = reloadPauses(new VirtualClock());
  expect(Array.from({ length: 7 }, () => pauses.next())).toEqual([0, 1_000, 5_000, 30_000, 120_000, 120_000, 120_000]);
});

test('a page that ends as soon as it is loaded does not begin anew, however long that goes on', () => {
  const clock = new VirtualClock();
  const pauses = reloadPauses(clock);
  let loads = 0;
  for (const start = clock.monotonic(); clock.monotonic() - start < 3_600_000; loads += 1) clock.tick(pauses.next());
  expect(loads).toBeLessThan(40);
});

test('after ten quiet minutes it begins anew', () => {
  const clock = new VirtualClock();
  const pauses = reloadPauses(clock);
  for (let end = 0; end < 5; end += 1) pauses.next();
  clock.tick(10 * 60_000);
  expect(pauses.next()).toBe(0);
});
