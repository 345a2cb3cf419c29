import { expect, test } from 'vitest';
import { faultInWords } from '../../main/provisioning/fault-words.ts';
import { readProvisioning } from '../../main/provisioning/provisioning-file.ts';
import { makeSigningKey } from '../../main/service/signing-key.ts';
import { provisioned, provisioningFile } from './sample-provisioning-file.ts';

function faultsOf(file: unknown): string[] {
  const result = readProvisioning(typeof file === 'string' ? file : JSON.stringify(file));
  return result.ok ? [] : result.errors.map(({ path, code }) => `${path}: ${code}`);
}

test('separates settings and keys', () => {
  const { draft, apiKey, signingKey } = provisioned();
  expect([draft.pos.posId, apiKey, signingKey.kid]).toEqual(['TILL42', 'key-of-the-api-manager', 'till-42-2026']);
  expect(JSON.stringify(draft)).not.toContain(signingKey.d);
});

test('reads a file with a byte order mark', () => {
  expect(readProvisioning(`\uFEFF${JSON.stringify(provisioningFile())}`).ok).toBe(true);
});

test('callbacks and till options are optional', () => {
  const callbacks = { callbackUrl: 'https://shop.example/cb', listen: { host: '127.0.0.1', port: 9443 } };
  expect(faultsOf({ ...provisioningFile(), callbacks, till: { chargeWith: 'payment', sticker: false } })).toEqual([]);
});

test('the refund limit becomes a counter setting', () => {
  const till = { chargeWith: 'payment', sticker: false } as const;
  expect(provisioned({ till: { ...till, refundPinAbove: 0 } }).counterChanges).toEqual({ refundPinAbove: 0 });
  expect(provisioned({ till: { ...till, refundPinAbove: 5_000 } }).draft.till).toEqual(till);
  expect(provisioned({ till }).counterChanges).toEqual({});
  expect(faultsOf({ ...provisioningFile(), till: { ...till, refundPinAbove: -1 } })).toEqual([
    'till.refundPinAbove: refund-limit.range',
  ]);
});

test('counter settings are optional, field by field', () => {
  const withCounter = (counter: object) => ({ ...provisioningFile(), counter });
  const counter = { maximum: 90_000, languages: { till: 'nl' }, kiosk: { on: true }, updates: { server: '' } };
  expect(provisioned({ counter }).counterChanges).toMatchObject(counter);
  expect(faultsOf(withCounter({ maximum: 0, languages: { display: 'it' }, kiosk: { off: true } })).sort()).toEqual([
    'counter.kiosk.off: field.unknown',
    'counter.languages.display: field.invalid',
    'counter.maximum: amount.zero',
  ]);
});

test.each([
  ['has its place at `till`', { refundPinAbove: 0 }],
  ['names a picture of another machine', { display: { logo: 'logo.png' } }],
  ['names a screen of another machine', { screens: {} }],
])('a counter field that %s is unknown', (_what, counter) => {
  expect(faultsOf({ ...provisioningFile(), counter })).toEqual([
    expect.stringMatching(/^counter\..*: field\.unknown$/),
  ]);
});

test('reads every tuning field', () => {
  const tuning = { connectTimeoutMs: 2_000, headersTimeoutMs: 30_000, pathClaim: 'path-and-query' };
  const more = {
    bodyTimeoutMs: 45_000,
    toleranceSeconds: 60,
    reconciliationIssuer: 'Reconciler',
    paymentAuthentication: 'key',
  };
  expect(provisioned({ tuning: { ...tuning, ...more } }).tuning).toMatchObject({ ...tuning, ...more });
});

test('fills in default tuning and names faulty fields', () => {
  const usual = { pathClaim: 'path', connectTimeoutMs: 4_000, headersTimeoutMs: 10_000, toleranceSeconds: 300 };
  expect(provisioned().tuning).toMatchObject(usual);
  const tuning = { connectTimeoutMs: 1, toleranceSeconds: 0, pathClaim: 'query', bodyTimeout: 3 };
  expect(faultsOf({ ...provisioningFile(), tuning }).sort()).toEqual([
    'tuning.bodyTimeout: field.unknown',
    'tuning.connectTimeoutMs: timeout.range',
    'tuning.pathClaim: field.invalid',
    'tuning.toleranceSeconds: tolerance.range',
  ]);
});

test('reports line and column of a JSON error without quoting', () => {
  const text = JSON.stringify(provisioningFile(), null, 2).replace('"posId"', 'posId');
  expect(faultsOf(text)).toEqual([expect.stringMatching(/^line 18, column \d+: json\.syntax$/)]);
  expect(JSON.stringify(readProvisioning(text))).not.toContain('TILL42');
});

