import type { Choices } from '../open-points.ts';

/**
 * What the `path` claim of a message says that goes to `url`, a path with its query as they are on the wire. `prefix` is
 * the path of the base address, which `url` comes without.
 */
export function pathClaim(choices: Pick<Choices, 'pathClaim' | 'pathClaimPrefix'>, url: string, prefix = ''): string {
  const claimed = choices.pathClaim === 'path' ? (url.split('?', 1)[0] ?? '') : url;
  return choices.pathClaimPrefix === 'with-prefix' ? prefix + claimed : claimed;
}
