import type { Picks } from '../open-points.ts';

/**
 * What the `path` claim of a message says that goes to `url`, a path with its query as they are on the wire. `prefix` is
 * the path of the base address, which `url` comes without.
 */
export function pathClaim(picks: Pick<Picks, 'pathClaim' | 'pathClaimPrefix'>, url: string, prefix = ''): string {
  const claimed = picks.pathClaim === 'path' ? (url.split('?', 1)[0] ?? '') : url;
  return picks.pathClaimPrefix === 'with-prefix' ? prefix + claimed : claimed;
}
