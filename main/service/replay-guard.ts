import type { Proof } from './signature-verifier.ts';

/** Takes each signed message once, for as long as its time of issue is within tolerance. */
export interface ReplayGuard {
  /** Whether this message came before; remembers it. `now` in the service's clock, ms. */
  repeated(proof: Proof, now: number): boolean;
}

/** Bounded: at this many the oldest is forgotten, which a till does not reach within the tolerance. */
const MOST = 20_000;

export function createReplayGuard(): ReplayGuard {
  const until = new Map<string, number>();
  return {
    repeated(proof, now) {
      const known = until.get(proof.jti);
      if (known !== undefined && known >= now) return true;
      until.set(proof.jti, proof.rememberUntil);
      for (const [jti, end] of until) {
        if (end >= now && until.size <= MOST) break;
        until.delete(jti);
      }
      return false;
    },
  };
}
