export type Route =
  | { readonly kind: 'direct' }
  /** `url` is the proxy's, such as `http://proxy.shop:8080`. */
  | { readonly kind: 'proxy'; readonly url: string }
  | { readonly kind: 'unsupported'; readonly name: string };

const SCHEMES: Readonly<Record<string, string>> = { PROXY: 'http', HTTP: 'http', HTTPS: 'https' };

/** `list`: a PAC script's answer, `PROXY proxy.shop:8080; DIRECT`. Ways that the till cannot use give way to others. */
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

/** True for an address of this machine: it is reached directly, whatever the system says of proxies. */
export function isThisMachine(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || hostname === '::1' || /^127(\.\d+){3}$/.test(hostname);
}
