export type Route =
  | { readonly kind: 'direct' }
  /** Origin of the proxy, such as `http://proxy.shop:8080`. */
  | { readonly kind: 'proxy'; readonly url: string }
  | { readonly kind: 'unsupported'; readonly name: string };

const SCHEMES: Readonly<Record<string, string>> = { PROXY: 'http', HTTP: 'http', HTTPS: 'https' };

/** Parses a PAC result such as `PROXY proxy.shop:8080; DIRECT`. Unsupported routes are left only if none is usable. */
export function proxyRoutes(list: string): readonly Route[] {
  const entries = list.split(';').map((entry) => entry.trim());
  const routes = entries.filter((entry) => entry !== '').map(routeOf);
  const usable = routes.filter(({ kind }) => kind !== 'unsupported');
  if (usable.length > 0) return usable;
  return routes.length > 0 ? routes.slice(0, 1) : [{ kind: 'direct' }];
}

function routeOf(entry: string): Route {
  const [name = '', address = ''] = entry.split(/\s+/);
  if (name.toUpperCase() === 'DIRECT') return { kind: 'direct' };
  const scheme = SCHEMES[name.toUpperCase()];
  const url = `${scheme}://${address}`;
  if (scheme === undefined || address === '' || !URL.canParse(url)) return { kind: 'unsupported', name: entry };
  return { kind: 'proxy', url: new URL(url).origin };
}

/** True for an address of this machine, which is reached directly whatever the system's proxy settings say. */
export function isThisMachine(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || hostname === '::1' || /^127(\.\d+){3}$/.test(hostname);
}
