import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { systemClock, systemRandom } from '../../main/base/clock.ts';
import { openKeychain } from '../../main/identity/keychain.ts';
import { openSettings } from '../../main/settings/settings-store.ts';
import { createLog } from '../../main/support/log.ts';
import { fileSink } from '../../main/support/rotating-log-file.ts';
import { createActs } from '../../main/till/acts.ts';
import { openLive } from '../../main/till/open-live.ts';
import { Till } from '../../main/till/switchable-till.ts';
import { amountField } from '../../preload/contract/fields.ts';
import type { SaleView } from '../../preload/contract/views.ts';
import { recordOf } from '../settings/terminal-with-record.ts';
import { provisioningWith } from './stub-provisioning.ts';

/**
 * A terminal in live mode without its windows: the embedded service in a process of its own, reached over HTTP, and a
 * real keyring (see test/identity/keychain.test.ts for how these run by hand).
 */
let folder = '';
let service: ChildProcess;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'tillmate-live-'));
  const cli = resolve(import.meta.dirname, '../../main/sandbox/cli.ts');
  const ports = ['--port', '0', '--control-port', '0', '--key-dir', join(folder, 'keys')];
  service = spawn(process.execPath, [cli, ...ports], { stdio: ['ignore', 'pipe', 'inherit'] });
  const { stdout } = service;
  let said = '';
  // Read on to the end: a service whose lines nobody takes would stop at one of them.
  await new Promise<void>((resolve, reject) => {
    stdout?.on('data', (chunk) => {
      said += String(chunk);
      if (said.includes('Try it:')) resolve();
    });
    service.once('exit', (code) => reject(new Error(`the service ended with ${code}: ${said}`)));
  });
}, 30_000);
afterAll(async () => {
  if (service.exitCode === null && service.kill()) await once(service, 'exit');
  rmSync(folder, { recursive: true });
});

/** Starts the terminal of the data folder, with a provisioning file or without. */
async function start(provisionFile?: string): Promise<{ till: Till; provision: ReturnType<typeof provisioningWith> }> {
  const dataFolder = join(folder, 'data');
  const clock = systemClock;
  const random = systemRandom;
  const log = createLog(fileSink(dataFolder));
  const store = openSettings(join(dataFolder, 'terminal.json'), { clock, random });
  const keychain = () => openKeychain();
  const { trust, save } = recordOf(store, keychain);
  const { terminalId } = store.file;
  const changed = () => undefined;
  const till = new Till({
    clock,
    log,
    store,
    trust,
    acts: { record: () => undefined },
    started: { training: false, packaged: true },
    openTraining: () => Promise.reject(new Error('not in this test')),
    openLive: (settings, secrets) =>
      openLive({
        settings,
        secrets,
        terminalId,
        clock,
        random,
        log,
        changed,
        onEvent: () => undefined,
        acts: createActs({ clock, log }),
        journals: { folderFor: () => dataFolder },
        keysFile: join(dataFolder, 'service-keys.json'),
      }),
    changed,
  });
  const provision = provisioningWith({ store, save, log, till });
  await till.start(async () => {
    if (provisionFile !== undefined) await provision.atStart(provisionFile);
  });
  return { till, provision };
}

function onScreen(till: Till): SaleView | null {
  return till.requireOpen().sales.current();
}

/** The sale on the screen once it has come to `stage`. */
async function reached(till: Till, stage: SaleView['stage']): Promise<SaleView> {
  return expect
    .poll(() => onScreen(till))
    .toMatchObject({ stage })
    .then(() => {
      const sale = onScreen(till);
      if (sale === null) throw new Error('no sale on the screen');
      return sale;
    });
}

async function play(deeplink: string | undefined, act: string): Promise<void> {
  const answer = await fetch(`${deeplink}/${act}`, {
    method: 'POST',
    headers: { origin: new URL(deeplink ?? '').origin },
  });
  expect(answer.status).toBe(200);
}

test('a provisioned terminal sells over HTTP, and goes on with the sale after a restart without the file', async () => {
  const file = join(folder, 'keys', 'provision.json');
  const { signingKey, apiKey } = JSON.parse(readFileSync(file, 'utf8')).keys;

  const first = await start(file);
  expect(first.till).toMatchObject({ mode: 'live', keychainState: 'ok' });
  expect(first.till.opened?.settings.service.environment).toBe('PREPROD');
  const { saleId } = await first.till.requireOpen().sales.start({ amount: amountField.parse(1250) });
  const { deeplink } = await reached(first.till, 'waiting');
  first.provision.shred();
  await first.till.close();
  expect(readdirSync(join(folder, 'keys'))).not.toContain('provision.json');

  const second = await start();
  expect(second.till).toMatchObject({ mode: 'live', opened: { settings: { pos: { posId: 'TILL1' } } } });
  expect(second.till.roles.current()).toBe('cashier');
  await play(deeplink, 'scan');
  await play(deeplink, 'confirm');
  expect((await reached(second.till, 'paid')).saleId).toBe(saleId);
  await second.till.close();

  const kept = readdirSync(join(folder, 'data')).map((name) => readFileSync(join(folder, 'data', name), 'latin1'));
  expect(kept.join('')).toContain(signingKey.kid);
  for (const secret of [signingKey.d, apiKey]) {
    expect(secret).toMatch(/^\S{8,}$/);
    expect(kept.join('')).not.toContain(secret);
  }
}, 60_000);
