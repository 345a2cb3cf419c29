import { describe, expect, test } from 'vitest';
import { verifier } from './vector-verifier.ts';
import { signatures } from './vectors.ts';

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
