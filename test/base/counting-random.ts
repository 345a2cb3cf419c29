import type { Random } from '../../main/base/clock.ts';

/** A random source with the same numbers in every run. */
export function createCountingRandom(): Random {
  let count = 0;
  return {
    next: () => 0.5,
    uuid() {
      count += 1;
      return `00000000-0000-4000-8000-${String(count).padStart(12, '0')}`;
    },
  };
}
