import type { TerminalSettings } from '../settings/settings.ts';

/**
 * What the `path` claim of a callback may be: the paths of the URLs that the till gives the service. The path of the
 * request does not count, since the shop's reverse proxy may rewrite it. Empty when no URL is set: then the service
 * uses the profile's defaults, which the till does not know.
 */
export function callbackPaths({ callbacks, tuning }: Pick<TerminalSettings, 'callbacks' | 'tuning'>): string[] {
  const urls = [callbacks?.callbackUrl, callbacks?.identifyCallbackUrl];
  const paths = urls.flatMap((text) => {
    if (text === undefined || text === '') return [];
    const { pathname, search } = new URL(text);
    return [tuning.pathClaim === 'path-and-query' ? pathname + search : pathname];
  });
  return [...new Set(paths)];
}
