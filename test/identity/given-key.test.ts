import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { calculateJwkThumbprint } from 'jose';
import { expect, test } from 'vitest';
import { readGivenKey } from '../../main/identity/given-key.ts';
import { makeSigningKey, publicHalf } from '../../main/service/signing-key.ts';
import fc from '../base/properties.ts';

const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const pkcs8 = pem(privateKey, 'pkcs8');
const sec1 = pem(privateKey, 'sec1');
const jwk = privateKey.export({ format: 'jwk' });
const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey;
const ed25519 = generateKeyPairSync('ed25519').privateKey;
const p384 = generateKeyPairSync('ec', { namedCurve: 'P-384' }).privateKey;
const own = makeSigningKey('till-42');

function pem(key: KeyObject, type: 'pkcs8' | 'sec1' | 'pkcs1' | 'spki'): string {
  return String(key.export({ format: 'pem', type } as { format: 'pem'; type: 'pkcs8' }));
}

const PARAMETERS = '-----BEGIN EC PARAMETERS-----\nBggqhkjOPQMBBw==\n-----END EC PARAMETERS-----\n';

test.each<readonly [string, string]>([
  ['PKCS#8', pkcs8],
  ['SEC1', sec1],
  ['SEC1 with the block of its curve before it, as OpenSSL writes it', PARAMETERS + sec1],
  ['PEM with lines of Windows', pkcs8.replaceAll('\n', '\r\n')],
  ['PEM whose lines a box for one line has joined', (PARAMETERS + sec1).replaceAll('\n', '')],
  ['PEM that a mail has indented', pkcs8.replaceAll('\n', '\n    ')],
  ['PEM with words of a mail around it', `Hello,\nhere is the key:\n${pkcs8}\nBye`],
  ['a JWK without an id', JSON.stringify(jwk)],
  ['a JWK after a byte-order mark and blanks', `\uFEFF  ${JSON.stringify(jwk, null, 2)}\n`],
  ['a JWKS with one private key among public ones', JSON.stringify({ keys: [publicHalf(own), jwk] })],
])('reads %s with its thumbprint as kid', async (_name, text) => {
  const { kid, x, y, d, ...rest } = await readGivenKey(text);
  expect({ x, y, d }).toEqual({ x: jwk.x, y: jwk.y, d: jwk.d });
  expect(rest).toEqual({ kty: 'EC', crv: 'P-256' });
  expect(kid).toBe(await calculateJwkThumbprint(jwk));
});

test('uses the given id, otherwise the id of the JWK', async () => {
  expect(await readGivenKey(JSON.stringify(own))).toEqual(own);
  expect((await readGivenKey(JSON.stringify(own), ' till-42 ')).kid).toBe('till-42');
  expect((await readGivenKey(pkcs8, 'shop-7')).kid).toBe('shop-7');
  const both = JSON.stringify({ keys: [own, makeSigningKey('till-43')] });
  expect(await readGivenKey(both, 'till-42')).toEqual(own);
});

const { d: _d, ...withoutD } = own;
const { x: _x, ...withoutX } = own;

