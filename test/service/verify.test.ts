import { describe, expect, test } from 'vitest';
import { fault } from '../../main/service/fault.ts';
import { type KeyStore, publicJwk, serviceKey } from '../../main/service/jwks.ts';
import { createVerifier } from '../../main/service/verify.ts';
import { config, serviceJwks, signatures } from './vectors.ts';

const known = new Map(serviceJwks.keys.map((jwk) => [jwk.kid, serviceKey(publicJwk.parse(jwk))]));
const keys: KeyStore = {
  async find(kid) {
    const key = known.get(kid);
    if (key === undefined) throw fault('verify.unknown-key', kid);
    return key;
  },
};
const verifier = createVerifier({
  claimPrefix: config.claimPrefix,
  issuer: config.issuer,
  profileId: config.profileId,
  toleranceMs: config.toleranceSeconds * 1_000,
  keys,
});

/** Each reason of the vectors has a code of its own. */
const codes: Readonly<Record<string, string>> = {
  'signature does not match': 'verify.signature-mismatch',
  'no such key': 'verify.unknown-key',
  'kid missing': 'verify.kid-missing',
  'algorithm not allowed': 'verify.algorithm',
  'malformed signature': 'verify.malformed-signature',
  'not detached': 'verify.not-detached',
  'crit missing': 'verify.crit-missing',
  'unknown critical member': 'verify.crit-unknown',
  'critical member absent': 'verify.crit-absent',
  'path not critical': 'verify.crit-incomplete',
  'wrong issuer': 'verify.issuer',
  'key does not fit the algorithm': 'verify.key-mismatch',
  'malformed header': 'verify.malformed-header',
  'no signature': 'verify.no-signature',
  'key too short': 'verify.key-too-short',
  'thumbprint does not match': 'verify.thumbprint',
  'thumbprint missing': 'verify.thumbprint-missing',
  'no certificate to hold the thumbprint against': 'verify.certificate-missing',
  'wrong addressee': 'verify.addressee',
  'path does not match': 'verify.path',
  'too old': 'verify.too-old',
  'from the future': 'verify.from-future',
  'iat is not a date': 'verify.iat-malformed',
};

describe('each signature of the vectors is accepted or refused for the reason that it gives', () => {
  test.each(signatures)('$kind: $name', async ({ kind, expect: outcome, why, signature, bodyUtf8, now, path }) => {
    const body = new TextEncoder().encode(bodyUtf8);
    const verifying = verifier.verify({ kind, signature: signature ?? undefined, body, path, now: Date.parse(now) });
    if (outcome === 'accept') await expect(verifying).resolves.toMatchObject({ jti: expect.any(String) });
    else await expect(verifying).rejects.toMatchObject({ code: codes[why ?? ''] });
  });

  test('no two reasons share a code', () => {
    expect(new Set(Object.values(codes)).size).toBe(Object.keys(codes).length);
    const whys = new Set(signatures.flatMap(({ why }) => (why === undefined ? [] : [why])));
    expect([...whys].filter((why) => codes[why] === undefined)).toEqual([]);
  });
});
