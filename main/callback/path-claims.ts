import type { TerminalSettings } from '../terminal/settings.ts';

/**
 * What the `path` claim of a callback may be: the paths of the URLs that the till gives the service. The shop's reverse
 * proxy may hand callbacks on under another path, so it is these that count. Empty when no URL is set: then the
 * profile's defaults apply, which the till does not know.
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
