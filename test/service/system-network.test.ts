import { generateKeyPairSync, X509Certificate } from 'node:crypto';
import type { RequestListener } from 'node:http';
import { rootCertificates } from 'node:tls';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { systemClock, systemRandom } from '../../main/base/clock.ts';
import type { PaymentId, RefundId } from '../../main/domain/payment-service.ts';
import { makeSigningKey } from '../../main/service/signing-key.ts';
import { createTrust } from '../../main/service/trusted-certificates.ts';
import { createUndiciTransport, type SystemNetwork } from '../../main/service/undici-transport.ts';
import { createLog } from '../../main/support/log.ts';
import { createConnection } from '../../main/till/service-connection.ts';
import { notingLog } from '../base/noting-log.ts';
import { origin, settingsFor } from './client-under-test.ts';
import { connectProxy } from './connect-proxy.ts';
import { serveBytes, serveHttp, serveHttps } from './loopback-server.ts';
import { selfSigned } from './self-signed-certificate.ts';
import { createServiceSide } from './service-side-signer.ts';

const open: { close(): Promise<void> }[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((one) => one.close()));
});

/** A TLS service whose certificate is trusted by an administrator only. */
function shopService() {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const cert = new X509Certificate(selfSigned(privateKey, publicKey, 'service.test')).toString();
  const key = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
  const serve = (listener: RequestListener) => serveHttps({ key, cert }, listener);
  return { cert, serve };
}

function connect(network: SystemNetwork, connectTimeoutMs = 2_000) {
  const timeouts = { connectTimeoutMs, headersTimeoutMs: 2_000, bodyTimeoutMs: 2_000 };
  const transport = createUndiciTransport(timeouts, network);
  open.push(transport);
  const get = (to: string) =>
    transport.send({ method: 'GET', origin: to, path: '/', query: '', headers: {}, maxBytes: 1_000 });
  return { get, close: () => transport.close() };
}

/** Port 1 has no listener: the system never assigns it. Another process could take a port just freed. */
const gone = 'PROXY 127.0.0.1:1';

const ok: RequestListener = (_request, response) => void response.end('{}');

describe("the system's certificates", () => {
  test('accepts a certificate trusted by the system', async () => {
    const { cert, serve } = shopService();
    await using server = await serve(ok);
    await using proxy = await connectProxy(server.port);
    const network = { certificates: () => [cert], resolveProxy: async () => proxy.entry };
    await expect(connect(network).get(origin)).resolves.toMatchObject({ status: 200 });
  });

  test('refuses an untrusted certificate, directly and through a proxy', async () => {
    const { serve } = shopService();
    await using server = await serve(ok);
    await using proxy = await connectProxy(server.port);
    vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', '0');
    try {
      const { get } = connect({ certificates: () => [], resolveProxy: async () => proxy.entry });
      await expect(get(origin)).rejects.toMatchObject({ code: 'network.tls', acted: 'no' });
      const direct = `https://127.0.0.1:${server.port}`;
      await expect(get(direct)).rejects.toMatchObject({ code: 'network.tls', acted: 'no' });
    } finally {
      vi.unstubAllEnvs();
    }
  });

  test("uses the app's certificates when the store is unreadable", () => {
    const logged: string[] = [];
    const log = notingLog((message) => void logged.push(message));
    const trust = createTrust(log, () => {
      throw new Error('no store');
    });
    expect(trust()).toBe(trust());
    expect(logged).toEqual(['System certificates unreadable: using the bundled certificates']);
    expect(rootCertificates.length).toBeGreaterThan(100);
  });

  test("reads the system's own store", () => {
    const logged: string[] = [];
    createTrust(notingLog((message) => void logged.push(message)))();
    expect(logged).toEqual([]);
  });
});

