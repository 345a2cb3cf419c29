import { generateKeyPairSync } from 'node:crypto';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { calculateJwkThumbprint } from 'jose';
import { expect, test } from 'vitest';
import { TillError } from '../../../main/base/till-error.ts';
import { makeSigningKey } from '../../../main/service/signing-key.ts';
import { folder } from '../../base/test-folder.ts';
import { type Given, pastedSettings, tillWithHandlers } from './till-with-handlers.ts';

/** A live till with a single key, `old`, and shortcuts to read its keys and audit entries. */
async function liveTill(given: Given = {}) {
  const old = makeSigningKey('old');
  const parts = await tillWithHandlers(given);
  await parts.call(
    'settings.save',
    pastedSettings({ keys: { signingKey: JSON.stringify(old), apiKey: 'api-key-7f3a' } }),
  );
  parts.acted.length = 0;
  const view = () => parts.done('keys.read');
  const kids = async () => (await view()).keys.map(({ place, kid }) => `${place} ${kid}`);
  const acts = () => parts.acted.map(({ act, about }) => `${act} ${about ?? ''}`.trim());
  return { ...parts, old, view, kids, acts };
}

test('logs each step of replacing a key', async () => {
  const { done, kids, acts, signs } = await liveTill();
  expect(await kids()).toEqual(['current old']);
  expect(await done('keys.make', { kid: 'new' })).toEqual({ kid: 'new' });
  expect(await kids()).toEqual(['current old', 'next new']);
  expect(signs.at(-1)).toBe('old');
  expect(await done('keys.test', { place: 'next', kid: 'new' })).toEqual({ ms: 42 });
  await done('keys.use', { kid: 'new' });
  expect(await kids()).toEqual(['current new', 'previous old']);
  expect(signs.at(-1)).toBe('new');
  await done('keys.back', { kid: 'old' });
  expect(await kids()).toEqual(['current old', 'next new']);
  expect(signs.at(-1)).toBe('old');
  await done('keys.use', { kid: 'new' });
  await done('keys.remove', { place: 'previous', kid: 'old' });
  expect(await kids()).toEqual(['current new']);
  expect(acts()).toEqual([
    'key-made new',
    'key-tested.accepted new',
    'key-tested.accepted new',
    'key-taken new',
    'key-taken-back old',
    'key-tested.accepted new',
    'key-taken new',
    'key-removed.previous old',
  ]);
});

test('does not use a key that the service refuses', async () => {
  const refusing = async () => {
    throw new TillError('auth.key', 'The service refused');
  };
  const { call, done, kids, acts } = await liveTill({ keyTested: refusing });
  await done('keys.make', { kid: 'new' });
  expect(await call('keys.use', { kid: 'new' })).toMatchObject({ error: { code: 'auth.key' } });
  expect(await kids()).toEqual(['current old', 'next new']);
  expect(acts()).toEqual(['key-made new', 'key-tested.refused new']);
});

test('keeps the current sale while the key changes', async () => {
  const { done, kids, counter, signs } = await liveTill();
  await done('keys.make', { kid: 'new' });
  const saleId = await counter.charge(1_250);
  await done('keys.use', { kid: 'new' });
  expect(await kids()).toEqual(['current new', 'previous old']);
  expect(signs.at(-1)).toBe('new');
  expect(counter.sales.current()).toMatchObject({ saleId, stage: 'waiting' });
});

test('exposes only public keys and part of the API key', async () => {
  const { done, view, call, old, trust, seen } = await liveTill({ savedAs: join(folder, 'jwks.json') });
  await done('keys.make', { kid: '' });
  const shown = await view();
  const state = trust.found.kind === 'held' ? trust.found.state : undefined;
  const made = state?.nextKey?.key;
  expect(made).toBeDefined();
  expect(made?.kid).toBe(await calculateJwkThumbprint({ kty: 'EC', crv: 'P-256', x: made?.x ?? '', y: made?.y ?? '' }));
  expect(shown.apiKey).toEqual({ lastFour: '7f3a' });
  const jwks = JSON.parse(shown.jwks ?? '');
  expect(jwks.keys).toEqual([
    { kty: 'EC', use: 'sig', crv: 'P-256', kid: 'old', alg: 'ES256', x: old.x, y: old.y },
    { kty: 'EC', use: 'sig', crv: 'P-256', kid: made?.kid, alg: 'ES256', x: made?.x, y: made?.y },
  ]);
  await done('keys.copy', { what: 'jwks' });
  expect(JSON.parse(seen.clipboard)).toEqual(jwks);
  await done('keys.copy', { what: 'jwk', kid: 'old' });
  expect(JSON.parse(seen.clipboard)).toEqual(jwks.keys[0]);
  expect(await done('keys.save-jwks')).toEqual({ saved: 'jwks.json' });
  expect(readFileSync(join(folder, 'jwks.json'), 'utf8')).toBe(shown.jwks);
  const snapshot = await call('till.snapshot');
  const told = JSON.stringify([
    shown,
    snapshot,
    await call('settings.read'),
    await call('record.find', { text: '', limit: 50 }),
  ]);
  for (const secret of [old.d, made?.d ?? '', 'api-key-7f3a']) expect(told).not.toContain(secret);
});

test('shows no part of a short API key', async () => {
  const { done, view, trust, acts } = await liveTill();
  await done('keys.api-key.set', { apiKey: ' short-key ' });
  expect((await view()).apiKey).toEqual({});
  expect(trust.found).toMatchObject({ state: { apiKey: 'short-key' } });
  await done('keys.api-key.remove');
  expect((await view()).apiKey).toBeUndefined();
  expect(acts()).toEqual(['api-key-set', 'api-key-removed']);
});

