import { join } from 'node:path';
import { expect, test } from 'vitest';
import { systemRandom } from '../../main/base/clock.ts';
import {
  withApiKey,
  withNextKey,
  withNextKeyInUse,
  withoutKey,
  withPreviousKeyBack,
  withRenewal,
} from '../../main/identity/key-rotation.ts';
import { inParts, WINDOWS_ITEM_BYTES } from '../../main/identity/keychain-parts.ts';
import { keysAfter, keysForAccount } from '../../main/identity/keys-of-account.ts';
import { beforeRecord, type State } from '../../main/identity/sealed-record.ts';
import { makeSigningKey } from '../../main/service/signing-key.ts';
import { openSettings } from '../../main/settings/settings-store.ts';
import { folder } from '../base/test-folder.ts';
import { VirtualClock } from '../base/virtual-clock.ts';
import { provisioned, provisioningFile } from '../provisioning/sample-provisioning-file.ts';
import { limitedKeychain } from '../settings/limited-keychain.ts';
import { recordOf } from '../settings/terminal-with-record.ts';
import { liveSettings } from '../till/counter-till.ts';

const account = liveSettings();
const elsewhere = liveSettings({ merchant: { merchantId: 'm'.repeat(24), profileId: 'p'.repeat(24) } });
const old = makeSigningKey('old');
const made = makeSigningKey('made');
const other = makeSigningKey('other');
const newer = makeSigningKey('newer');
const held: State = {
  ...beforeRecord,
  signingKey: old,
  apiKey: 'api-key-of-the-till',
  keysFor: keysForAccount(account),
  keySince: 5,
  keyRenewal: { day: '2027-01-31', daysBefore: 14 },
};
const state = (keys: object): State => ({ ...held, ...keys });
const none = { signingKey: undefined, apiKey: undefined };

test('prepares, uses, reverts and removes a key', () => {
  const prepared = state(withNextKey(held, { key: newer, at: 10 }));
  expect(prepared).toMatchObject({ signingKey: old, nextKey: { key: newer, at: 10 } });
  const taken = state(withNextKeyInUse(prepared, 'newer', 20));
  expect(taken).toMatchObject({
    signingKey: newer,
    keySince: 20,
    previousKey: { key: old, replacedAt: 20, since: 5, renewal: held.keyRenewal },
  });
  expect(taken.nextKey).toBeUndefined();
  expect(taken.keyRenewal).toBeUndefined();
  const back = state(withPreviousKeyBack(taken, 'old'));
  expect(back).toMatchObject({ ...held, nextKey: { key: newer, at: 20 } });
  expect(back.previousKey).toBeUndefined();
  expect(state(withoutKey(back, 'next', 'newer'))).toEqual({ ...held, nextKey: undefined, previousKey: undefined });
  expect(state(withoutKey(taken, 'previous', 'old'))).toMatchObject({ signingKey: newer, previousKey: undefined });
});

test('each step refuses an outdated key', () => {
  const prepared = state(withNextKey(held, { key: newer, at: 10 }));
  const taken = state(withNextKeyInUse(prepared, 'newer', 20));
  const code = (work: () => unknown) => {
    try {
      work();
      return 'done';
    } catch (thrown) {
      return (thrown as { code: string }).code;
    }
  };
  expect(code(() => withNextKeyInUse(prepared, 'made', 20))).toBe('keys.stale');
  expect(code(() => withNextKeyInUse(held, 'newer', 20))).toBe('keys.stale');
  expect(code(() => withPreviousKeyBack(prepared, 'old'))).toBe('keys.stale');
  expect(code(() => withoutKey(prepared, 'next', 'old'))).toBe('keys.stale');
  expect(code(() => withoutKey(taken, 'previous', 'newer'))).toBe('keys.stale');
  expect(code(() => withNextKey(prepared, { key: makeSigningKey('third'), at: 1 }))).toBe('keys.rotation-open');
  expect(code(() => withNextKey(taken, { key: makeSigningKey('third'), at: 1 }))).toBe('keys.rotation-open');
  expect(code(() => withNextKey(held, { key: { ...old, kid: 'renamed' }, at: 1 }))).toBe('keys.same');
  expect(code(() => withNextKey(held, { key: makeSigningKey('old'), at: 1 }))).toBe('keys.kid-taken');
  expect(code(() => withRenewal(beforeRecord, held.keyRenewal))).toBe('signing-key.required');
  expect(code(() => withApiKey(beforeRecord, 'api-key', undefined))).toBe('settings.required');
});

