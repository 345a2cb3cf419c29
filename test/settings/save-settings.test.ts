import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { systemRandom } from '../../main/base/clock.ts';
import { TillError } from '../../main/base/till-error.ts';
import type { Keychain } from '../../main/identity/keychain.ts';
import { makeSigningKey } from '../../main/service/signing-key.ts';
import type { Save } from '../../main/settings/save-settings.ts';
import { openSettings } from '../../main/settings/settings-store.ts';
import { firstCounter } from '../../preload/contract/settings-table.ts';
import { folder } from '../base/test-folder.ts';
import { VirtualClock } from '../base/virtual-clock.ts';
import { memoryKeychain } from '../identity/memory-keychain.ts';
import { provisioned } from '../provisioning/sample-provisioning-file.ts';
import { recordOf } from './terminal-with-record.ts';

/** An in-memory keychain with visible items, which can be made to refuse changes. */
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

function terminal(chain = watched()) {
  let syncs = true;
  const told: unknown[] = [];
  const store = openSettings(join(folder, 'terminal.json'), {
    clock: new VirtualClock(),
    random: systemRandom,
    syncFolder: () => {
      if (!syncs) throw new Error('EIO');
    },
    unsynced: (cause) => told.push(cause),
  });
  const { trust, save } = recordOf(store, async () => chain.keychain);
  const failToSync = (fails = true) => {
    syncs = !fails;
  };
  const state = async () => {
    await trust.look();
    if (trust.found.kind !== 'held') throw new Error(`the record is ${trust.found.kind}`);
    expect(trust.found.changed).toEqual([]);
    return trust.found.state;
  };
  return {
    ...chain,
    chain,
    store,
    told,
    failToSync,
    trust,
    state,
    save: save.terminal.bind(save),
    saveCounter: save.counter.bind(save),
    saveMode: save.mode.bind(save),
  };
}

/** Returns a save as the Settings view makes it, without fields that only a file has. */
function given(change: object = {}): Save {
  const { draft, signingKey, apiKey } = provisioned(change);
  return { draft, signingKey, apiKey };
}

const { managerPin: _pin, ...withoutPin } = given().draft;
const elsewhere = { ...withoutPin, service: { ...withoutPin.service, baseUrl: 'https://other.example/api' } };

test('stores keys and PIN only in two keychain items', async () => {
  const { held, save, state } = terminal();
  const what = given();
  await save(what);
  const onDisk = readFileSync(join(folder, 'terminal.json'), 'utf8');
  expect(onDisk).toContain('Bakkerij Zoë');
  for (const secret of [what.signingKey?.d ?? '', 'key-of-the-api-manager', '471147', 'scrypt'])
    expect(onDisk).not.toContain(secret);
  expect([...held.keys()].map((account) => account.split('/')[1]).sort()).toEqual(['record', 'tally']);
  expect([...held.values()].join()).toContain('scrypt');
  expect([...held.values()].join()).not.toContain('471147');
  expect(await state()).toMatchObject({ signingKey: what.signingKey, apiKey: 'key-of-the-api-manager' });
});

test('an opened journal keeps its tally across later saves', async () => {
  const { save, state, trust } = terminal();
  const tally = async () => {
    await state();
    if (trust.found.kind !== 'held') throw new Error('no record');
    return trust.found.tally;
  };
  await save(given());
  const atOpening = await tally();
  await save({ draft: { ...withoutPin, pos: { posId: 'TILL43' } }, signingKey: undefined, apiKey: undefined });
  await (await tally()).setWrongTries(1);
  await atOpening.keepAnchor('p', { journalId: 'j', fromSeq: 1, seq: 9, hash: 'h' });
  expect(await tally()).toMatchObject({ wrongTries: 1 });
});

test('saving without keys keeps the stored keys', async () => {
  const { store, save, state } = terminal();
  await save(given());
  await save({ draft: { ...withoutPin, pos: { posId: 'TILL43' } }, signingKey: undefined, apiKey: undefined });
  expect(store.file.settings?.pos.posId).toBe('TILL43');
  expect(await state()).toMatchObject({ signingKey: { kid: 'till-42-2026' }, apiKey: 'key-of-the-api-manager' });
});

test("the Settings view keeps a provisioning file's tuning", async () => {
  const { store, save } = terminal();
  await save(provisioned({ tuning: { pathClaim: 'path-and-query' } }));
  await save({ draft: { ...withoutPin, pos: { posId: 'TILL43' } }, signingKey: undefined, apiKey: undefined });
  expect(store.file.settings).toMatchObject({ pos: { posId: 'TILL43' }, tuning: { pathClaim: 'path-and-query' } });
});

test('a provisioning file without refund limit keeps the limit', async () => {
  const { store, save } = terminal();
  for (const change of [{ till: { chargeWith: 'payment', sticker: false, refundPinAbove: 5_000 } }, {}]) {
    await save(provisioned(change));
    expect(store.file.counter).toEqual({ ...firstCounter, refundPinAbove: 5_000 });
  }
});