test.each<readonly [string, string, string]>([
  ['nothing', '   ', 'key.empty'],
  ['a byte-order mark alone', '\uFEFF', 'key.empty'],
  ['more than any key', `{"kty":"EC","x":"${'a'.repeat(70_000)}"}`, 'key.too-large'],
  ['words', 'the key is in the safe', 'key.unknown'],
  ['JSON that breaks off', JSON.stringify(own).slice(0, 60), 'key.json'],
  ['JSON that is no object', '["EC"]', 'key.json'],
  ['JSON of something else', '{"merchantId":"x"}', 'key.json'],
  ['a JWKS without keys', '{"keys":[]}', 'key.json'],
  ['an RSA key as JWK', JSON.stringify(rsa.export({ format: 'jwk' })), 'key.rsa'],
  ['an RSA key as PKCS#8', pem(rsa, 'pkcs8'), 'key.rsa'],
  ['an RSA key as PKCS#1', pem(rsa, 'pkcs1'), 'key.rsa'],
  ['a secret for HMAC', '{"kty":"oct","k":"c2VjcmV0"}', 'key.kind'],
  ['an Ed25519 key', pem(ed25519, 'pkcs8'), 'key.kind'],
  ['a P-384 key as JWK', JSON.stringify(p384.export({ format: 'jwk' })), 'key.curve'],
  ['a P-384 key as PEM', pem(p384, 'sec1'), 'key.curve'],
  ['the public half as JWK', JSON.stringify(publicHalf(own)), 'key.public'],
  ['a JWKS of public halves', JSON.stringify({ keys: [publicHalf(own), publicHalf(own)] }), 'key.public'],
  ['the public half as PEM', pem(publicKey, 'spki'), 'key.public'],
  ['a certificate', '-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----', 'key.certificate'],
  [
    'PEM that is encrypted',
    String(privateKey.export({ format: 'pem', type: 'pkcs8', cipher: 'aes-256-cbc', passphrase: 'secret words' })),
    'key.encrypted',
  ],
  [
    'SEC1 that is encrypted, in one line',
    String(
      privateKey.export({ format: 'pem', type: 'sec1', cipher: 'aes-256-cbc', passphrase: 'secret words' }),
    ).replaceAll('\n', ''),
    'key.encrypted',
  ],
  ['a JWK that is encrypted', '{"protected":"e30","ciphertext":"AA","iv":"AA","tag":"AA"}', 'key.encrypted'],
  ['a key of OpenSSH', '-----BEGIN OPENSSH PRIVATE KEY-----\nAA==\n-----END OPENSSH PRIVATE KEY-----', 'key.openssh'],
  ['PEM that breaks off', pkcs8.slice(0, 120), 'key.pem'],
  ['PEM with a character too many', pkcs8.replace('MIG', 'MI§'), 'key.pem'],
  ['PEM whose bytes are no key', '-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----', 'key.pem'],
  ['PEM of something else', '-----BEGIN MESSAGE-----\nAAAA\n-----END MESSAGE-----', 'key.pem'],
  ['two private keys as PEM', pkcs8 + sec1, 'key.several'],
  ['two private keys in a JWKS', JSON.stringify({ keys: [own, makeSigningKey('b')] }), 'key.several'],
  ['an id that is no text', JSON.stringify({ ...own, kid: 7 }), 'key.kid'],
  ['an id that is too long', JSON.stringify({ ...own, kid: 'k'.repeat(201) }), 'key.kid'],
  ['a key for encryption', JSON.stringify({ ...own, use: 'enc' }), 'key.use'],
  ['a key for another algorithm', JSON.stringify({ ...own, alg: 'ES384' }), 'key.use'],
  ['a coordinate that is absent', JSON.stringify(withoutX), 'key.private'],
  ['a private number that is cut off', JSON.stringify({ ...own, d: own.d.slice(0, 40) }), 'key.private'],
  ['halves of two keys', JSON.stringify({ ...own, d: jwk.d }), 'key.mismatch'],
  ['no private number at all', JSON.stringify(withoutD), 'key.public'],
])('refuses %s without quoting key material', async (_name, text, code) => {
  const thrown = await readGivenKey(text).then(
    () => undefined,
    (error: unknown) => error,
  );
  expect(thrown).toMatchObject({ code });
  const told = JSON.stringify([thrown, String(thrown), (thrown as Error).cause ?? '']);
  for (const secret of [own.d, jwk.d ?? '', pkcs8.slice(40, 80)]) expect(told).not.toContain(secret);
});

test.each<readonly [string, string, string, string]>([
  ['a JWKS without the one that is asked for', JSON.stringify({ keys: [own] }), 'key.kid-unknown', 'till-43'],
  ['a JWK of another id than is asked for', JSON.stringify(own), 'key.kid-other', 'till-43'],
  ['an id that is asked for and too long', pkcs8, 'key.kid', 'k'.repeat(201)],
])('refuses %s at the field kid', async (_name, text, code, kid) => {
  await expect(readGivenKey(text, kid)).rejects.toMatchObject({ code, field: 'kid' });
});

test('any text gives a key or a key error', async () => {
  const text = fc.oneof(
    fc.string(),
    fc.json(),
    fc.string().map((body) => `-----BEGIN PRIVATE KEY-----\n${body}\n-----END PRIVATE KEY-----`),
    fc.tuple(fc.constantFrom(pkcs8, sec1, JSON.stringify(own)), fc.nat(300)).map(([whole, at]) => whole.slice(0, at)),
  );
  await fc.assert(
    fc.asyncProperty(text, async (given) => {
      const code = await readGivenKey(given).then(
        () => 'key',
        (error: { code: string }) => error.code,
      );
      expect(code).toMatch(/^key/);
    }),
  );
});