/** A live till without keys, as after a restore without keys. */
async function keylessTill() {
  const parts = await liveTill();
  const { till, save } = parts;
  const names = ['signingKey', 'apiKey', 'keysFor', 'keySince', 'keyRenewal', 'nextKey', 'previousKey'];
  await till.reopenAfter(() => save.keys(() => Object.fromEntries(names.map((name) => [name, undefined]))));
  expect([till.openError?.code, ...(await parts.kids())]).toEqual(['signing-key.required']);
  return parts;
}

test('makes a key for an account without one', async () => {
  const { done, kids, acts, till, view } = await keylessTill();
  await done('keys.make', { kid: 'new' });
  expect(await kids()).toEqual(['current new']);
  expect((await view()).keys[0]?.at).toBeDefined();
  expect([till.openError, till.opened]).toEqual([undefined, expect.anything()]);
  expect(await done('keys.test', { place: 'current', kid: 'new' })).toEqual({ ms: 42 });
  expect(acts()).toEqual(['key-made new', 'key-tested.accepted new']);
});

test('combines a new key and API key in either order', async () => {
  const { done, kids, till, trust } = await keylessTill();
  await done('keys.api-key.set', { apiKey: 'api-key-2' });
  expect(till.openError?.code).toBe('signing-key.required');
  await done('keys.take', { text: JSON.stringify(makeSigningKey('given')), kid: '' });
  expect(await kids()).toEqual(['current given']);
  expect(trust.found).toMatchObject({ state: { apiKey: 'api-key-2', keysFor: expect.anything() } });
  expect(till.opened).toBeDefined();
});

test('takes a key from a file, named in every fault', async () => {
  const path = join(folder, 'till.pem');
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  writeFileSync(path, `\uFEFF${privateKey.export({ format: 'pem', type: 'pkcs8' })}`);
  const { done, call, kids, acts } = await liveTill({ openedAs: path });
  await done('keys.take-file', { kid: 'given' });
  expect(await kids()).toEqual(['current old', 'next given']);
  expect(acts()).toEqual(['key-given given']);
  await done('keys.remove', { place: 'next', kid: 'given' });
  const refused = async (write: () => void) => {
    rmSync(path, { recursive: true, force: true });
    write();
    const answer = await call('keys.take-file', { kid: '' });
    return answer.ok ? 'taken' : `${answer.error.code} ${answer.error.values?.['file']}`;
  };
  const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({ format: 'pem', type: 'pkcs8' });
  expect(await refused(() => writeFileSync(path, rsa))).toBe('key.rsa till.pem');
  expect(await refused(() => writeFileSync(path, ''))).toBe(`file.empty ${path}`);
  expect(await refused(() => undefined)).toBe(`file.missing ${path}`);
  expect(await kids()).toEqual(['current old']);
});

test('without an account, keeps a key for the first account', async () => {
  const { call, trust, till } = await tillWithHandlers();
  expect(await call('keys.make', { kid: 'first' })).toMatchObject({ ok: true });
  expect(await call('keys.test', { place: 'next', kid: 'first' })).toMatchObject({
    error: { code: 'settings.required' },
  });
  expect(await call('keys.api-key.set', { apiKey: 'api' })).toMatchObject({ error: { code: 'settings.required' } });
  expect(await call('settings.read')).toMatchObject({ value: { settings: null, signingKeyId: 'first' } });
  expect(await call('settings.save', pastedSettings({ keys: {} }))).toMatchObject({ ok: true });
  expect(trust.found).toMatchObject({ state: { signingKey: { kid: 'first' } } });
  expect(till.mode).toBe('live');
});

test('reports a lost keychain entry and still lists the keys', async () => {
  const { view, chain, store } = await liveTill();
  expect((await view()).keychain).toBeUndefined();
  await chain.delete(`${store.file.terminalId}/record`);
  const shown = await view();
  expect(shown.keychain?.code).toBe('keychain.empty');
  expect(shown.keys.map(({ kid }) => kid)).toEqual(['old']);
});

test('reminds of the key renewal until the key changes', async () => {
  const { done, view, call, clock } = await liveTill();
  const day = (days: number) => new Date(clock.now() + days * 86_400_000).toISOString().slice(0, 10);
  const notices = async () => {
    const { notices: shown } = await done('till.snapshot');
    return shown.map(({ code }) => code).filter((code) => code.startsWith('key.'));
  };
  await done('keys.remind', { renewal: { day: day(20), daysBefore: 14 } });
  expect((await view()).renewal).toEqual({ day: day(20), daysBefore: 14 });
  expect(await notices()).toEqual([]);
  await done('keys.remind', { renewal: { day: day(5), daysBefore: 14 } });
  expect(await notices()).toEqual(['key.renewal']);
  expect(await call('keys.remind', { renewal: { day: '2027-02-30', daysBefore: 14 } })).toMatchObject({ ok: false });
  expect(await call('keys.remind', { renewal: { day: day(5), daysBefore: 3 } })).toMatchObject({ ok: false });
  await done('keys.make', { kid: 'new' });
  await done('keys.use', { kid: 'new' });
  expect(await notices()).toEqual([]);
  await done('keys.back', { kid: 'old' });
  expect(await notices()).toEqual(['key.renewal']);
  await done('keys.remind', {});
  expect(await notices()).toEqual([]);
});
