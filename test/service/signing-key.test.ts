import { generateKeyPairSync } from 'node:crypto';
import { expect, test } from 'vitest';
import { makeSigningKey, parseSigningKey, publicHalf } from '../../main/service/signing-key.ts';

const key = makeSigningKey('till-42-2026');
const other = makeSigningKey('till-42-2027');
const p384 = generateKeyPairSync('ec', { namedCurve: 'P-384' }).privateKey.export({ format: 'jwk' });
const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({ format: 'jwk' });

test('a key is read back as it was made, without what else its JWK says', () => {
  const text = JSON.stringify({ ...key, alg: 'ES256', use: 'sig', key_ops: ['sign'], comment: 'of the till' });
  expect(parseSigningKey(text)).toEqual(key);
});

test.each<readonly [string, string | object, string]>([
  ['not JSON', '{"kty":"EC","d":"SECRET"', 'signing-key.json'],
  ['a list', [key], 'signing-key.json'],
  ['nothing', '', 'signing-key.json'],
  ['RSA', { ...rsa, kid: 'k' }, 'signing-key.kind'],
  ['another curve', { ...p384, kid: 'k' }, 'signing-key.kind'],
  ['for another algorithm', { ...key, alg: 'ES384' }, 'signing-key.kind'],
  ['for encryption', { ...key, use: 'enc' }, 'signing-key.kind'],
  ['the public half', { ...key, d: undefined }, 'signing-key.private'],
  ['without a point', { ...key, x: undefined, y: undefined }, 'signing-key.private'],
  ['with a short number', { ...key, d: 'SECRET' }, 'signing-key.private'],
  ['without kid', { ...key, kid: undefined }, 'signing-key.kid'],
  ['with an empty kid', { ...key, kid: '' }, 'signing-key.kid'],
  ['with the number of another key', { ...key, d: other.d }, 'signing-key.mismatch'],
  ['with the point of another key', { ...key, x: other.x, y: other.y }, 'signing-key.mismatch'],
  ['with a point off the curve', { ...key, y: key.x }, 'signing-key.mismatch'],
  ['with no number of the curve', { ...key, d: 'A'.repeat(43) }, 'signing-key.mismatch'],
])('a key that is %s is refused with a code, and never quoted', (_what, given, code) => {
  const refused = parseSigningKey(typeof given === 'string' ? given : JSON.stringify(given));
  expect(refused).toEqual({ path: 'keys.signingKey', code, values: {} });
});

test('what is published of a key has nothing private in it', () => {
  expect(Object.keys(publicHalf(key)).sort()).toEqual(['alg', 'crv', 'kid', 'kty', 'use', 'x', 'y']);
});
