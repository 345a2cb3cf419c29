import { execFile, spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, test } from 'vitest';

const cli = new URL('../../main/sandbox/cli.ts', import.meta.url).pathname;

let folder: string;
let running: ReturnType<typeof spawn> | undefined;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sandbox-cli-'));
});
afterEach(async () => {
  const process = running;
  if (process && process.exitCode === null) {
    const ended = new Promise((resolve) => process.once('exit', resolve));
    process.kill('SIGTERM');
    await ended;
  }
  await rm(folder, { recursive: true });
});

/** Starts the command and gives what it printed once it has printed its curl line. */
function start(...options: string[]): Promise<string> {
  const child = spawn(process.execPath, [cli, '--port', '0', '--control-port', '0', '--key-dir', folder, ...options]);
  running = child;
  return new Promise((resolve, reject) => {
    let printed = '';
    child.stdout.on('data', (chunk: Buffer) => {
      printed += chunk.toString();
      if (/^curl .*\n/m.test(printed)) resolve(printed);
    });
    child.stderr.on('data', (chunk: Buffer) => {
      printed += chunk.toString();
    });
    child.once('exit', (code) => reject(new Error(`ended with ${code}: ${printed}`)));
  });
}

test('started alone, the curl line that it prints works as printed', async () => {
  const printed = await start('--active', '3', '--transactions', '100');
  const line = /^curl .*$/m.exec(printed)?.[0] ?? '';
  const { stdout } = await promisify(execFile)('sh', ['-c', line]);
  expect(JSON.parse(stdout)).toMatchObject({ status: 'PENDING', amount: 1250, reference: 'TILL1-0001' });
});

test('it says where everything is, and everything is there', async () => {
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

test.each([
  [['--active', 'many'], '--active takes a whole number'],
  [['--pick', 'cancelStatus=418'], 'cancelStatus is one of'],
])('%j is refused', async (options, message) => {
  await expect(start(...options)).rejects.toThrow(message);
});
