import { LRUCache } from 'lru-cache';
import type { Proof } from './signature-verifier.ts';

/** More than a till meets within the tolerance. Not as `max`: lru-cache would take the room of all at once. */
export const rememberedJtis = { maxSize: 20_000, sizeCalculation: () => 1 } as const;

export function createReplayGuard() {
  const until = new LRUCache<string, number>(rememberedJtis);
  return {
    /** True where this message came before; remembers it. `now` in the service's clock, ms. */
    repeated({ jti, rememberUntil }: Proof, now: number): boolean {
      if ((until.get(jti) ?? Number.NEGATIVE_INFINITY) >= now) return true;
      until.set(jti, rememberUntil);
      return false;
    },
  };
}
