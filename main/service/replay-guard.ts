import { LRUCache } from 'lru-cache';
import type { Proof } from './signature-verifier.ts';

export interface ReplayGuard {
  /** True where this message came before; remembers it. `now` in the service's clock, ms. */
  repeated(proof: Proof, now: number): boolean;
}

/** More than a till meets within the tolerance. Not as `max`: lru-cache would take the room of all at once. */
export const rememberedJtis = { maxSize: 20_000, sizeCalculation: () => 1 } as const;

export function createReplayGuard(): ReplayGuard {
  const until = new LRUCache<string, number>(rememberedJtis);
  return {
    repeated({ jti, rememberUntil }, now) {
      if ((until.get(jti) ?? Number.NEGATIVE_INFINITY) >= now) return true;
      until.set(jti, rememberUntil);
      return false;
    },
  };
}
