import { generateKeyPairSync } from 'node:crypto';
import { compactDecrypt, importJWK, type JWK } from 'jose';
import { expect, test } from 'vitest';
import { readSupportKey, sealedPack, supportKeyText } from '../../main/support/pack/support-key.ts';

function ec(namedCurve: string): { readonly open: JWK; readonly secret: JWK } {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve });
  return { open: publicKey.export({ format: 'jwk' }) as JWK, secret: privateKey.export({ format: 'jwk' }) as JWK };
}

function rsa(modulusLength: number): { readonly open: JWK; readonly secret: JWK } {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength });
  return { open: publicKey.export({ format: 'jwk' }) as JWK, secret: privateKey.export({ format: 'jwk' }) as JWK };
}

function x25519(): { readonly open: JWK; readonly secret: JWK } {
  const { publicKey, privateKey } = generateKeyPairSync('x25519');
  return { open: publicKey.export({ format: 'jwk' }) as JWK, secret: privateKey.export({ format: 'jwk' }) as JWK };
}

const p256 = ec('P-256');

test.each([
  ['EC P-256', p256],
  ['EC P-384', ec('P-384')],
  ['X25519', x25519()],
  ['RSA 2048', rsa(2048)],
])('only the owner of the %s key can decrypt', async (_, { open, secret }) => {
  const key = await readSupportKey(JSON.stringify({ ...open, kid: 'support-2026' }));
  const zip = new TextEncoder().encode('PK what is in the zip');
  const sealed = new TextDecoder().decode(await sealedPack(zip, key));
  expect(sealed).not.toContain('what is in');
  const { plaintext, protectedHeader } = await compactDecrypt(sealed, await importJWK(secret, key.alg));
  expect(new TextDecoder().decode(plaintext)).toBe('PK what is in the zip');
  expect(protectedHeader).toMatchObject({ alg: key.alg, enc: 'A256GCM', kid: 'support-2026', cty: 'application/zip' });
  const other = 'n' in open ? rsa(2048) : 'y' in open ? ec(String(open.crv)) : x25519();
  await expect(compactDecrypt(sealed, await importJWK(other.secret, key.alg))).rejects.toThrow();
});

test('stores only the key itself', async () => {
  const key = await readSupportKey(JSON.stringify({ ...p256.open, note: 'ask Ava', use: 'enc' }));
  const kept = supportKeyText(key);
  expect(await readSupportKey(kept)).toEqual(key);
  expect(kept).not.toContain('Ava');
  expect(key.kid).toBe(key.thumbprint);
});

test('accepts a key set with a single key', async () => {
  const alone = await readSupportKey(JSON.stringify(p256.open));
  expect(await readSupportKey(`\u{feff}${JSON.stringify({ keys: [p256.open] })}`)).toEqual(alone);
});

const { secret } = p256;
test.each<[string, string, string, object?]>([
  ['nothing', '', 'unreadable'],
  ['no JSON', '-----BEGIN PUBLIC KEY-----', 'unreadable'],
  ['a list', '[]', 'unreadable'],
  ['two keys', JSON.stringify({ keys: [p256.open, p256.open] }), 'unreadable'],
  ['far too much', `{"kty":"EC","x":"${'x'.repeat(20_000)}"}`, 'unreadable'],
  ['a point that is not on the curve', JSON.stringify({ ...p256.open, x: p256.open.y, y: p256.open.x }), 'unreadable'],
  ['a key without its half', JSON.stringify({ kty: 'EC', crv: 'P-256', x: p256.open.x }), 'unreadable'],
  ['a private key', JSON.stringify(secret), 'private'],
  ['a shared key', '{"kty":"oct","k":"c2VjcmV0"}', 'private'],
  ['a key for signatures alone', JSON.stringify({ kty: 'OKP', crv: 'Ed25519', x: 'abc' }), 'kind'],
  ['another curve', JSON.stringify({ kty: 'EC', crv: 'secp256k1', x: 'a', y: 'b' }), 'kind'],
  ['a short RSA key', JSON.stringify(rsa(1024).open), 'weak', { bits: 1024 }],
  ['use of signatures', JSON.stringify({ ...p256.open, use: 'sig' }), 'use', { use: 'sig' }],
  ['another algorithm', JSON.stringify({ ...p256.open, alg: 'ES256' }), 'use', { use: 'ES256' }],
  ['operations that only verify', JSON.stringify({ ...p256.open, key_ops: ['verify'] }), 'use', { use: 'verify' }],
])('refuses %s without quoting the text', async (_, text, why, values) => {
  const error = await readSupportKey(text).catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({ code: `support-key.${why}`, field: 'key', values: values ?? {} });
  if (typeof secret.d === 'string') expect(String(error)).not.toContain(secret.d);
});
