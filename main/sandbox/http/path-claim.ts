import type { Choices } from '../open-points.ts';

/**
 * The `path` claim of a message to `url`, which is a path and query as they are sent, without `prefix`, the path of the
 * base address.
 */
export function pathClaim(choices: Pick<Choices, 'pathClaim' | 'pathClaimPrefix'>, url: string, prefix = ''): string {
  const claimed = choices.pathClaim === 'path' ? (url.split('?', 1)[0] ?? '') : url;
  return choices.pathClaimPrefix === 'with-prefix' ? prefix + claimed : claimed;
}
