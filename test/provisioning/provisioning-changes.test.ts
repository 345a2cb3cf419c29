import { expect, test } from 'vitest';
import { keysForAccount } from '../../main/identity/keys-of-account.ts';
import { type PresentTerminal, provisioningChanges } from '../../main/provisioning/provisioning-changes.ts';
import { makeSigningKey } from '../../main/service/signing-key.ts';
import { firstCounter } from '../../preload/contract/settings-table.ts';
import { terminalSettings } from '../settings/terminal-settings.ts';
import { provisioned, provisioningFile } from './sample-provisioning-file.ts';

const { managerPin: _pin, ...own } = provisioningFile();

const till = { chargeWith: 'static-qr', sticker: false };

const read = (change: object = {}) => provisioned({ managerPin: undefined, ...own, ...change });

function terminal(change: object = {}): PresentTerminal {
  const { keys: _keys, ...fields } = own;
  const { signingKey, apiKey } = read();
  const settings = terminalSettings.parse({ ...fields, ...change });
  return {
    file: { mode: 'live', counter: firstCounter, settings },
    keys: { signingKey, apiKey, keysFor: keysForAccount(settings) },
  };
}

test('reports nothing for an equal file', async () => {
  expect(await provisioningChanges(terminal(), read())).toEqual([]);
  // A form sends empty boxes, and a file may omit default values.
  const same = { callbacks: { callbackUrl: '' }, till, tuning: {} };
  expect(await provisioningChanges(terminal(), read(same))).toEqual([]);
});

test.each([
  [
    'an address',
    { callbacks: { callbackUrl: 'https://a.example' } },
    ['callbacks.callbackUrl: none, https://a.example'],
  ],
  [
    'a listener',
    { callbacks: { listen: { host: '::', port: 80 } } },
    ['callbacks.listen.host: none, ::', 'callbacks.listen.port: none, 80'],
  ],
  ['a tolerance', { tuning: { toleranceSeconds: 86_400 } }, ['tuning.toleranceSeconds: 300, 86400']],
  ['a way to charge', { till: { ...till, chargeWith: 'payment' } }, ['till.chargeWith: static-qr, payment']],
  ['a limit', { till: { ...till, refundPinAbove: 5_000 } }, ['counter.refundPinAbove: 0, 5000']],
  ['a PIN', { managerPin: '4711' }, ['managerPin: none, true']],
  [
    'a chain to join',
    { headOffice: { address: 'https://c.example', code: 'C' } },
    ['headOffice: none, https://c.example'],
  ],
  ['an API key', { keys: { ...own.keys, apiKey: 'another' } }, ['keys.apiKey: none, true']],
  ['the maximum', { counter: { maximum: 90_000 } }, ['counter.maximum: 250000, 90000']],
  [
    'sound and kiosk',
    { counter: { kiosk: { on: true }, sound: { muted: true } } },
    ['counter.sound.muted: false, true', 'counter.kiosk.on: false, true'],
  ],
])('reports %s from the file', async (_what, change, told) => {
  const changes = await provisioningChanges(terminal(), read(change));
  expect(changes.map(({ field, before = 'none', after = 'none' }) => `${field}: ${before}, ${after}`)).toEqual(told);
});

test('reports a missing address as removed, and keeps limit, API key and PIN', async () => {
  const { apiKey: _apiKey, ...keys } = own.keys;
  const callbackUrl = 'https://shop.example/callbacks';
  const present = terminal({ callbacks: { callbackUrl } });
  const counter = { ...firstCounter, refundPinAbove: 5_000 };
  const changes = await provisioningChanges({ ...present, file: { ...present.file, counter } }, read({ keys }));
  expect(changes).toEqual([{ field: 'callbacks.callbackUrl', before: callbackUrl }]);
});

test('reports lost rotation keys and API keys of another account', async () => {
  const { apiKey: _apiKey, ...withoutApiKey } = own.keys;
  const waiting = { key: makeSigningKey('at-the-provider'), at: 1 };
  const before = terminal();
  const rotating = { ...before, keys: { ...before.keys, nextKey: waiting } };
  const elsewhere = { ...own.merchant, profileId: 'p'.repeat(24) };
  const changes = await provisioningChanges(rotating, read({ keys: withoutApiKey, merchant: elsewhere }));
  expect(changes).toEqual([
    { field: 'keys.nextKey', before: expect.stringMatching(/^at-the-provider · /) },
    { field: 'keys.apiKey', after: false },
    expect.objectContaining({ field: 'merchant.profileId' }),
  ]);
  // For the same account the rotation continues with the current key, and ends with a different key.
  expect(await provisioningChanges(rotating, read())).toEqual([]);
  const previousKey = { key: makeSigningKey('old'), replacedAt: 1 };
  const replaced = { ...before, keys: { ...before.keys, previousKey } };
  const another = read({ keys: { ...own.keys, signingKey: makeSigningKey('another') } });
  expect((await provisioningChanges(replaced, another)).map(({ field }) => field)).toEqual([
    'keys.signingKey',
    'keys.previousKey',
  ]);
});

test('for a new terminal, reports a lost key but no missing fields', async () => {
  const file = { mode: undefined, counter: firstCounter, settings: undefined };
  const keys = { nextKey: { key: makeSigningKey('made-here'), at: 1 } };
  const changes = await provisioningChanges({ file, keys }, read());
  expect(changes).toContainEqual({ field: 'keys.nextKey', before: expect.stringMatching(/^made-here · /) });
  const told = changes.map((change) => change.field);
  expect(told).toContain('shop.shopName');
  expect(told.filter((name) => /^(sale|callbacks)[.]|poll|reconciliationIssuer/.test(name))).toEqual([]);
});

test('distinguishes keys with the same id by their fingerprint', async () => {
  const other = provisioningFile().keys.signingKey;
  expect(other.kid).toBe(own.keys.signingKey.kid);
  const [change] = await provisioningChanges(terminal(), read({ keys: { ...own.keys, signingKey: other } }));
  expect(change).toMatchObject({ field: 'keys.signingKey' });
  expect(change?.before).not.toBe(change?.after);
});

test('reports the switch from training to live', async () => {
  const present = terminal();
  expect(await provisioningChanges({ ...present, file: { ...present.file, mode: 'training' } }, read())).toEqual([
    { field: 'mode', before: 'training', after: 'live' },
  ]);
});
