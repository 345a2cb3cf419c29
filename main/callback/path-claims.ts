import type { TerminalSettings } from '../settings/settings.ts';

/** A callback URL that the till gives to the service. Signatures name its path or the whole address. */
export interface CallbackUrl {
  readonly path: string;
  /** Normalised by `URL`. */
  readonly address: string;
}

/**
 * Returns the callback URLs of the settings. The path of the request is not used, because the shop's reverse proxy may
 * rewrite paths. Empty without a URL in the settings: the service then uses the profile's defaults, and the till does
 * not know them.
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
 * Returns the accepted `path` claims for a request to `url`. A request to a callback path of the till must be signed
 * for that URL. Only a proxy can send a request to any other path, so every callback URL is accepted. Without a URL in
 * the settings only the path counts.
 */
export function expectedPaths(urls: readonly CallbackUrl[], url: string): readonly string[] {
  const pathname = url.split('?', 1)[0] ?? url;
  if (urls.length === 0) return [pathname, url];
  const came = [url, pathname].find((text) => urls.some(({ path }) => path === text));
  const meant = came === undefined ? urls : urls.filter(({ path }) => path === came);
  return meant.flatMap(({ path, address }) => [path, address]);
}
