import { generateKeyPairSync } from 'node:crypto';
import { expect, test } from 'vitest';
import { createUndiciTransport } from '../../main/service/undici-transport.ts';
import { askCollector, COLLECTOR_TIMEOUTS } from '../../main/upload/collector.ts';
import { ANSWER_LIMIT, pathOf } from '../../main/upload/wire.ts';
import { serveHttp, serveHttps } from '../service/loopback-server.ts';
import { selfSigned } from '../service/self-signed-certificate.ts';
import { StubCollector } from './stub-collector.ts';

const { privateKey, publicKey } = generateKeyPairSync('ed25519');
const path = pathOf(7, 'settings');

async function ask(address: string) {
  const transport = createUndiciTransport(COLLECTOR_TIMEOUTS);
  try {
    const parts = { transport, address, privateKey, now: () => 0 };
    return await askCollector(parts, { name: 'settings', path, body: '{"sentAt":1}' });
  } finally {
    await transport.close();
  }
}

test('reaches the collector over HTTP, also below a path', async () => {
  const stub = new StubCollector();
  stub.publicKey = publicKey.export({ format: 'jwk' }).x ?? '';
  stub.settings = { 'counter.entry': 'cents' };
  await using server = await stub.serve();
  expect(await ask(server.origin)).toMatchObject({ settings: stub.settings });
  const paths: unknown[] = [];
  await using proxy = await serveHttp((request, response) => {
    paths.push(request.url);
    response.end('{"revision":null,"settings":{}}');
  });
  expect(await ask(`${proxy.origin}/tills/`)).toEqual({ revision: null, settings: {} });
  expect(paths).toEqual([`/tills${path}`]);
});

const answered = [
  ['a redirect is not followed', 302, '{}', 'head-office.answer'],
  ['a page is no answer', 200, '<html>', 'head-office.answer'],
  ['an answer without its fields is none', 200, '{"revision":null}', 'head-office.answer'],
  ['an answer without an end is none', 200, 'x'.repeat(ANSWER_LIMIT + 1), 'head-office.answer'],
  ['a refusal that is a page is no collector', 404, '<html>', 'head-office.answer'],
  ['a proxy in trouble is waited for', 502, '<html>', 'head-office.unreachable'],
  ['an unknown refusal is told', 401, '{"code":"signature.wrong","message":"no"}', 'head-office.refused'],
  ['an end is told', 410, '{"code":"till.ended","message":"no"}', 'head-office.ended'],
] as const;
test.each(answered)('%s', async (_, status, body, code) => {
  let asked = 0;
  await using server = await serveHttp((_request, response) => {
    asked += 1;
    response.writeHead(status, { location: '/elsewhere' }).end(body);
  });
  await expect(ask(server.origin)).rejects.toMatchObject({ code });
  expect(asked).toBe(1);
});

test('reports the Retry-After of a busy collector', async () => {
  await using server = await serveHttp((_request, response) => {
    response.writeHead(429, { 'retry-after': '17' }).end();
  });
  await expect(ask(server.origin)).rejects.toMatchObject({ code: 'head-office.busy', retryAfterMs: 17_000 });
});

test('sends nothing to a collector with an untrusted certificate', async () => {
  const keys = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const der = selfSigned(keys.privateKey, keys.publicKey, '127.0.0.1').toString('base64');
  const cert = `-----BEGIN CERTIFICATE-----\n${der}\n-----END CERTIFICATE-----\n`;
  const key = keys.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
  let asked = 0;
  await using server = await serveHttps({ key, cert }, () => {
    asked += 1;
  });
  const address = server.origin.replace('http:', 'https:');
  await expect(ask(address)).rejects.toMatchObject({ code: 'head-office.certificate' });
  expect(asked).toBe(0);
});
