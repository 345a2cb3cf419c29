import { spawn } from 'node:child_process';
import { generateKeyPairSync, X509Certificate } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type ServerOptions } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import pLimit from 'p-limit';
import { describe, expect, onTestFinished, test } from 'vitest';
import { cleanEnvironment } from '../../main/support/clean-environment.ts';
import { onlyOnLinux } from '../base/only-where.ts';
import { selfSigned } from '../service/self-signed-certificate.ts';

const root = join(import.meta.dirname, '../..');

type Impostor = Awaited<ReturnType<typeof impostor>>;

/** Starts a service with an untrusted certificate, and writes the certificate to a file in a new folder. */
async function impostor(more: ServerOptions = {}) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const cert = new X509Certificate(selfSigned(privateKey, publicKey, 'localhost')).toString();
  const key = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
  let heard = 0;
  const server = createServer({ key, cert, ...more }, (_request, response) => {
    heard += 1;
    response.end('{}');
  });
  server.on('tlsClientError', () => undefined);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const folder = mkdtempSync(join(tmpdir(), 'tillmate-impostor-'));
  const file = join(folder, 'impostor.pem');
  writeFileSync(file, cert);
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
    rmSync(folder, { recursive: true });
  });
  const { port } = server.address() as AddressInfo;
  return { origin: `https://localhost:${port}`, file, folder, heard: () => heard };
}

async function ask(
  origin: string,
  env: NodeJS.ProcessEnv,
  how: 'cleaned' | 'as-it-came' = 'cleaned',
  node: string[] = [],
) {
  const script = join(import.meta.dirname, 'asks-over-tls.ts');
  const child = spawn(process.execPath, [...node, script, origin, how], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  return (await text(child.stdout)).trim();
}

describe('a service with an untrusted certificate gets no request, although', () => {
  test.each(['cleaned', 'as-it-came'] as const)('the environment disables verification (%s)', async (how) => {
    const { origin, heard } = await impostor();
    expect(await ask(origin, { NODE_TLS_REJECT_UNAUTHORIZED: '0' }, how)).toBe('network.tls');
    expect(heard()).toBe(0);
  });

  test('the environment adds an authority', async () => {
    const { origin, file, heard } = await impostor();
    expect(await ask(origin, { NODE_EXTRA_CA_CERTS: file })).toBe('network.tls');
    expect(heard()).toBe(0);
  });

  test(
    "the environment replaces the system's authorities",
    onlyOnLinux('OpenSSL finds them by a variable'),
    async () => {
      const { origin, file, heard } = await impostor();
      // The attack itself, on a till that ignores its environment.
      expect(await ask(origin, { SSL_CERT_FILE: file }, 'as-it-came')).toBe('answered 200');
      expect(heard()).toBe(1);
      expect(await ask(origin, { SSL_CERT_FILE: file })).toBe('network.tls');
      expect(heard()).toBe(1);
    },
  );
});

/** Variables that tell Node or OpenSSL whom to trust. Node reads some before the first import. */
const trusting = ({ file, folder }: Impostor): Readonly<Record<string, NodeJS.ProcessEnv>> => ({
  'the system’s authorities': { NODE_USE_SYSTEM_CA: '1' },
  'the system’s, by an option': { NODE_OPTIONS: '--use-system-ca' },
  'those of this file': { SSL_CERT_FILE: file },
  'those of this folder': { SSL_CERT_DIR: folder },
  'this one besides': { NODE_EXTRA_CA_CERTS: file },
  everybody: { NODE_TLS_REJECT_UNAUTHORIZED: '0' },
});

test('no pair of trust variables admits an untrusted service', async () => {
  const found = await impostor();
  const all = Object.entries(trusting(found));
  const pairs = all.flatMap(([one, ofOne], nth) =>
    all.slice(nth + 1).map(([other, ofOther]) => [`${one}, ${other}`, { ...ofOne, ...ofOther }] as const),
  );
  const limit = pLimit(4);
  const answers = await Promise.all(pairs.map(([, env]) => limit(() => ask(found.origin, env))));
  expect(Object.fromEntries(pairs.map(([name], nth) => [name, answers[nth]]))).toEqual(
    Object.fromEntries(pairs.map(([name]) => [name, 'network.tls'])),
  );
  expect(found.heard()).toBe(0);
});

test('an old TLS version gets no request despite Node options', async () => {
  const { origin, file, heard } = await impostor({
    maxVersion: 'TLSv1.1',
    minVersion: 'TLSv1',
    ciphers: 'DEFAULT@SECLEVEL=0',
  });
  const told = ['--tls-min-v1.0', '--tls-cipher-list=DEFAULT@SECLEVEL=0'];
  expect(await ask(origin, { SSL_CERT_FILE: file }, 'as-it-came', told)).toBe('network.tls');
  expect(heard()).toBe(0);
});

test.each([
  'NODE_TLS_REJECT_UNAUTHORIZED',
  'NODE_OPTIONS',
  'NODE_EXTRA_CA_CERTS',
  'NODE_USE_SYSTEM_CA',
  'NODE_USE_ENV_PROXY',
  'NODE_DEBUG',
  'NODE_REDIRECT_WARNINGS',
  'NODE_COMPILE_CACHE',
  'node_tls_reject_unauthorized',
  'SSLKEYLOGFILE',
  'SSL_CERT_FILE',
  'SSL_CERT_DIR',
  'OPENSSL_CONF',
  'OPENSSL_MODULES',
  'ELECTRON_RUN_AS_NODE',
  'ELECTRON_ENABLE_LOGGING',
  'ELECTRON_LOG_FILE',
  'ELECTRON_NO_ASAR',
])('removes and names %s', (name) => {
  const env: NodeJS.ProcessEnv = { PATH: '/bin', [name]: '1' };
  expect(cleanEnvironment(env)).toEqual([name]);
  expect(env).toEqual({ PATH: '/bin' });
});

test('keeps variables of system, session and developer', () => {
  const env = { HOME: '/h', DISPLAY: ':0', HTTPS_PROXY: 'http://p:1', NODE_ENV: 'test', TILLMATE_X: '1', NODE: '/n' };
  const before = { ...env };
  expect(cleanEnvironment(env)).toEqual([]);
  expect(env).toEqual(before);
});

test('is the first import of the app', () => {
  const lines = readFileSync(join(root, 'main/index.ts'), 'utf8').split('\n');
  expect(lines.find((line) => /^(import|const|let|export)\b/.test(line))).toBe(
    "import './support/clean-environment.ts';",
  );
});
