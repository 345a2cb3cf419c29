import { expect, test } from 'vitest';
import { keysForAccount } from '../../main/identity/keys-of-account.ts';
import { type PresentTerminal, provisioningChanges } from '../../main/provisioning/provisioning-changes.ts';
import { makeSigningKey } from '../../main/service/signing-key.ts';
import { firstCounter } from '../../preload/contract/settings-table.ts';
import { terminalSettings } from '../settings/terminal-settings.ts';
import { provisioned, provisioningFile } from './sample-provisioning-file.ts';

const { managerPin: _pin, ...own } = provisioningFile();

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
  const same = { callbacks: { callbackUrl: '' }, till: { chargeWith: 'static-qr', sticker: false }, tuning: {} };
  expect(await provisioningChanges(terminal(), read(same))).toEqual([]);
});

test.each<readonly [string, object, readonly object[]]>([
  [
    'an address',
    { callbacks: { callbackUrl: 'https://a.example' } },
    [{ field: 'callbacks.callbackUrl', after: 'https://a.example' }],
  ],
  [
    'a listener',
    { callbacks: { listen: { host: '0.0.0.0', port: 80 } } },
    [
      { field: 'callbacks.listen.host', after: '0.0.0.0' },
      { field: 'callbacks.listen.port', after: 80 },
    ],
  ],
  [
    'a tolerance',
    { tuning: { toleranceSeconds: 86_400 } },
    [{ field: 'tuning.toleranceSeconds', before: 300, after: 86_400 }],
  ],
  [
    'a way to charge',
    { till: { chargeWith: 'payment', sticker: false } },
    [{ field: 'till.chargeWith', before: 'static-qr', after: 'payment' }],
  ],
  ['a PIN', { managerPin: '4711' }, [{ field: 'managerPin', after: true }]],
  [
    'a chain to join',
    { headOffice: { address: 'https://chain.example', code: 'C' } },
    [{ field: 'headOffice', after: 'https://chain.example' }],
  ],
  ['an API key', { keys: { ...own.keys, apiKey: 'another' } }, [{ field: 'keys.apiKey', after: true }]],
  [
    'a limit',
    { till: { chargeWith: 'static-qr', sticker: false, refundPinAbove: 5_000 } },
    [{ field: 'counter.refundPinAbove', before: 0, after: 5_000 }],
  ],
  [
    'how the counter works',
    { counter: { maximum: 90_000, kiosk: { on: true }, sound: { muted: true } } },
    [
      { field: 'counter.maximum', before: 250_000, after: 90_000 },
      { field: 'counter.sound.muted', before: false, after: true },
      { field: 'counter.kiosk.on', before: false, after: true },
    ],
  ],
])('reports %s from the file', async (_what, change, told) => {
  expect(await provisioningChanges(terminal(), read(change))).toEqual(told);
});

test('reports fields missing in the file as removed', async () => {
  const callbacks = { callbackUrl: 'https://shop.example/callbacks' };
  expect(await provisioningChanges(terminal({ callbacks }), read())).toEqual([
    { field: 'callbacks.callbackUrl', before: 'https://shop.example/callbacks' },
  ]);
});

test('keeps limit, API key and PIN missing in the file', async () => {
  const { apiKey: _apiKey, ...keys } = own.keys;
  const present = terminal();
  const counter = { ...firstCounter, refundPinAbove: 5_000 };
  const changes = await provisioningChanges({ ...present, file: { ...present.file, counter } }, read({ keys }));
  expect(changes).toEqual([]);
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

test('reports the loss of a key made for the first account', async () => {
  const fresh = { file: { mode: undefined, counter: firstCounter, settings: undefined } };
  const keys = { nextKey: { key: makeSigningKey('made-here'), at: 1 } };
  expect(await provisioningChanges({ ...fresh, keys }, read())).toContainEqual({
    field: 'keys.nextKey',
    before: expect.stringMatching(/^made-here · /),
  });
});

test('reports no missing fields for a new terminal', async () => {
  const fresh = { file: { mode: undefined, counter: firstCounter, settings: undefined }, keys: {} };
  const told = (await provisioningChanges(fresh, read())).map(({ field }) => field);
  expect(told).toContain('shop.shopName');
  expect(told.filter((field) => /^(sale|callbacks)[.]|poll|reconciliationIssuer/.test(field))).toEqual([]);
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
