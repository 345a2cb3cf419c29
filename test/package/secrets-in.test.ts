import { generateKeyPairSync } from 'node:crypto';
import { expect, test } from 'vitest';
import { secretsIn } from './secrets-in.ts';

const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });

test('a private key is seen, however it is written', () => {
  const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
  const jwk = privateKey.export({ format: 'jwk' });
  expect(secretsIn(`before\n${pem}`)).toEqual(['a private key as PEM']);
  expect(secretsIn(`const key = ${JSON.stringify(pem)}`)).toEqual(['a private key as PEM']);
  expect(secretsIn(JSON.stringify(jwk))).toEqual(['a private key as JWK']);
  expect(secretsIn(`{ kty: 'EC', d: '${jwk.d}' }`)).toEqual(['a private key as JWK']);
});

test('a public key, and code that knows what private ones look like, are none', () => {
  expect(secretsIn(JSON.stringify(publicKey.export({ format: 'jwk' })))).toEqual([]);
  expect(secretsIn(publicKey.export({ type: 'spki', format: 'pem' }).toString())).toEqual([]);
  expect(secretsIn("if (text.includes('-----BEGIN PRIVATE KEY-----')) read({ d: 'the private part' })")).toEqual([]);
});
