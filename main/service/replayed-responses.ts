import { LRUCache } from 'lru-cache';
import type { Proof } from './signature-verifier.ts';

/** More than a till receives within the tolerance. Not `max`: lru-cache would allocate the memory in advance. */
export const rememberedJtis = { maxSize: 20_000, sizeCalculation: () => 1 } as const;

export function createReplayGuard() {
  const until = new LRUCache<string, number>(rememberedJtis);
  return {
    /** Returns true for a message received before, and remembers the message. `now` in the service's clock, ms. */
    repeated({ jti, rememberUntil }: Proof, now: number): boolean {
      if ((until.get(jti) ?? Number.NEGATIVE_INFINITY) >= now) return true;
      until.set(jti, rememberUntil);
      return false;
    },
  };
}
