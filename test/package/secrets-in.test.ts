import { generateKeyPairSync } from 'node:crypto';
import { expect, test } from 'vitest';
import { secretsIn } from './secrets-in.ts';

const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });

test('finds a private key in every notation', () => {
  const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
  const jwk = privateKey.export({ format: 'jwk' });
  expect(secretsIn(`before\n${pem}`)).toEqual(['a private key as PEM']);
  expect(secretsIn(`const key = ${JSON.stringify(pem)}`)).toEqual(['a private key as PEM']);
  expect(secretsIn(JSON.stringify(jwk))).toEqual(['a private key as JWK']);
  expect(secretsIn(`{ kty: 'EC', d: '${jwk.d}' }`)).toEqual(['a private key as JWK']);
});

test('ignores public keys and code that recognises private keys', () => {
  expect(secretsIn(JSON.stringify(publicKey.export({ format: 'jwk' })))).toEqual([]);
  expect(secretsIn(publicKey.export({ type: 'spki', format: 'pem' }).toString())).toEqual([]);
  expect(secretsIn("if (text.includes('-----BEGIN PRIVATE KEY-----')) read({ d: 'the private part' })")).toEqual([]);
});
