import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { systemRandom } from '../../main/base/clock.ts';
import { TillError } from '../../main/base/till-error.ts';
import { makeSigningKey } from '../../main/service/signing-key.ts';
import { type CounterSettings, firstCounter } from '../../main/terminal/counter-settings.ts';
import { type Keychain, memoryKeychain } from '../../main/terminal/keychain.ts';
import { readProvisioning } from '../../main/terminal/provisioning-file.ts';
import { type Save, saveCounterAndPin, saveSettings } from '../../main/terminal/save-settings.ts';
import { readSecrets } from '../../main/terminal/secrets.ts';
import { openSettings } from '../../main/terminal/settings-store.ts';
import { VirtualClock } from '../base/virtual-clock.ts';
import { provisioningFile } from './sample-provisioning-file.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tillmate-save-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** A memory keychain that tells what it holds and can be made to refuse. */
function watched() {
  const held = new Map<string, string>();
  const inner = memoryKeychain();
  let setsLeft = Number.POSITIVE_INFINITY;
  const keychain: Keychain = {
    ...inner,
    async set(account, secret) {
      if (setsLeft === 0) throw new TillError('keychain.missing', 'locked');
      setsLeft -= 1;
      held.set(account, secret);
      await inner.set(account, secret);
    },
    async delete(account) {
      held.delete(account);
      await inner.delete(account);
    },
  };
  return { keychain, held, refuseAfter: (sets: number) => (setsLeft = sets) };
}

function terminal() {
  let syncs = true;
  const store = openSettings(join(folder, 'terminal.json'), {
    clock: new VirtualClock(),
    random: systemRandom,
    syncFolder: () => {
      if (!syncs) throw new Error('EIO');
    },
  });
  const chain = watched();
  const left: string[] = [];
  const parts = {
    store,
    keychain: chain.keychain,
    random: systemRandom,
    leftBehind: (account: string) => void left.push(account),
  };
  const failToSync = () => {
    syncs = false;
  };
  return {
    ...chain,
    store,
    left,
    failToSync,
    save: (what: Save) => saveSettings(parts, what),
    saveCounter: (counter: CounterSettings, pin: string) => saveCounterAndPin(parts, counter, pin),
  };
}

function provisioned(change: (file: ReturnType<typeof provisioningFile>) => object = (file) => file): Save {
  const result = readProvisioning(JSON.stringify(change(provisioningFile())));
  if (!result.ok) throw new Error(JSON.stringify(result.errors));
  const { draft, signingKey, apiKey } = result.provisioning;
  return { draft, signingKey, apiKey };
}

test('keys and PIN go to the keychain and nowhere else', async () => {
  const { store, held, save, keychain } = terminal();
  const what = provisioned();
  await save(what);
  const onDisk = readFileSync(join(folder, 'terminal.json'), 'utf8');
  expect(onDisk).toContain('Bakkerij Zoë');
  for (const secret of [what.signingKey?.d ?? '', 'key-of-the-api-manager', '4711', 'scrypt'])
    expect(onDisk).not.toContain(secret);
  expect([...held.values()].join()).toContain('scrypt');
  expect([...held.values()].join()).not.toContain('4711');
  const secrets = await readSecrets(keychain, store.file);
  expect(secrets).toMatchObject({ signingKey: what.signingKey, apiKey: 'key-of-the-api-manager' });
});

test('settings saved without keys keep the keys there are', async () => {
  const { store, save, keychain } = terminal();
  await save(provisioned());
  const { managerPin: _pin, ...draft } = provisioned().draft;
  await save({ draft: { ...draft, pos: { posId: 'TILL43' } }, signingKey: undefined, apiKey: undefined });
  expect(store.file.settings?.pos.posId).toBe('TILL43');
  expect((await readSecrets(keychain, store.file)).signingKey.kid).toBe('till-42-2026');
});

test('what a provisioning file tunes, the Settings view leaves as it is', async () => {
  const { store, save } = terminal();
  const given = readProvisioning(JSON.stringify({ ...provisioningFile(), tuning: { pathClaim: 'path-and-query' } }));
  if (!given.ok) throw new Error('the file is not accepted');
  await save(given.provisioning);
  const { managerPin: _pin, ...draft } = provisioned().draft;
  await save({ draft: { ...draft, pos: { posId: 'TILL43' } }, signingKey: undefined, apiKey: undefined });
  expect(store.file.settings).toMatchObject({ pos: { posId: 'TILL43' }, tuning: { pathClaim: 'path-and-query' } });
});