test('lists every fault with its place', () => {
  const file = provisioningFile();
  const faulty = {
    ...file,
    service: { ...file.service, baseUrl: 'http://service.example', environment: 'ACC' },
    shop: { shopId: 'shop-7', shopName: 'x'.repeat(37) },
    pos: { posId: 'TILL 42' },
    colour: 'green',
    managerPin: '12',
  };
  expect(faultsOf(faulty).sort()).toEqual([
    'colour: field.unknown',
    'managerPin: pin.pattern',
    'pos.posId: pos-id.pattern',
    'service.baseUrl: url.https-or-loopback',
    'service.environment: field.invalid',
    'shop.shopName: shop-name.too-long',
  ]);
});

test('lists a short PIN next to other faults', () => {
  const till = { chargeWith: 'payment', sticker: false, shortestPin: 8 };
  const faulty = { ...provisioningFile(), managerPin: '123456', till, pos: { posId: '!' } };
  expect(faultsOf(faulty)).toEqual(['pos.posId: pos-id.pattern', 'managerPin: pin.too-short']);
  expect(faultsOf({ ...faulty, managerPin: '12', pos: provisioningFile().pos })).toEqual(['managerPin: pin.pattern']);
});

test('names the allowed values, and reports absent fields as missing', () => {
  const linesOf = (till: object) => {
    const result = readProvisioning(JSON.stringify({ ...provisioningFile(), till }));
    return result.ok ? [] : result.errors.map(faultInWords);
  };
  expect(linesOf({ shortestPin: 6 })).toEqual([
    'till.chargeWith: field.required: Value missing.',
    'till.sticker: field.required: Value missing.',
  ]);
  expect(linesOf({ chargeWith: 'card', sticker: false })).toEqual([
    'till.chargeWith: field.invalid: Value not allowed. Allowed: static-qr, payment.',
  ]);
});

test('reports a missing part', () => {
  const { merchant: _merchant, keys: _keys, ...rest } = provisioningFile();
  expect(faultsOf(rest)).toEqual(['merchant: field.required', 'keys: field.required']);
});

test.each([
  ['a public key', { d: undefined }, 'keys.signingKey.d: signing-key.private'],
  ['a key without an id', { kid: undefined }, 'keys.signingKey.kid: signing-key.kid'],
  ['an RSA key', { kty: 'RSA' }, 'keys.signingKey.kty: signing-key.kind'],
  ['a key on another curve', { crv: 'P-384' }, 'keys.signingKey.crv: signing-key.kind'],
  ['a key for encryption', { use: 'enc' }, 'keys.signingKey.use: signing-key.kind'],
])('refuses %s at its field', (_what, change, fault) => {
  const key = { ...makeSigningKey('k1'), ...change };
  expect(faultsOf({ ...provisioningFile(), keys: { signingKey: key } })).toEqual([fault]);
});

test('refuses a private number of a different public key', () => {
  const key = { ...makeSigningKey('k1'), d: makeSigningKey('k2').d };
  expect(faultsOf({ ...provisioningFile(), keys: { signingKey: key } })).toEqual([
    'keys.signingKey: signing-key.mismatch',
  ]);
});

test.each([
  ['clé', ['keys.apiKey: api-key.character']],
  ['a b', ['keys.apiKey: api-key.character']],
  ['“abc”', ['keys.apiKey: api-key.character']],
  ['abc\r\nx-other: 1', ['keys.apiKey: api-key.character']],
  [' ', ['keys.apiKey: api-key.required']],
  ['abc\n', []],
])('checks that a header can carry the API key %j', (apiKey, faults) => {
  const file = provisioningFile();
  const given = { ...file, keys: { ...file.keys, apiKey } };
  expect(faultsOf(given)).toEqual(faults);
  if (faults.length === 0)
    expect(readProvisioning(JSON.stringify(given))).toMatchObject({ provisioning: { apiKey: apiKey.trim() } });
});

test('no fault quotes a key', () => {
  const key = { ...makeSigningKey('k1'), kid: 7 };
  const result = readProvisioning(
    JSON.stringify({ ...provisioningFile(), keys: { signingKey: key, apikey: 'secret' } }),
  );
  expect(result.ok).toBe(false);
  expect(JSON.stringify(result)).not.toContain(key.d);
  expect(JSON.stringify(result)).not.toContain('secret');
});
