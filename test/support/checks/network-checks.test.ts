import { generateKeyPairSync, X509Certificate } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { type CertificateLook, lookAtCertificate } from '../../../main/support/checks/certificate.ts';
import { type NetworkParts, networkChecks, proxyFromEnvironment } from '../../../main/support/checks/network-checks.ts';
import { origin, settingsFor } from '../../service/client-under-test.ts';
import { connectProxy } from '../../service/connect-proxy.ts';
import { serveBytes, serveHttps } from '../../service/loopback-server.ts';
import { selfSigned } from '../../service/self-signed-certificate.ts';

const { signal } = new AbortController();
const now = Date.UTC(2026, 10, 20);
const DAY = 86_400_000;

async function find(id: 'dns' | 'tls', parts: Partial<NetworkParts>) {
  const all = { settings: settingsFor(), lookUp: async () => ['192.0.2.1'], now: () => now, ...parts };
  const check = networkChecks(all).find((one) => one.id === id);
  return check?.run(signal);
}

describe('names', () => {
  test('reports the addresses of each host', async () => {
    expect(await find('dns', {})).toMatchObject({
      state: 'ok',
      values: { host: 'service.test', addresses: '192.0.2.1' },
    });
  });

  test('an unknown name leads to the settings', async () => {
    const lookUp = async () => Promise.reject(new Error('ENOTFOUND'));
    expect(await find('dns', { lookUp })).toEqual({
      state: 'failed',
      finding: 'network.dns',
      values: { host: 'service.test' },
      mend: { view: 'settings', part: 'service' },
    });
  });

  test('skips names resolved by a proxy, and IP addresses', async () => {
    const lookUp = async () => Promise.reject(new Error('must not be asked'));
    const resolveProxy = async () => 'PROXY proxy.shop:8080; DIRECT';
    expect(await find('dns', { lookUp, resolveProxy })).toMatchObject({
      finding: 'dns.proxy',
      values: { proxy: 'http://proxy.shop:8080' },
    });
    const service = { ...settingsFor().service, baseUrl: 'http://127.0.0.1:4010', jwksUrl: 'http://[::1]:4010/keys' };
    const settings = { ...settingsFor(), service };
    expect(await find('dns', { lookUp, settings })).toMatchObject({ state: 'skipped', finding: 'dns.no-name' });
    expect(await find('tls', { settings })).toMatchObject({ state: 'skipped', finding: 'tls.none' });
    expect(await find('tls', { settings: undefined })).toMatchObject({ state: 'skipped', finding: 'needs.setup' });
  });
});

