/**
 * Remembers the request identifiers (`jti`) of each owner for as long as a signature with them could be fresh, `keepMs`.
 *
 * Two generations of sets instead of an LRU cache: a bound on their number would let a burst of requests push out an
 * identifier that can still be replayed, and a timer for each identifier would not run on the clock that is passed in.
 */
export function createReplayGuard(
  now: () => number,
  keepMs: number,
): { readonly firstTime: (owner: string, jti: string) => boolean } {
  let current = new Set<string>();
  let previous = new Set<string>();
  let turnedAt = now();
  return {
    firstTime(owner, jti) {
      // A wall clock may go back as well as on.
      if (Math.abs(now() - turnedAt) > keepMs) {
        previous = current;
        current = new Set();
        turnedAt = now();
      }
      const name = `${owner}/${jti}`;
      if (current.has(name) || previous.has(name)) return false;
      current.add(name);
      return true;
    },
  };
}