test('a new PIN keeps the keys and erases the old PIN', async () => {
  const { store, held, save, saveCounter, refuseAfter, state } = terminal();
  await save(given());
  const { settings } = store.file;
  const before = await state();
  const counter = { ...firstCounter, maximum: 100 };
  await saveCounter(counter, '815815');
  expect(store.file).toMatchObject({ counter, settings, mode: 'live' });
  const { people, signingKey } = await state();
  expect(signingKey).toEqual(before.signingKey);
  expect(people).toEqual([{ ...before.people[0], pin: expect.stringMatching(/^scrypt/) }]);
  expect([...held.values()].join()).not.toContain(before.people[0]?.pin);
  const after = store.file;
  refuseAfter(0);
  await expect(saveCounter({ ...counter, maximum: 1 }, '471147')).rejects.toMatchObject({ code: 'keychain.missing' });
  expect(store.file).toEqual(after);
});

test('comfort settings are saved without the keychain, sealed settings not', async () => {
  const { store, save, saveCounter, refuseAfter, state } = terminal();
  await save(given());
  refuseAfter(0);
  await saveCounter({ ...firstCounter, sound: { volume: 10, muted: true } }, undefined);
  expect(store.file.counter.sound).toEqual({ volume: 10, muted: true });
  await expect(saveCounter({ ...firstCounter, maximum: 1 }, undefined)).rejects.toMatchObject({
    code: 'keychain.missing',
  });
  expect(store.file.counter.maximum).toBe(250_000);
  await state();
});

test('a slow keychain save does not overwrite a later save', async () => {
  const { store, save, saveMode, saveCounter, state } = terminal();
  await save(given());
  const changing = saveMode('training');
  await saveCounter({ ...store.file.counter, sound: { volume: 10, muted: true } }, undefined);
  await changing;
  expect(store.file).toMatchObject({ mode: 'training', counter: { sound: { volume: 10, muted: true } } });
  await state();
});

test('a new key erases the old key from the keychain', async () => {
  const { held, save } = terminal();
  const first = given();
  await save(first);
  expect([...held.values()].join()).toContain(first.signingKey?.d);
  await save({ ...given(), signingKey: makeSigningKey('till-42-2027') });
  expect(held.size).toBe(2);
  expect([...held.values()].join()).not.toContain(first.signingKey?.d);
});

test.each([0, 1, 2])('a first save failing after %i keychain writes leaves no terminal', async (sets) => {
  const { save, refuseAfter, chain } = terminal();
  refuseAfter(sets);
  const saving = save(given());
  if (sets < 2) await expect(saving).rejects.toMatchObject({ code: 'keychain.missing' });
  else await saving;
  refuseAfter(Number.POSITIVE_INFINITY);
  const again = terminal(chain);
  await again.trust.look();
  expect(again.trust.found.kind).toBe(sets < 2 ? 'none' : 'held');
  expect(again.trust.fault).toBeUndefined();
  await again.save(given());
  expect((await again.state()).signingKey?.kid).toBe('till-42-2026');
});

/** Simulates a power loss at each step of a save: two writes of the keychain state, and the file write in between. */
test.each([
  ['before anything', 0, true, 'till-42-2026'],
  ['after the record has both states', 1, true, 'till-42-2026'],
  ['after the file was replaced', 1, false, 'other'],
])('killed %s, the terminal is in the old or new state', async (_when, sets, diskRefuses, kid) => {
  const { save, refuseAfter, chain, store } = terminal();
  await save(given());
  refuseAfter(sets);
  const write = store.write;
  if (diskRefuses)
    store.write = () => {
      throw new Error('killed');
    };
  const saving = save({ ...given(), signingKey: makeSigningKey('other') });
  if (diskRefuses) await expect(saving).rejects.toThrow();
  else await saving;
  store.write = write;
  refuseAfter(Number.POSITIVE_INFINITY);
  const after = terminal(chain);
  expect((await after.state()).signingKey?.kid).toBe(kid);
  await after.save({ ...given(), signingKey: makeSigningKey('third') });
  expect((await after.state()).signingKey?.kid).toBe('third');
});

test('a failed disk write leaves the keychain unchanged', async () => {
  const { store, held, save } = terminal();
  await save(given());
  const before = new Map(held);
  rmSync(folder, { recursive: true });
  await expect(save(given({ pos: { posId: 'TILL43' } }))).rejects.toMatchObject({ code: 'settings.unwritable' });
  expect(held).toEqual(before);
  expect(store.file.settings?.pos.posId).toBe('TILL42');
});