describe("the system's proxy", () => {
  test('carries the signed request and the JWKS request', async () => {
    const side = createServiceSide(() => Date.now());
    const { cert, serve } = shopService();
    const heard: string[] = [];
    const paymentId = 'a'.repeat(24) as PaymentId;
    const refundId = 'b'.repeat(24) as RefundId;
    const body = JSON.stringify({
      refundId,
      paymentId,
      amount: 400,
      currency: 'EUR',
      status: 'REFUNDED',
      creationDate: new Date().toISOString(),
    });
    await using server = await serve((request, response) => {
      const { url = '' } = request;
      heard.push(`${request.headers['signature'] === undefined ? 'unsigned' : 'signed'} ${url}`);
      response.setHeader('content-type', 'application/json');
      if (url === '/keys') return void response.end(JSON.stringify({ keys: [side.jwk] }));
      response.setHeader('signaturebank', side.detached(side.answer(url), body));
      response.end(body);
    });
    await using proxy = await connectProxy(server.port);
    const asked: string[] = [];
    const resolveProxy = async (url: string) => {
      asked.push(url);
      return `${proxy.entry}; DIRECT`;
    };
    const connection = createConnection({
      settings: settingsFor(),
      signingKey: makeSigningKey('till-42'),
      apiKey: undefined,
      clock: systemClock,
      random: systemRandom,
      log: createLog({ write: () => undefined, close: () => undefined }),
      network: { resolveProxy, certificates: () => [cert] },
    });
    open.push(connection);
    const refund = await connection.service.readRefund(paymentId, refundId);
    expect(refund).toMatchObject({ amount: 400, status: 'REFUNDED', verified: true });
    expect(heard).toEqual([`signed /v3/payments/${paymentId}/refunds/${refundId}`, 'unsigned /keys']);
    expect(new Set(asked)).toEqual(new Set([`${origin}/`]));
    expect(new Set(proxy.asked)).toEqual(new Set(['service.test:443']));
  });

  test('is bypassed for local addresses', async () => {
    await using server = await serveHttp(ok);
    const resolveProxy = async () => gone;
    await expect(connect({ resolveProxy }).get(server.origin)).resolves.toMatchObject({ status: 200 });
  });

  test.each([
    [407, 'network.proxy-auth', false],
    [302, 'network.proxy', true],
    [403, 'network.proxy', true],
    [502, 'network.proxy', true],
    ['hangs-up', 'network.proxy', true],
  ] as const)('answering %s gives %s, and nothing was sent', async (answer, code, retryable) => {
    await using proxy = await connectProxy(1);
    proxy.answer = answer;
    const { get } = connect({ resolveProxy: async () => proxy.entry });
    await expect(get(origin)).rejects.toMatchObject({ code, retryable, acted: 'no', values: { host: 'service.test' } });
    // No connection stays open, although the proxy would wait for another request.
    await expect.poll(() => proxy.open).toBe(0);
  });

  test('is blamed when unreachable or silent', async () => {
    await expect(connect({ resolveProxy: async () => gone }).get(origin)).rejects.toMatchObject({
      code: 'network.proxy',
    });
    await using silent = await serveBytes(() => undefined);
    const { get } = connect({ resolveProxy: async () => `PROXY 127.0.0.1:${silent.port}` }, 100);
    await expect(get(origin)).rejects.toMatchObject({ code: 'network.proxy', acted: 'no' });
  });

  test('does not delay closing the till', async () => {
    const asked = Promise.withResolvers<void>();
    const left = Promise.withResolvers<void>();
    await using silent = await serveBytes((socket) => {
      socket.once('data', () => asked.resolve());
      socket.once('close', () => left.resolve());
    });
    const { get, close } = connect({ resolveProxy: async () => `PROXY 127.0.0.1:${silent.port}` }, 60_000);
    const refused = expect(get(origin)).rejects.toMatchObject({ code: 'network.reset' });
    await asked.promise;
    await close();
    await Promise.all([left.promise, refused]);
  });

  test('reports SOCKS as unsupported', async () => {
    const { get } = connect({ resolveProxy: async () => 'SOCKS5 127.0.0.1:1080' });
    await expect(get(origin)).rejects.toMatchObject({ code: 'network.proxy-unsupported', acted: 'no' });
  });

  test('tries the next route when the first fails', async () => {
    const { cert, serve } = shopService();
    await using server = await serve(ok);
    await using proxy = await connectProxy(server.port);
    const resolveProxy = async () => `${gone}; ${proxy.entry}`;
    const { get } = connect({ resolveProxy, certificates: () => [cert] });
    for (const to of [origin, `${origin}:8443`]) await expect(get(to)).resolves.toMatchObject({ status: 200 });
    expect(proxy.asked).toEqual(['service.test:443', 'service.test:8443']);
  });

  test("reports the first route's error when all fail", async () => {
    await using proxy = await connectProxy(1);
    proxy.answer = 407;
    const { get } = connect({ resolveProxy: async () => `${proxy.entry}; ${gone}` });
    await expect(get(origin)).rejects.toMatchObject({ code: 'network.proxy-auth', acted: 'no' });
  });

  test('is looked up again for each connection', async () => {
    const { cert, serve } = shopService();
    await using server = await serve((_request, response) => void response.setHeader('connection', 'close').end('{}'));
    await using office = await connectProxy(server.port);
    await using shop = await connectProxy(server.port);
    let entry = office.entry;
    const urls: unknown[] = [];
    const log = notingLog((_message, { url }) => void urls.push(url));
    const { get } = connect({ resolveProxy: async () => entry, certificates: () => [cert], log });
    await get(origin);
    await get(origin);
    entry = shop.entry;
    await get(origin);
    expect([office.asked.length, shop.asked.length]).toEqual([2, 1]);
    expect(urls).toEqual([office, shop].map((proxy) => proxy.entry.replace('PROXY ', 'http://')));
  });

  test.each([
    ['fails', () => Promise.reject(new Error('no settings'))],
    ['never ends', () => new Promise<string>(() => undefined)],
  ])('is skipped when its lookup %s, with a log entry', async (_what, resolveProxy) => {
    const logged: string[] = [];
    const log = notingLog((message) => void logged.push(message));
    const { get } = connect({ resolveProxy, log }, 200);
    // Longer than a host name may be, so no name server is asked: a name server could exceed the till's timeout.
    await expect(get(`https://${'x'.repeat(64)}.invalid`)).rejects.toMatchObject({ code: 'network.dns' });
    expect(logged).toEqual(['System proxy settings unreadable: connecting directly']);
  });
});
