import type { TerminalSettings } from '../settings/settings.ts';

/** A URL that the service has from the till. Its signatures name the path of it, or the whole address. */
export interface CallbackUrl {
  readonly path: string;
  /** As `URL` writes it. */
  readonly address: string;
}

/**
 * The callback URLs of the settings. The path of the request does not count, since the shop's reverse proxy may rewrite
 * it. Empty when no URL is set: then the service uses the profile's defaults, which the till does not know.
 */
export function callbackUrls({ callbacks, tuning }: Pick<TerminalSettings, 'callbacks' | 'tuning'>): CallbackUrl[] {
  const texts = new Set([callbacks?.callbackUrl, callbacks?.identifyCallbackUrl]);
  return [...texts].flatMap((text) => {
    if (text === undefined || text === '') return [];
    const { pathname, search, href } = new URL(text);
    return [{ path: tuning.pathClaim === 'path-and-query' ? pathname + search : pathname, address: href }];
  });
}

/**
 * The `path` claims of a request to `url`. One to a path of the till must be signed for that URL. To another path only a
 * proxy can have sent it. Where no URL is set, the path alone counts.
 */
export function expectedPaths(urls: readonly CallbackUrl[], url: string): readonly string[] {
  const pathname = url.split('?', 1)[0] ?? url;
  if (urls.length === 0) return [pathname, url];
  const came = [url, pathname].find((text) => urls.some(({ path }) => path === text));
  const meant = came === undefined ? urls : urls.filter(({ path }) => path === came);
  return meant.flatMap(({ path, address }) => [path, address]);
}
