import { exec, spawn, spawnSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, expect, test } from 'vitest';
import { onlyWhere } from '../base/only-where.ts';
import { folder } from '../base/test-folder.ts';

const cli = join(import.meta.dirname, '../../main/sandbox/cli.ts');

const curl = onlyWhere(
  'where curl is',
  spawnSync('curl', ['--version']).error === undefined,
  'the line is one of curl',
);

let running: ReturnType<typeof spawn> | undefined;
afterEach(async () => {
  const process = running;
  if (process && process.exitCode === null) {
    const ended = new Promise((resolve) => process.once('exit', resolve));
    process.kill('SIGTERM');
    await ended;
  }
});

/** Starts the command and returns its output once the curl line is printed. */
function start(...options: string[]): Promise<string> {
  const child = spawn(process.execPath, [cli, '--port', '0', '--control-port', '0', '--key-dir', folder, ...options]);
  running = child;
  return new Promise((resolve, reject) => {
    let printed = '';
    child.stdout.on('data', (chunk: Buffer) => {
      printed += chunk.toString();
      if (/^curl(\.exe)? .*\n/m.test(printed)) resolve(printed);
    });
    child.stderr.on('data', (chunk: Buffer) => {
      printed += chunk.toString();
    });
    // `exit` may be emitted before the last output.
    child.once('close', (code) => reject(new Error(`ended with ${code}: ${printed}`)));
  });
}

test('the printed curl line works as printed', curl, async () => {
  const printed = await start('--active', '3', '--transactions', '100');
  const line = /^curl(?:\.exe)? .*$/m.exec(printed)?.[0] ?? '';
  const { stdout } = await promisify(exec)(line);
  expect(JSON.parse(stdout)).toMatchObject({ status: 'PENDING', amount: 1250, reference: 'TILL1-0001' });
});

test('prints working addresses, keys and documentation', async () => {
  const printed = await start();
  const value = (name: string) => new RegExp(`^${name} +(\\S+)`, 'm').exec(printed)?.[1] ?? '';
  for (const name of ['Control panel', 'Documentation', "The service's keys"]) {
    expect((await fetch(value(name))).status).toBe(200);
  }
  expect(JSON.parse(await readFile(value("A till's signing key"), 'utf8'))).toMatchObject({
    kid: 'till-1',
    crv: 'P-256',
  });
  expect(JSON.parse(await readFile(join(folder, 'provision.json'), 'utf8'))).toMatchObject({
    merchant: { merchantId: value('Merchant'), profileId: value('Profile') },
    keys: { apiKey: value('API key') },
  });
  const document = (await (await fetch(`${value('The sandbox listens at')}/openapi.json`)).json()) as { paths: object };
  const operations = Object.values(document.paths).flatMap((path) => Object.keys(path));
  expect(operations).toHaveLength(12);
});

test('the same seed gives the same merchant, profile and API key', async () => {
  const identity = (printed: string) => /^Merchant[\s\S]*^API key.*$/m.exec(printed)?.[0];
  const first = identity(await start('--seed', '5'));
  running?.kill('SIGKILL');
  expect(identity(await start('--seed', '5'))).toBe(first);
});

test("--callbacks posts each change to the till's port", async () => {
  const called = Promise.withResolvers<unknown>();
  const till = createServer((request, response) => {
    request.setEncoding('utf8').on('data', (text: string) => called.resolve(JSON.parse(text)));
    request.on('end', () => response.end('{}'));
  });
  await new Promise<void>((resolve) => void till.listen(0, '127.0.0.1', resolve));
  const { port } = till.address() as AddressInfo;
  try {
    const printed = await start('--callbacks', String(port));
    const value = (name: string) => new RegExp(`^${name} +(\\S+)`, 'm').exec(printed)?.[1] ?? '';
    const answer = await fetch(`${value('The sandbox listens at')}/v3/payments/pos`, {
      method: 'POST',
      headers: { authorization: `Bearer ${value('API key')}`, 'content-type': 'application/json' },
      body: JSON.stringify({ posId: 'TILL1', amount: 1250, currency: 'EUR', reference: 'TILL1-0001' }),
    });
    const page = (await answer.json())._links.deeplink.href;
    await fetch(`${page}/scan`, { method: 'POST', headers: { origin: new URL(page).origin } });
    expect(await called.promise).toMatchObject({ status: 'IDENTIFIED', reference: 'TILL1-0001' });
    const provision = JSON.parse(await readFile(join(folder, 'provision.json'), 'utf8'));
    expect(provision.callbacks).toEqual({ listen: { host: '127.0.0.1', port } });
  } finally {
    till.closeAllConnections();
    till.close();
  }
});

test.each([
  [['--active', 'many'], '--active takes a whole number'],
  [['--active', '1e3'], '--active takes a whole number'],
  [['--port', '65536'], '--port takes a whole number up to 65535'],
  [['--transactions', '1000000000000'], '--transactions takes a whole number'],
  [['--pick', 'cancelStatus=418'], 'cancelStatus is one of'],
  [['--pick', 'colour=blue'], 'There is no pick "colour"'],
  [['--pick'], "'--pick <value>' argument missing"],
  [['--colour'], "Unknown option '--colour'"],
  [['now'], "Unexpected argument 'now'"],
  [['--host', '256.1.1.1'], 'ENOTFOUND 256.1.1.1'],
])('refuses %j in a single line without a stack trace', async (options, message) => {
  const refused = start(...options);
  await expect(refused).rejects.toThrow(message);
  await expect(refused).rejects.not.toThrow(/\n {4}at /);
});
