import { LRUCache } from 'lru-cache';
import type { Clock } from '../base/clock.ts';

export type FailureBudget = ReturnType<typeof createFailureBudget>;

const MINUTE_MS = 60_000;
/** The addresses that failed longest ago begin anew once there are more than this. */
const ADDRESSES = 1_000;

/**
 * The requests of one address that may fail in a minute. Only what fails is charged, and what does not fail is never
 * refused for it: behind a reverse proxy the genuine callbacks come from the same address as all others.
 */
export function createFailureBudget(clock: Pick<Clock, 'monotonic'>, perMinute: number) {
  const failures = new LRUCache<string, { readonly since: number; count: number }>({ max: ADDRESSES });
  return {
    /** One has failed; true where the address has used up its budget. */
    spent(address: string): boolean {
      const now = clock.monotonic();
      const known = failures.get(address);
      const current = known === undefined || now - known.since >= MINUTE_MS ? { since: now, count: 0 } : known;
      current.count += 1;
      failures.set(address, current);
      return current.count > perMinute;
    },
  };
}
