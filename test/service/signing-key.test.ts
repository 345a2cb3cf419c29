import { generateKeyPairSync } from 'node:crypto';
import { expect, test } from 'vitest';
import { signingKey } from '../../main/service/signing-key.ts';
import { readSigningKey } from '../../preload/contract/signing-key.ts';
import { merchantKey } from './vectors.ts';

const other = generateKeyPairSync('ec', { namedCurve: 'P-384' }).privateKey.export({ format: 'jwk' });
const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({ format: 'jwk' });
const changed = (members: object) => JSON.stringify({ ...merchantKey, ...members });

test('accepts a private key and drops unneeded members', () => {
  const read = readSigningKey(changed({ alg: 'ES256', use: 'sig', ext: true }), signingKey);
  expect(read).toEqual({ ok: true, key: merchantKey });
});

test.each<readonly [string, string, string]>([
  ['not JSON', '{"kty":"EC","d":"SECRET"', 'signing-key.json'],
  ['a list', JSON.stringify([merchantKey]), 'signing-key.json'],
  ['RSA', JSON.stringify({ ...rsa, kid: 'k' }), 'signing-key.kind'],
  ['on another curve', JSON.stringify({ ...other, kid: 'k' }), 'signing-key.kind'],
  ['for another algorithm', changed({ alg: 'ES384' }), 'signing-key.kind'],
  ['the public half', changed({ d: undefined }), 'signing-key.private'],
  ['without kid', changed({ kid: undefined }), 'signing-key.kid'],
  ['without a point', changed({ x: undefined, y: undefined }), 'signing-key.private'],
  ['with a point off the curve', changed({ x: merchantKey.y }), 'signing-key.mismatch'],
  ['with the private number of another key', changed({ d: `${'A'.repeat(42)}E` }), 'signing-key.mismatch'],
  ['with a private number that the curve does not have', changed({ d: `${'_'.repeat(42)}8` }), 'signing-key.mismatch'],
])('rejects a signing key, %s, without quoting it', (_name, text, code) => {
  const refused = readSigningKey(text, signingKey);
  expect(refused).toMatchObject({ ok: false, code });
  expect(JSON.stringify(refused)).not.toMatch(/SECRET|UBBI/);
});
