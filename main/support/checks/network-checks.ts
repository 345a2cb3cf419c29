import { isIP } from 'node:net';
import { DAY_MS, utcDayOf } from '../../base/days.ts';
import { isThisMachine, proxyRoutes, type Route } from '../../service/proxy-routes.ts';
import type { TerminalSettings } from '../../settings/settings.ts';
import { type CertificateLook, lookAtCertificate, SOON_DAYS } from './certificate.ts';
import { type Check, type Found, failed, failedWith, mends, ok, skipped, warning } from './check.ts';

export interface NetworkParts {
  readonly settings: TerminalSettings | undefined;
  /** Rejects if none exist. */
  lookUp(host: string): Promise<readonly string[]>;
  readonly resolveProxy?: ((url: string) => Promise<string>) | undefined;
  now(): number;
  readonly look?: typeof lookAtCertificate;
}

export function networkChecks(parts: NetworkParts): readonly Check[] {
  const { settings } = parts;
  const check = (id: Check['id'], look: (of: readonly URL[], signal: AbortSignal) => Promise<Found>): Check => ({
    id,
    run: (signal) =>
      settings === undefined ? skipped('needs.setup', {}, mends.service) : look(addressesOf(settings), signal),
  });
  return [check('dns', (of) => names(of, parts)), check('tls', (of, signal) => certificates(of, parts, signal))];
}

function addressesOf({ service }: TerminalSettings): readonly URL[] {
  const urls = [new URL(service.baseUrl), new URL(service.jwksUrl)];
  return urls.filter(({ origin }, index) => urls.findIndex((url) => url.origin === origin) === index);
}

async function names(addresses: readonly URL[], parts: NetworkParts): Promise<Found> {
  const hosts = [...new Set(addresses.map(({ hostname }) => hostname))];
  const named = hosts.filter((host) => !isThisMachine(host) && isIP(host.replace(/^\[|\]$/g, '')) === 0);
  if (named.length === 0) return skipped('dns.no-name', { host: hosts.join(', ') });
  const proxy = await proxyFor(addresses, parts);
  if (proxy !== undefined) return skipped('dns.proxy', { proxy });
  const found: string[] = [];
  for (const host of named) {
    try {
      found.push(...(await parts.lookUp(host)));
    } catch {
      return failed('network.dns', { host }, mends.service);
    }
  }
  return ok('dns.found', { host: named.join(', '), addresses: [...new Set(found)].join(', ') });
}

async function proxyFor(addresses: readonly URL[], { resolveProxy }: NetworkParts): Promise<string | undefined> {
  const [address] = addresses;
  if (resolveProxy === undefined || address === undefined) return undefined;
  const [first]: readonly Route[] = proxyRoutes(await resolveProxy(`${address.origin}/`).catch(() => 'DIRECT'));
  return first?.kind === 'proxy' ? first.url : undefined;
}

async function certificates(addresses: readonly URL[], parts: NetworkParts, signal: AbortSignal): Promise<Found> {
  const safe = addresses.filter(({ protocol }) => protocol === 'https:');
  if (safe.length === 0) return skipped('tls.none', { host: addresses.map(({ host }) => host).join(', ') });
  const { look = lookAtCertificate, resolveProxy } = parts;
  const found = await Promise.all(
    safe.map(async (address) => judged(await look({ address, resolveProxy, signal }), address.host, parts.now())),
  );
  return (
    found.find(({ state }) => state === 'failed') ??
    found.reduce((worst, next) => (ends(next) < ends(worst) ? next : worst))
  );
}

/** The certificate that expires first is reported. */
function ends({ values }: Found): number {
  const days = values?.['days'];
  return typeof days === 'number' ? days : Number.POSITIVE_INFINITY;
}

function judged(look: CertificateLook, host: string, now: number): Found {
  switch (look.kind) {
    case 'unreached':
      return skipped('needs.connection', { host });
    case 'refused':
      return failed(`tls.${look.why}`, { host, reason: look.reason, ...look.facts }, mends.service);
    case 'proxy':
      return failedWith(look.error, mends.service);
    case 'trusted': {
      const days = Math.floor((look.until - now) / DAY_MS);
      const facts = { host, days, until: utcDayOf(look.until), issuer: look.issuer, protocol: look.protocol };
      return days <= SOON_DAYS ? warning('tls.ends-soon', facts) : ok('tls.trusted', facts);
    }
  }
}

/** For a run without Chromium: a PAC result from `https_proxy`, `http_proxy`, `all_proxy` and `no_proxy`. */
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