test('saving for the same account keeps the rotation', () => {
  const prepared = state(withNextKey(held, { key: newer, at: 10 }));
  expect(keysAfter(prepared, none, account)).toMatchObject({ nextKey: { key: newer }, keySince: 5 });
  expect(keysAfter(prepared, { ...none, signingKey: { ...old } }, account)).toMatchObject({ nextKey: { key: newer } });
  const given = keysAfter(prepared, { ...none, signingKey: other }, account);
  expect(given).toMatchObject({ signingKey: other, nextKey: undefined, previousKey: undefined, keyRenewal: undefined });
});

test('no key moves to an account other than its own', () => {
  const prepared = state(withNextKey(held, { key: newer, at: 10 }));
  const taken = state(withNextKeyInUse(prepared, 'newer', 20));
  for (const before of [held, prepared, taken])
    expect(() => keysAfter(before, none, elsewhere)).toThrow(expect.objectContaining({ code: 'keys.elsewhere' }));
  const given = keysAfter(taken, { signingKey: other, apiKey: 'another' }, elsewhere);
  expect(given).toMatchObject({ signingKey: other, nextKey: undefined, previousKey: undefined });
  const waiting = state(withNextKey(held, { key: made, at: 10, forOtherAccount: true }));
  expect(() => withNextKeyInUse(waiting, 'made', 20)).toThrow(
    expect.objectContaining({ code: 'keys.for-other-account' }),
  );
  expect(keysAfter(waiting, none, account)).toMatchObject({ signingKey: old, nextKey: { key: made } });
  expect(keysAfter(waiting, { ...none, apiKey: 'another' }, elsewhere)).toMatchObject({
    signingKey: made,
    keysFor: keysForAccount(elsewhere),
    nextKey: undefined,
  });
});

test('a key made before any account belongs to the first', () => {
  const waiting: State = { ...beforeRecord, ...withNextKey(beforeRecord, { key: made, at: 10 }) };
  expect(() => withNextKeyInUse(waiting, 'made', 20)).toThrow(expect.objectContaining({ code: 'settings.required' }));
  expect(keysAfter(waiting, none, account)).toMatchObject({ signingKey: made, keysFor: keysForAccount(account) });
});

test('power loss during a rotation leaves a consistent state', async () => {
  const items = limitedKeychain(WINDOWS_ITEM_BYTES);
  const start = () => {
    const store = openSettings(join(folder, 'terminal.json'), { clock: new VirtualClock(), random: systemRandom });
    return recordOf(store, async () => inParts(items, WINDOWS_ITEM_BYTES));
  };
  const file = provisioningFile(old);
  await start().save.terminal(provisioned({ keys: { ...file.keys, apiKey: 'k'.repeat(4096) } }));
  const keysNow = async () => {
    const { trust } = start();
    await trust.look();
    expect(trust.found).toMatchObject({ kind: 'held', changed: [] });
    const { signingKey, nextKey, previousKey } = trust.found.kind === 'held' ? trust.found.state : beforeRecord;
    return [signingKey, nextKey?.key, previousKey?.key].map((key) => key?.kid ?? '–').join(' ');
  };
  const steps: readonly (readonly [string, (before: State) => ReturnType<typeof withNextKey>])[] = [
    ['old newer –', (before) => withNextKey(before, { key: newer, at: 10 })],
    ['newer – old', (before) => withNextKeyInUse(before, 'newer', 20)],
    ['old newer –', (before) => withPreviousKeyBack(before, 'old')],
    ['newer – old', (before) => withNextKeyInUse(before, 'newer', 30)],
    ['newer – –', (before) => withoutKey(before, 'previous', 'old')],
  ];
  let before = 'old – –';
  let points = 0;
  for (const [after, step] of steps) {
    let now = before;
    for (let changes = 0; now === before; changes += 1) {
      items.changesLeft = changes;
      await start()
        .save.keys(step)
        .catch(() => undefined);
      items.changesLeft = undefined;
      now = await keysNow();
      expect([before, after]).toContain(now);
      points += 1;
    }
    before = after;
  }
  expect(points).toBeGreaterThan(10);
});