describe('certificates', () => {
  const trusted = (days: number): CertificateLook => ({
    kind: 'trusted',
    until: now + days * DAY + 1,
    issuer: 'Example Trust',
    protocol: 'TLSv1.3',
  });

  test.each([
    [22, 'ok', 'tls.trusted'],
    [21, 'warning', 'tls.ends-soon'],
    [0, 'warning', 'tls.ends-soon'],
  ] as const)('valid for %d days', async (days, state, finding) => {
    expect(await find('tls', { look: async () => trusted(days) })).toMatchObject({ state, finding, values: { days } });
  });

  test('reports the earliest expiry, but refusals first', async () => {
    const service = { ...settingsFor().service, jwksUrl: 'https://keys.test/jwks' };
    const settings = { ...settingsFor(), service };
    const of = (other: CertificateLook) => ({
      settings,
      look: async ({ address }: { readonly address: URL }) => (address.host === 'keys.test' ? other : trusted(100)),
    });
    expect(await find('tls', of(trusted(30)))).toMatchObject({ values: { host: 'keys.test', days: 30 } });
    const refused = {
      kind: 'refused',
      why: 'ended',
      reason: 'CERT_HAS_EXPIRED',
      facts: { until: '2026-11-01' },
    } as const;
    expect(await find('tls', of(refused))).toMatchObject({
      state: 'failed',
      finding: 'tls.ended',
      values: { host: 'keys.test', until: '2026-11-01' },
    });
    expect(await find('tls', of({ kind: 'unreached' }))).toMatchObject({
      state: 'ok',
      values: { host: 'service.test' },
    });
  });

  function service(name: string, until?: string) {
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const cert = new X509Certificate(selfSigned(privateKey, publicKey, name, until)).toString();
    const key = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
    return { cert, server: serveHttps({ key, cert }, (_request, response) => void response.end()) };
  }

  /** Inspects the server on this port as the server at `origin`. */
  async function look(port: number, certificates: () => readonly string[]) {
    await using proxy = await connectProxy(port);
    const resolveProxy = async () => proxy.entry;
    return await lookAtCertificate({ address: new URL(origin), resolveProxy, signal, certificates });
  }

  test('a trusted certificate has expiry and issuer', async () => {
    const { cert, server } = service('service.test');
    await using at = await server;
    expect(await look(at.port, () => [cert])).toEqual({
      kind: 'trusted',
      until: Date.UTC(2049, 11, 31, 23, 59, 59),
      issuer: 'service.test',
      protocol: 'TLSv1.3',
    });
  });

  test('refuses an expired and a foreign certificate with the reason', async () => {
    const old = service('service.test', '211231235959Z');
    await using ended = await old.server;
    expect(await look(ended.port, () => [old.cert])).toMatchObject({ kind: 'refused', why: 'ended' });
    const { cert, server } = service('other.test');
    await using other = await server;
    expect(await look(other.port, () => [cert])).toMatchObject({ kind: 'refused', why: 'other-name' });
  });

  test('refuses an untrusted certificate and names its issuer', async () => {
    const { server } = service('Shop security 4.0');
    await using at = await server;
    const address = new URL(`https://127.0.0.1:${at.port}`);
    expect(await lookAtCertificate({ address, resolveProxy: undefined, signal, certificates: () => [] })).toEqual({
      kind: 'refused',
      why: 'unknown-issuer',
      reason: 'DEPTH_ZERO_SELF_SIGNED_CERT',
      facts: { issuer: 'Shop security 4.0', from: '2020-01-01', until: '2049-12-31' },
    });
  });

  test('reports a failed handshake, but nothing without a server', async () => {
    const address = async (port: number) =>
      lookAtCertificate({
        address: new URL(`https://127.0.0.1:${port}`),
        resolveProxy: undefined,
        signal,
        certificates: () => [],
      });
    await using server = await serveBytes((socket) => void socket.end('SSH-2.0-OpenSSH\r\n'));
    expect(await address(server.port)).toMatchObject({ kind: 'refused', why: 'handshake' });
    // Port 1: the system never assigns it. Another process could take a port just freed.
    expect(await address(1)).toEqual({ kind: 'unreached' });
  });

  test('reports a proxy with authentication', async () => {
    await using server = await serveBytes(
      (socket) => void socket.end('HTTP/1.1 407 Proxy\r\ncontent-length: 0\r\n\r\n'),
    );
    const resolveProxy = async () => `PROXY 127.0.0.1:${server.port}`;
    const look = () => lookAtCertificate({ address: new URL(origin), resolveProxy, signal, certificates: () => [] });
    expect(await find('tls', { look })).toMatchObject({ state: 'failed', finding: 'network.proxy-auth' });
  });
});

const url = 'https://pay.shop.example:8443/v3';

test.each([
  [{}, 'DIRECT'],
  [{ https_proxy: 'http://proxy.shop:8080' }, 'PROXY proxy.shop:8080'],
  [{ HTTPS_PROXY: 'proxy.shop:8080' }, 'PROXY proxy.shop:8080'],
  [{ https_proxy: 'https://proxy.shop' }, 'HTTPS proxy.shop:443'],
  [{ https_proxy: '', ALL_PROXY: 'http://10.0.0.1' }, 'PROXY 10.0.0.1:80'],
  [{ all_proxy: 'socks5://10.0.0.1:1080' }, 'SOCKS 10.0.0.1:1080'],
  [{ http_proxy: 'http://proxy.shop:8080' }, 'DIRECT'],
  [{ https_proxy: 'http://proxy.shop:8080', no_proxy: 'localhost, .shop.example' }, 'DIRECT'],
  [{ https_proxy: 'http://proxy.shop:8080', no_proxy: '*' }, 'DIRECT'],
  [{ https_proxy: 'http://proxy.shop:8080', NO_PROXY: 'hop.example,other' }, 'PROXY proxy.shop:8080'],
  [{ https_proxy: 'http://' }, 'DIRECT'],
])('%j', (env, route) => {
  expect(proxyFromEnvironment(url, env)).toBe(route);
});
