import type { Clock } from '../clock.ts';
import { Refusal } from './refusal.ts';

/** Refuses (429, with `Retry-After`) a profile's calls above so many in one second of the wall clock; 0 is no limit. */
export function createRateLimit(clock: Clock, perSecond: number): (profileId: string) => void {
  const seen = new Map<string, { second: number; calls: number }>();
  return (profileId) => {
    if (perSecond === 0) return;
    const second = Math.floor(clock.now() / 1000);
    const window = seen.get(profileId);
    const calls = window?.second === second ? window.calls + 1 : 1;
    seen.set(profileId, { second, calls });
    if (calls > perSecond) {
      throw new Refusal('TOO_MANY_REQUESTS', `More than ${perSecond} calls a second`, {
        headers: { 'Retry-After': '1' },
      });
    }
  };
}
