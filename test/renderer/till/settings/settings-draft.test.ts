import { generateKeyPairSync } from 'node:crypto';
import { set } from 'react-hook-form';
import { describe, expect, test } from 'vitest';
import type { SettingsView } from '../../../../preload/contract.ts';
import {
  checkSettings,
  isOtherAccount,
  type Path,
  pathOfField,
  type SettingsTexts,
  textsOf,
} from '../../../../renderer/till/settings/settings-draft.ts';
import { signingKeyFault } from '../../../../renderer/till/settings/signing-key-fault.ts';
import { storedSettings } from '../../sample-snapshots.ts';

const stored = storedSettings['settings.read'].value as SettingsView;
const texts = (change: Partial<Record<Path, string>> = {}): SettingsTexts => {
  const all = textsOf(stored, String);
  for (const [path, text] of Object.entries(change)) set(all, path, text);
  return all;
};
const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const jwk = { ...privateKey.export({ format: 'jwk' }), kid: 'till42' };

describe('the settings as typed', () => {
  test('what is stored is right as it stands, and keeps the keys of the keychain', () => {
    const { faults, draft } = checkSettings(texts(), true);
    expect(faults).toEqual({});
    expect(draft).toMatchObject({ pos: { posId: 'TILL42' }, keys: {} });
    expect(draft?.keys).toEqual({});
  });

  test.each([
    ['service.environment', 'PREPROD', true],
    ['merchant.merchantId', 'n'.repeat(24), true],
    ['merchant.profileId', 'q'.repeat(24), true],
    ['merchant.profileId', ` ${'p'.repeat(24)}`, false],
    ['service.baseUrl', 'https://moved.example.org', false],
    ['pos.posId', 'TILL43', false],
  ] as const)('with %s as %s it is another record of payments: %s', (path, text, other) => {
    expect(isOtherAccount(texts({ [path]: text }), stored)).toBe(other);
    expect(isOtherAccount(texts({ [path]: text }), { ...stored, settings: null })).toBe(false);
  });

  test.each([
    ['pos.posId', 'TILL 42', 'pos-id.pattern'],
    ['pos.posId', '', 'pos-id.required'],
    ['shop.shopName', 'x'.repeat(37), 'shop-name.too-long'],
    ['merchant.profileId', 'short', 'id.length'],
    ['service.baseUrl', 'http://api.example.org', 'url.https-or-loopback'],
    ['service.jwksUrl', '', 'url.required'],
    ['callbacks.callbackUrl', 'http://shop.example.org', 'url.https'],
    ['callbacks.listen.port', '70000', 'port.range'],
    ['callbacks.listen.port', 'eighty', 'port.range'],
    ['managerPin', '12', 'pin.pattern'],
    ['till.refundPinAbove', '12,345', 'amount.decimals'],
    ['keys.signingKey', '{', 'signing-key.json'],
  ] as const)('%s "%s" is refused with %s and nothing is saved', (path, text, code) => {
    const listen = path === 'callbacks.listen.port' ? { 'callbacks.listen.host': '127.0.0.1' } : {};
    const { faults, draft } = checkSettings(texts({ ...listen, [path]: text }), true);
    expect(faults[path]?.code).toBe(code);
    expect(draft).toBeUndefined();
  });

  test.each(['65f1c0ffee65f1c0ffee65f1', 'profile-of/till #42 é?..'])(
    'the id %j is one: no alphabet is named',
    (id) => {
      expect(checkSettings(texts({ 'merchant.profileId': id }), true).faults).toEqual({});
    },
  );

  test('a service on this very machine needs no https', () => {
    expect(checkSettings(texts({ 'service.baseUrl': 'http://127.0.0.1:8080' }), true).faults).toEqual({});
  });

  test('the limit for the PIN is euros and may be zero', () => {
    expect(checkSettings(texts({ 'till.refundPinAbove': '50' }), true).draft?.till?.refundPinAbove).toBe(5_000);
    expect(checkSettings(texts({ 'till.refundPinAbove': '0' }), true).draft?.till?.refundPinAbove).toBe(0);
    expect(checkSettings(texts(), true).draft?.till?.refundPinAbove).toBeUndefined();
  });

  test('an error of main finds its box by whole path, by last part and below it', () => {
    expect(pathOfField('pos.posId')).toBe('pos.posId');
    expect(pathOfField('posId')).toBe('pos.posId');
    expect(pathOfField('keys.signingKey.d')).toBe('keys.signingKey');
    expect(pathOfField('elsewhere')).toBeUndefined();
  });
});

describe('a pasted signing key', () => {
  test('a private P-256 key with its id is taken', () => {
    expect(signingKeyFault(JSON.stringify(jwk), false)).toBeUndefined();
  });

  test.each([
    ['signing-key.json', 'kid: 1'],
    ['signing-key.json', '[]'],
    ['signing-key.kind', JSON.stringify({ ...jwk, crv: 'P-384' })],
    ['signing-key.private', JSON.stringify({ ...jwk, d: undefined })],
    ['signing-key.kid', JSON.stringify({ ...jwk, kid: '' })],
    ['signing-key.required', ' '],
  ])('%s is said of %s', (fault, text) => {
    expect(signingKeyFault(text, false)).toBe(fault);
  });

  test('an empty box keeps the key that the keychain has', () => {
    expect(signingKeyFault('', true)).toBeUndefined();
  });
});
