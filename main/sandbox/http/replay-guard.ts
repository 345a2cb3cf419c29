/** Request identifiers that were taken, for as long as a signature with them could still be fresh. */
export function createReplayGuard(
  now: () => number,
  keepMs: number,
): { readonly firstTime: (owner: string, jti: string) => boolean } {
  let current = new Set<string>();
  let previous = new Set<string>();
  let turnedAt = now();
  return {
    firstTime(owner, jti) {
      // Two generations: what is older than both can no longer be fresh.
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