test('a provisioning file sets the limit for refunds, and one without it leaves the limit as it is', async () => {
  const { store, save } = terminal();
  const file = provisioningFile();
  const till = { chargeWith: 'payment', sticker: false } as const;
  for (const given of [{ ...file, till: { ...till, refundPinAbove: 5_000 } }, file]) {
    const read = readProvisioning(JSON.stringify(given));
    if (!read.ok) throw new Error('the file is not accepted');
    await save(read.provisioning);
    expect(store.file.counter).toEqual({ ...firstCounter, refundPinAbove: 5_000 });
  }
});

test('another PIN for the counter leaves the keys as they are, and nothing of the old one', async () => {
  const { store, held, save, saveCounter, refuseAfter } = terminal();
  await save(provisioned());
  const before = store.file;
  const counter = { ...firstCounter, maximum: 100 };
  await saveCounter(counter, '815815');
  expect(store.file).toMatchObject({ counter, settings: before.settings, mode: 'live' });
  expect(store.file.secrets).toEqual({ ...before.secrets, managerPin: expect.any(String) });
  expect(store.file.secrets?.managerPin).not.toBe(before.secrets?.managerPin);
  expect(held.size).toBe(3);
  const after = store.file;
  refuseAfter(0);
  await expect(saveCounter({ ...counter, maximum: 1 }, '4711')).rejects.toMatchObject({ code: 'keychain.missing' });
  expect(store.file).toEqual(after);
});

test('a new key replaces the old one, of which nothing stays in the keychain', async () => {
  const { held, save } = terminal();
  const first = provisioned();
  await save(first);
  expect([...held.values()].join()).toContain(first.signingKey?.d);
  await save({ ...provisioned(), signingKey: makeSigningKey('till-42-2027') });
  expect(held.size).toBe(3);
  expect([...held.values()].join()).not.toContain(first.signingKey?.d);
});

test.each([0, 1, 2])('a keychain that refuses after %i secrets leaves everything as it was', async (sets) => {
  const { store, held, save, refuseAfter, keychain } = terminal();
  await save(provisioned());
  const before = { file: readFileSync(join(folder, 'terminal.json'), 'utf8'), held: new Map(held) };
  refuseAfter(sets);
  await expect(save({ ...provisioned(), signingKey: makeSigningKey('other') })).rejects.toMatchObject({
    code: 'keychain.missing',
  });
  expect(readFileSync(join(folder, 'terminal.json'), 'utf8')).toBe(before.file);
  expect(held).toEqual(before.held);
  expect((await readSecrets(keychain, store.file)).signingKey.kid).toBe('till-42-2026');
});

test('a disk that refuses leaves the keychain as it was', async () => {
  const { store, held, save } = terminal();
  await save(provisioned());
  const before = new Map(held);
  rmSync(folder, { recursive: true });
  await expect(save(provisioned())).rejects.toMatchObject({ code: 'settings.unwritable' });
  expect(held).toEqual(before);
  expect(store.file.settings?.pos.posId).toBe('TILL42');
});

test('a folder that cannot be synced loses no key, whichever of the two files a crash leaves', async () => {
  const { store, save, keychain, failToSync } = terminal();
  await save(provisioned());
  const before = store.file;
  failToSync();
  await expect(save({ ...provisioned(), signingKey: makeSigningKey('other') })).rejects.toMatchObject({
    code: 'settings.unwritable',
  });
  const after = openSettings(join(folder, 'terminal.json'), { clock: new VirtualClock(), random: systemRandom }).file;
  expect((await readSecrets(keychain, before)).signingKey.kid).toBe('till-42-2026');
  expect((await readSecrets(keychain, after)).signingKey.kid).toBe('other');
});

test('a first save without a signing key is refused at its field', async () => {
  const { save, held } = terminal();
  await expect(save({ ...provisioned(), signingKey: undefined })).rejects.toMatchObject({
    code: 'signing-key.required',
    field: 'keys.signingKey',
  });
  expect(held.size).toBe(0);
});

test('a keychain that lost the key is told apart from a terminal without settings', async () => {
  const { store, save } = terminal();
  await expect(readSecrets(memoryKeychain(), store.file)).rejects.toMatchObject({ code: 'signing-key.required' });
  await save(provisioned());
  await expect(readSecrets(memoryKeychain(), store.file)).rejects.toMatchObject({ code: 'keychain.empty' });
});
