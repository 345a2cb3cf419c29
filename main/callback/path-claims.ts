import type { TerminalSettings } from '../settings/settings.ts';

/**
 * The `path` claims that a callback may have: the paths of the URLs that the till gives the service. The path of the
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

/**
 * A request to one of the till's own paths must be signed for that path. To another path only a proxy can have sent it.
 */
export function expectedPaths(paths: readonly string[], url: string): readonly string[] {
  const pathname = url.split('?', 1)[0] ?? url;
  const exact = [url, pathname].find((came) => paths.includes(came));
  if (exact !== undefined) return [exact];
  return paths.length > 0 ? paths : [pathname, url];
}