test('a failed folder sync still counts as saved', async () => {
  const { save, saveCounter, failToSync, store, told, state } = terminal();
  await save(given());
  failToSync();
  await save({ draft: { ...withoutPin, pos: { posId: 'TILL43' } }, signingKey: undefined, apiKey: undefined });
  expect(store.file.settings?.pos.posId).toBe('TILL43');
  expect(readFileSync(join(folder, 'terminal.json'), 'utf8')).toContain('TILL43');
  expect(await state()).toMatchObject({ signingKey: { kid: 'till-42-2026' } });
  expect(told).not.toEqual([]);
  await saveCounter({ ...store.file.counter, maximum: 5_000 }, undefined);
  expect(store.file.counter.maximum).toBe(5_000);
});

test('the previous state is erased once the folder is synced', async () => {
  const { save, failToSync, chain, state } = terminal();
  await save(given());
  failToSync();
  await save({ ...given(), signingKey: makeSigningKey('other') });
  await state();
  expect([...chain.held.values()].join()).toContain('till-42-2026');
  failToSync(false);
  await state();
  expect([...chain.held.values()].join()).not.toContain('till-42-2026');
});

test('a failed folder sync loses no key after a crash', async () => {
  const { save, failToSync, chain, state } = terminal();
  const path = join(folder, 'terminal.json');
  await save(given());
  const before = readFileSync(path);
  failToSync();
  await save({ ...given(), signingKey: makeSigningKey('other') });
  // The till reads its state after each save.
  await state();
  const after = readFileSync(path);
  const items = new Map(chain.held);
  const opened = async (file: Buffer) => {
    writeFileSync(path, file);
    for (const [account, secret] of items) await chain.keychain.set(account, secret);
    return (await terminal(chain).state()).signingKey?.kid;
  };
  expect(await opened(before)).toBe('till-42-2026');
  expect(await opened(after)).toBe('other');
});

test('refuses a first save without a signing key', async () => {
  const { save, held } = terminal();
  await expect(save({ ...given(), signingKey: undefined })).rejects.toMatchObject({
    code: 'signing-key.required',
    field: 'keys.signingKey',
  });
  expect(held.size).toBe(0);
});

test.each([
  ['address', { service: elsewhere.service }],
  ['address of the keys', { service: { ...withoutPin.service, jwksUrl: 'https://other.example/jwks' } }],
  ['environment', { service: { ...withoutPin.service, environment: 'PROD' as const } }],
  ['merchant', { merchant: { ...withoutPin.merchant, merchantId: 'm'.repeat(24) } }],
  ['profile', { merchant: { ...withoutPin.merchant, profileId: 'p'.repeat(24) } }],
])('a different %s requires the keys again', async (_what, change) => {
  const { save, store, state } = terminal();
  await save(given());
  const before = store.file;
  const draft = { ...withoutPin, ...change };
  const signingKey = makeSigningKey('new');
  await expect(save({ draft, signingKey: undefined, apiKey: 'k' })).rejects.toMatchObject({
    code: 'keys.elsewhere',
    field: 'keys.signingKey',
  });
  await expect(save({ draft, signingKey, apiKey: undefined })).rejects.toMatchObject({
    code: 'keys.elsewhere',
    field: 'keys.apiKey',
  });
  expect(store.file).toEqual(before);
  await save({ draft, signingKey, apiKey: 'key-of-there' });
  expect(await state()).toMatchObject({ signingKey, apiKey: 'key-of-there' });
});

test('a new address without API key removes the key', async () => {
  const { save, state } = terminal();
  await save(given());
  await save({ draft: elsewhere, signingKey: makeSigningKey('new'), apiKey: undefined, elsewhere: 'none' });
  expect((await state()).apiKey).toBeUndefined();
});

test('a new path at the same origin keeps the keys', async () => {
  const { save, state } = terminal();
  await save(given());
  const service = { ...withoutPin.service, baseUrl: `${withoutPin.service.baseUrl}/v2` };
  await save({ draft: { ...withoutPin, service }, signingKey: undefined, apiKey: undefined });
  expect((await state()).apiKey).toBe('key-of-the-api-manager');
});

test('a new PIN has at least the configured number of digits', async () => {
  const { save, saveCounter, state } = terminal();
  const short = given({ managerPin: '47114' });
  await expect(save(short)).rejects.toMatchObject({
    code: 'pin.too-short',
    field: 'managerPin',
    values: { digits: 6 },
  });
  await save({ ...short, counterChanges: { shortestPin: 4 } });
  const [manager] = (await state()).people;
  const longer = { ...firstCounter, shortestPin: 8 };
  const tooShort = { code: 'pin.too-short', values: { digits: 8 } };
  await expect(saveCounter(longer, '1234567')).rejects.toMatchObject(tooShort);
  await saveCounter(longer, undefined);
  expect((await state()).people).toEqual([manager]);
  await expect(saveCounter(longer, '1234567')).rejects.toMatchObject(tooShort);
  await saveCounter({ ...firstCounter, shortestPin: 7 }, '1234567');
});
