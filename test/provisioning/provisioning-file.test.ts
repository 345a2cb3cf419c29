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

const till = { chargeWith: 'payment', sticker: false } as const;

test('passes on each part of the file, in place of defaults', () => {
  expect(readProvisioning(`\uFEFF${JSON.stringify(provisioningFile())}`).ok).toBe(true);
  const usual = { pathClaim: 'path', connectTimeoutMs: 4_000, headersTimeoutMs: 10_000, toleranceSeconds: 300 };
  expect(provisioned()).toMatchObject({ tuning: usual, counterChanges: {} });
  expect(provisioned({ till: { ...till, refundPinAbove: 0 } }).counterChanges).toEqual({ refundPinAbove: 0 });
  expect(provisioned({ till: { ...till, refundPinAbove: 5_000 } }).draft.till).toEqual(till);
  expect(provisioned({ till }).counterChanges).toEqual({});
  const counter = { maximum: 90_000, languages: { till: 'nl' }, kiosk: { on: true }, updates: { server: '' } };
  expect(provisioned({ counter }).counterChanges).toMatchObject(counter);
  const tuning = {
    ...{ connectTimeoutMs: 2_000, headersTimeoutMs: 30_000, bodyTimeoutMs: 45_000, toleranceSeconds: 60 },
    ...{ pathClaim: 'path-and-query', reconciliationIssuer: 'Reconciler', paymentAuthentication: 'key' },
  };
  expect(provisioned({ tuning }).tuning).toMatchObject(tuning);
});

const { service, shop, keys } = provisioningFile();
const key = keys.signingKey;
const signing = (change: object) => ({ keys: { signingKey: { ...key, ...change } } });

test.each<readonly [string, object, readonly string[]]>([
  [
    'optional parts',
    { till, callbacks: { callbackUrl: 'https://a.example/', listen: { host: '127.0.0.1', port: 9443 } } },
    [],
  ],
  ['a negative limit', { till: { ...till, refundPinAbove: -1 } }, ['till.refundPinAbove: refund-limit.range']],
  [
    'counter settings',
    { counter: { maximum: 0, languages: { display: 'it' }, kiosk: { off: true } } },
    ['counter.kiosk.off: field.unknown', 'counter.languages.display: field.invalid', 'counter.maximum: amount.zero'],
  ],
  ['a limit outside till', { counter: { refundPinAbove: 0 } }, ['counter.refundPinAbove: field.unknown']],
  [
    'a picture of another machine',
    { counter: { display: { logo: 'logo.png' } } },
    ['counter.display.logo: field.unknown'],
  ],
  ['a screen of another machine', { counter: { screens: {} } }, ['counter.screens: field.unknown']],
  [
    'tuning',
    { tuning: { connectTimeoutMs: 1, toleranceSeconds: 0, pathClaim: 'query', bodyTimeout: 3 } },
    [
      'tuning.bodyTimeout: field.unknown',
      'tuning.connectTimeoutMs: timeout.range',
      'tuning.pathClaim: field.invalid',
      'tuning.toleranceSeconds: tolerance.range',
    ],
  ],
  [
    'every part together',
    {
      service: { ...service, baseUrl: 'http://service.example', environment: 'ACC' },
      shop: { ...shop, shopName: 'x'.repeat(37) },
      pos: { posId: 'TILL 42' },
      colour: 'green',
      managerPin: '12',
    },
    [
      'colour: field.unknown',
      'managerPin: pin.pattern',
      'pos.posId: pos-id.pattern',
      'service.baseUrl: url.https-or-loopback',
      'service.environment: field.invalid',
      'shop.shopName: shop-name.too-long',
    ],
  ],
  [
    'a PIN shorter than the file asks',
    { managerPin: '123456', till: { ...till, shortestPin: 8 }, pos: { posId: '!' } },
    ['managerPin: pin.too-short', 'pos.posId: pos-id.pattern'],
  ],
  ['a PIN that is none', { managerPin: '12', till: { ...till, shortestPin: 8 } }, ['managerPin: pin.pattern']],
  ['missing parts', { merchant: undefined, keys: undefined }, ['keys: field.required', 'merchant: field.required']],
  ['a public key', signing({ d: undefined }), ['keys.signingKey.d: signing-key.private']],
  ['a key without an id', signing({ kid: undefined }), ['keys.signingKey.kid: signing-key.kid']],
  ['an RSA key', signing({ kty: 'RSA' }), ['keys.signingKey.kty: signing-key.kind']],
  ['a key on another curve', signing({ crv: 'P-384' }), ['keys.signingKey.crv: signing-key.kind']],
  ['a key for encryption', signing({ use: 'enc' }), ['keys.signingKey.use: signing-key.kind']],
  [
    'a private number of another key',
    signing({ d: makeSigningKey('k2').d }),
    ['keys.signingKey: signing-key.mismatch'],
  ],
  ...['clé', 'a b', '“abc”', 'abc\r\nx-other: 1'].map((apiKey): [string, object, string[]] => [
    `the API key ${JSON.stringify(apiKey)}`,
    { keys: { ...keys, apiKey } },
    ['keys.apiKey: api-key.character'],
  ]),
  ['a blank API key', { keys: { ...keys, apiKey: ' ' } }, ['keys.apiKey: api-key.required']],
  ['an API key with a line end', { keys: { ...keys, apiKey: 'abc\n' } }, []],
])('lists the faults with their places: %s', (_what, change, faults) => {
  expect(faultsOf({ ...provisioningFile(key), ...change }).sort()).toEqual(faults);
});

test('trims the API key', () => {
  expect(provisioned({ keys: { ...keys, apiKey: 'abc\n' } }).apiKey).toBe('abc');
});

test('reports line and column of a JSON error without quoting', () => {
  const text = JSON.stringify(provisioningFile(), null, 2).replace('"posId"', 'posId');
  expect(faultsOf(text)).toEqual([expect.stringMatching(/^line 18, column \d+: json\.syntax$/)]);
  expect(JSON.stringify(readProvisioning(text))).not.toContain('TILL42');
});

test.each([
  [
    { shortestPin: 6 },
    ['till.chargeWith: field.required: Value missing.', 'till.sticker: field.required: Value missing.'],
  ],
  [
    { chargeWith: 'card', sticker: false },
    ['till.chargeWith: field.invalid: Value not allowed. Allowed: static-qr, payment.'],
  ],
])('names missing fields and allowed values in words: %j', (till, lines) => {
  const result = readProvisioning(JSON.stringify({ ...provisioningFile(), till }));
  expect(result.ok ? [] : result.errors.map(faultInWords)).toEqual(lines);
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
