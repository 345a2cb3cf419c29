import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { systemRandom } from '../../main/base/clock.ts';
import { makeSigningKey } from '../../main/service/signing-key.ts';
import { hashPin } from '../../main/terminal/pin.ts';
import { openSettings } from '../../main/terminal/settings-store.ts';
import { VirtualClock } from '../base/virtual-clock.ts';
import { limitedKeychain } from './limited-keychain.ts';
import { recordOf } from './terminal-with-record.ts';

const ID = '00000000-0000-4000-8000-000000000001';
const entries = {
  signingKey: `${ID}/signing-key/00000000-0000-4000-8000-000000000002`,
  apiKey: `${ID}/api-key/00000000-0000-4000-8000-000000000003`,
  managerPin: `${ID}/manager-pin/00000000-0000-4000-8000-000000000004`,
};

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tillmate-old-entries-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** A terminal as version 3 left it, which this version starts on. */
async function version3(name = '3-every-field.json') {
  copyFileSync(join(import.meta.dirname, 'versions', name), join(folder, 'terminal.json'));
  const keychain = limitedKeychain(100_000);
  const signingKey = makeSigningKey('till-42-2026');
  if (name === '3-every-field.json') {
    await keychain.set(entries.signingKey, JSON.stringify(signingKey));
    await keychain.set(entries.apiKey, 'key-of-the-api-manager');
  }
  const pin = await hashPin('4711');
  await keychain.set(entries.managerPin, pin);
  const start = async () => {
    const store = openSettings(join(folder, 'terminal.json'), { clock: new VirtualClock(), random: systemRandom });
    const { trust } = recordOf(store, async () => keychain);
    await trust.look();
    return { store, trust };
  };
  return { keychain, start, signingKey, pin };
}

test('the secrets of version 3 become one record, and its entries are gone', async () => {
  const { keychain, start, signingKey, pin } = await version3();
  const { trust, store } = await start();
  expect(trust.found).toMatchObject({
    kind: 'held',
    changed: [],
    state: {
      generation: 1,
      signingKey,
      apiKey: 'key-of-the-api-manager',
      keysFor: { environment: 'PREPROD', origins: ['https://pay.example'] },
      pinRequired: true,
      people: [{ name: 'Manager', role: 'manager', pin }],
      refundPinAbove: 5_000,
    },
  });
  expect(trust.found).not.toHaveProperty('state.recovered', true);
  expect([...keychain.items.keys()].sort()).toEqual([`${ID}/record`, `${ID}/tally`]);
  expect(store.file.oldEntries).toBeUndefined();
  expect(readFileSync(join(folder, 'terminal.json'), 'utf8')).not.toContain('manager-pin');
  expect((await start()).trust.found).toMatchObject({ kind: 'held', changed: [], state: { generation: 1 } });
});

test('a terminal that only trained keeps its PIN', async () => {
  const { start, pin } = await version3('3-training-with-pin.json');
  expect((await start()).trust.found).toMatchObject({ kind: 'held', state: { pinRequired: true, people: [{ pin }] } });
});

test('switched off at any step, the next start ends with the whole record', async () => {
  let outcomes = 0;
  for (let changes = 0; changes < 8; changes += 1) {
    const { keychain, start, signingKey } = await version3();
    keychain.changesLeft = changes;
    await start();
    keychain.changesLeft = undefined;
    const { trust } = await start();
    expect(trust.found).toMatchObject({ kind: 'held', changed: [], state: { signingKey, pinRequired: true } });
    expect([...keychain.items.keys()].sort()).toEqual([`${ID}/record`, `${ID}/tally`]);
    outcomes += 1;
  }
  expect(outcomes).toBe(8);
});

test.each(Object.entries(entries))(
  'an entry that version 3 named and that is gone (%s) locks the terminal',
  async (_name, account) => {
    const { keychain, start } = await version3();
    await keychain.delete(account);
    const { trust } = await start();
    expect(trust.found.kind).toBe('lost');
    expect(trust.fault).toMatchObject({ code: 'keychain.empty' });
    expect([...keychain.items.keys()]).not.toContain(`${ID}/record`);
  },
);

test.each([
  ['no entry at all', {}],
  ['no signing key beside settings', { managerPin: entries.managerPin }],
])('a file that names %s was not written so: it locks the terminal', async (_what, secrets) => {
  const { keychain, start } = await version3();
  const path = join(folder, 'terminal.json');
  writeFileSync(path, JSON.stringify({ ...JSON.parse(readFileSync(path, 'utf8')), secrets }));
  const { trust } = await start();
  expect(trust.found.kind).toBe('lost');
  expect(trust.fault).toMatchObject({ code: 'keychain.empty' });
  expect([...keychain.items.keys()]).not.toContain(`${ID}/record`);
});

test('a terminal that had keys and no PIN keeps them, and says so: a PIN may have been taken out of the file', async () => {
  const { start, signingKey } = await version3();
  const path = join(folder, 'terminal.json');
  const file = JSON.parse(readFileSync(path, 'utf8'));
  delete file.secrets.managerPin;
  writeFileSync(path, JSON.stringify(file));
  expect((await start()).trust.found).toMatchObject({
    kind: 'held',
    state: { signingKey, pinRequired: false, recovered: true },
  });
});

test('a file of version 3 reaches no entries but its own, and is not believed where there is a record', async () => {
  const { keychain, start } = await version3();
  const path = join(folder, 'terminal.json');
  const old = readFileSync(path, 'utf8');
  await start();
  for (const [account, secret] of [
    [entries.signingKey, JSON.stringify(makeSigningKey('planted'))],
    ['other/manager-pin/1', 'foreign'],
  ] as const)
    await keychain.set(account, secret);
  const withoutPin = JSON.parse(old);
  delete withoutPin.secrets.managerPin;
  writeFileSync(path, JSON.stringify(withoutPin));
  expect((await start()).trust.found).toMatchObject({ kind: 'held', changed: ['seal'], state: { pinRequired: true } });
  await keychain.delete(`${ID}/record`);
  writeFileSync(path, JSON.stringify({ ...withoutPin, secrets: { managerPin: 'other/manager-pin/1' } }));
  expect((await start()).trust.found.kind).toBe('lost');
});
