/**
 * The proxy for an address by the environment's variables, in the form of a PAC script: for a run without windows, which
 * cannot ask Chromium for the system's. `https_proxy`, `all_proxy`, and `no_proxy` with names, endings (`.shop.example`) and `*`.
 */
export function proxyFromEnvironment(url: string, env: Readonly<Record<string, string | undefined>>): string {
  const { hostname, protocol } = new URL(url);
  const of = (name: string) => env[name] || env[name.toUpperCase()];
  const isExempt = (of('no_proxy') ?? '')
    .split(/[\s,]+/)
    .filter((entry) => entry !== '')
    .some((entry) => entry === '*' || `.${hostname}`.endsWith(`.${entry.replace(/^\*?\./, '').toLowerCase()}`));
  const proxy = of(protocol === 'https:' ? 'https_proxy' : 'http_proxy') ?? of('all_proxy');
  if (isExempt || proxy === undefined) return 'DIRECT';
  const parsed = URL.parse(proxy.includes('://') ? proxy : `http://${proxy}`);
  if (parsed === null || parsed.host === '') return 'DIRECT';
  const kind = { 'http:': 'PROXY', 'https:': 'HTTPS' }[parsed.protocol] ?? 'SOCKS';
  const port = parsed.port || (parsed.protocol === 'https:' ? '443' : '80');
  return `${kind} ${parsed.hostname}:${port}`;
}
