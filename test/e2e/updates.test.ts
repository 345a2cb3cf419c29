import { generateKeyPairSync, X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Page } from '@playwright/test';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { onlyOnLinux } from '../base/only-where.ts';
import { selfSigned } from '../service/self-signed-certificate.ts';
import { fileOf, type ReleaseMaker, releaseMaker } from '../updates/release-maker.ts';
import { charge, launchApp, onlyOnHost, pressLast, type RunningApp, reads, shows } from './harness/index.ts';
import { projectRoot } from './harness/runtime.ts';

/**
 * The built app with a release key, as in a release, run as an installed app. The AppImage is a script that writes a
 * file when started. The update server uses TLS with an authority trusted by the system.
 */
const linux = onlyOnLinux('an AppImage is replaced as only Linux replaces one');
const host = onlyOnHost('a checkout is taken for an installed app');
const app = join(projectRoot, 'out/with-release-key');
const installer = (version: string) => Buffer.from(`#!/bin/sh\necho ${version} > "$0.started"\n`);

let folder = '';
let server: Server;
describe('an installed till', host, () => {
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'tillmate-updates-'));
    const maker = await releaseMaker();
    buildWithKey(maker);
    const files = await releases(maker);
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const cert = new X509Certificate(selfSigned(privateKey, publicKey, 'localhost')).toString();
    writeFileSync(join(folder, 'authority.pem'), cert);
    const key = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
    server = createServer({ key, cert }, (request, response) => {
      const found = files.get(decodeURIComponent((request.url ?? '').slice(1)));
      if (found === undefined) response.writeHead(404).end();
      else response.end(found);
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
  });
  afterAll(() => {
    server.close();
    for (const made of [app, folder]) rmSync(made, { recursive: true, force: true });
  });

  test('installs an update once the payment is complete', linux, async () => {
    const appImage = join(folder, 'Tillmate.AppImage');
    writeFileSync(appImage, 'the version that runs');
    const mounted = dirname(process.execPath);
    const env = { APPIMAGE: appImage, APPDIR: mounted, TILLMATE_HOST_AUTHORITY: join(folder, 'authority.pem') };
    const script = join(app, 'main/index.js');
    const running = await launchApp({ installed: true, script, env, args: ['--training'] });
    try {
      const { till } = running;
      await makeReady(till);

      await till.getByRole('link', { name: 'Sale' }).click();
      await charge(running, '12,50');
      await shows(till, 'Waiting');
      const refused = await till.evaluate(() => window.tillmate.call('updates.install', {}));
      expect(refused).toMatchObject({ ok: false, error: { code: 'update.sale-open' } });
      await till.getByRole('button', { name: 'Pay as the customer' }).click();
      await till.getByRole('button', { name: 'Scan' }).click();
      await till.getByRole('button', { name: 'Confirm' }).click();
      await till.getByRole('heading', { name: 'Paid' }).waitFor();

      await install(running);
      expect(readFileSync(appImage, 'utf8')).toBe(installer('0.1.1').toString());
      // Started in place of the till after its end.
      await expect.poll(() => existsSync(`${appImage}.started`)).toBe(true);
    } finally {
      await running.kill();
    }
  });

  test('on macOS a kiosk till closes for an update', async () => {
    const env = { TILLMATE_HOST_PLATFORM: 'darwin', TILLMATE_HOST_AUTHORITY: join(folder, 'authority.pem') };
    const running = await launchApp({ installed: true, script: join(app, 'main/index.js'), env, args: ['--training'] });
    try {
      const { till } = running;
      await till.getByRole('link', { name: 'Settings' }).click();
      await till.getByRole('tab', { name: 'Display' }).click();
      await till.getByRole('switch', { name: 'Kiosk' }).click();
      await till.getByRole('button', { name: 'Save' }).click();
      await reads(till, 'Saved.');
      await makeReady(till);
      await running.play({ host: 'close-window', title: 'Tillmate' });
      await install(running);
      expect(running.output()).toContain('macOS would install the update');
      const shown = [...running.output().matchAll(/macOS shows menu bar and Dock: (\S+)/g)].map(([, what]) => what);
      expect(shown).toEqual(['locked']);
    } finally {
      await running.kill();
    }
  });
});

/** Sets the update server as manager and checks: the newer version is downloaded. */
async function makeReady(till: Page): Promise<void> {
  await openUpdates(till);
  await till.getByText('No update server is set').waitFor();
  const { port } = server.address() as AddressInfo;
  await till.getByRole('textbox', { name: 'Update server' }).fill(`https://localhost:${port}`);
  await till.getByRole('button', { name: 'Save' }).click();
  await till.getByText('No newer version').waitFor();
  await till.getByRole('button', { name: 'Check now' }).click();
  await till.getByText('Version 0.1.1 of Tillmate is ready').waitFor();
}

async function openUpdates(till: Page): Promise<void> {
  await till.getByRole('link', { name: 'Settings' }).click();
  await till.getByRole('tab', { name: 'Updates' }).click();
}

/** Installs the update; resolves when the app has ended. */
async function install({ till, process }: RunningApp): Promise<void> {
  await openUpdates(till);
  await till.getByRole('button', { name: 'Install now' }).click();
  const ended = once(process, 'exit');
  await pressLast(till.getByRole('dialog').getByRole('button', { name: 'Install now' }));
  await ended;
}

/** Copies the built app and inserts a release key as in `main/updates/release-keys.ts`. */
function buildWithKey({ publicKey }: ReleaseMaker): void {
  rmSync(app, { recursive: true, force: true });
  mkdirSync(app);
  for (const part of ['main', 'preload', 'renderer'])
    cpSync(join(projectRoot, 'out', part), join(app, part), { recursive: true });
  const index = join(app, 'main/index.js');
  const built = readFileSync(index, 'utf8');
  const withKey = built.replace(/(releaseKeys ?= ?)\[\];/, `$1${JSON.stringify([publicKey])};`);
  if (withKey === built) throw new Error('The built app has no place for a release key');
  writeFileSync(index, withKey);
}

async function releases(maker: ReleaseMaker): Promise<ReadonlyMap<string, string | Buffer>> {
  const files = new Map<string, string | Buffer>();
  const times = {
    issuedAt: new Date(Date.now() - 60_000).toISOString(),
    expiresAt: new Date(Date.now() + 86_400_000).toISOString(),
  };
  for (const version of ['0.1.0', '0.1.1']) {
    const document = await maker.sign(version, installer(version), times);
    files.set(`${version}-linux.jws`, document).set('latest-linux.jws', document);
    files.set(`Tillmate-${version}.AppImage`, installer(version));
    const zip = { platform: 'macos', files: [fileOf(`Tillmate-${version}.zip`, installer(version))] };
    const forMac = await maker.sign(version, installer(version), { ...times, ...zip });
    files.set(`${version}-macos.jws`, forMac).set('latest-macos.jws', forMac);
    files.set(`Tillmate-${version}.zip`, installer(version));
  }
  return files;
}
