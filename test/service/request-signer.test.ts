import { createPublicKey, generateKeyPairSync, verify } from 'node:crypto';
import { flattenedVerify, importJWK } from 'jose';
import { describe, expect, test } from 'vitest';
import { TillError } from '../../main/base/till-error.ts';
import { createSigner } from '../../main/service/request-signer.ts';
import { config, merchantKey, requests } from './vectors.ts';

const signer = createSigner({ privateJwk: merchantKey, claimPrefix: config.claimPrefix, profileId: config.profileId });

/** Verifies as the service would, with node:crypto alone. */
function genuine(signature: string, body: string): boolean {
  const [header = '', payload, value = ''] = signature.split('.');
  const { kty, crv, x, y } = merchantKey;
  const key = createPublicKey({ key: { kty, crv, x, y }, format: 'jwk' });
  const input = Buffer.from(`${header}.${Buffer.from(body, 'utf8').toString('base64url')}`);
  return payload === '' && verify('sha256', input, { key, dsaEncoding: 'ieee-p1363' }, Buffer.from(value, 'base64url'));
}

/** Verifies with jose, which has no part in the signing: the claims must be named critical and understood. */
async function acceptedByJose(signature: string, body: string): Promise<boolean> {
  const [header = '', payload, value = ''] = signature.split('.');
  const { kty, crv, x, y } = merchantKey;
  const claims = ['sub', 'iss', 'iat', 'jti', 'path'].map((claim) => [`${config.claimPrefix}/${claim}`, true]);
  const jws = { protected: header, payload: Buffer.from(body, 'utf8').toString('base64url'), signature: value };
  const verifying = flattenedVerify(jws, await importJWK({ kty, crv, x, y }, 'ES256'), {
    algorithms: ['ES256'],
    crit: Object.fromEntries(claims),
  });
  return (
    payload === '' &&
    verifying.then(
      () => true,
      () => false,
    )
  );
}

describe('a signed request carries the very header that the service expects', () => {
  test.each(requests)('$name', async ({ protectedHeader, exampleSignature, bodyUtf8, now, jti, path }) => {
    const issuer = String(protectedHeader[`${config.claimPrefix}/iss`]);
    const signature = signer.sign({ issuer, issuedAt: Date.parse(now), jti, path }, bodyUtf8);
    expect(signature.split('.')[0]).toBe(exampleSignature.split('.')[0]);
    expect(genuine(exampleSignature, bodyUtf8)).toBe(true);
    expect(genuine(signature, bodyUtf8)).toBe(true);
    expect(genuine(signature, `${bodyUtf8} `)).toBe(false);
    expect(await acceptedByJose(signature, bodyUtf8)).toBe(true);
    expect(await acceptedByJose(signature, `${bodyUtf8} `)).toBe(false);
  });
});

test('a name that JSON must escape still makes a header that parses', () => {
  const odd = createSigner({ privateJwk: merchantKey, claimPrefix: 'urn:"x"', profileId: 'p"\\' });
  const signature = odd.sign({ issuer: 'é"', issuedAt: 0, jti: '\n', path: '/"' }, '');
  const header: unknown = JSON.parse(Buffer.from(signature.split('.')[0] ?? '', 'base64url').toString());
  expect(header).toMatchObject({ 'urn:"x"/iss': 'é"', 'urn:"x"/jti': '\n', 'urn:"x"/iat': '1970-01-01T00:00:00.000Z' });
});

describe('a key that cannot sign is refused in words, and never quoted', () => {
  const other = generateKeyPairSync('ec', { namedCurve: 'P-384' }).privateKey.export({ format: 'jwk' });
  const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({ format: 'jwk' });
  const { d: _d, ...publicOnly } = merchantKey;
  const { kid: _kid, ...nameless } = merchantKey;
  const cases: readonly (readonly [string, unknown, string])[] = [
    ['not JSON', '{"kty":"EC","d":"SECRET"', 'invalid.signing-key.format'],
    ['a list', [merchantKey], 'invalid.signing-key.format'],
    ['nothing', undefined, 'invalid.signing-key.format'],
    ['RSA', { ...rsa, kid: 'k' }, 'invalid.signing-key.curve'],
    ['another curve', { ...other, kid: 'k' }, 'invalid.signing-key.curve'],
    ['for another algorithm', { ...merchantKey, alg: 'ES384' }, 'invalid.signing-key.alg'],
    ['the public half', publicOnly, 'invalid.signing-key.private'],
    ['without kid', nameless, 'invalid.signing-key.kid'],
    ['without a point', { kty: 'EC', crv: 'P-256', kid: 'k', d: merchantKey.d }, 'invalid.signing-key.format'],
    ['with a point off the curve', { ...merchantKey, x: merchantKey.y }, 'invalid.signing-key.values'],
    ['with the point of another key', { ...merchantKey, d: 'AQ' }, 'invalid.signing-key.values'],
  ];
  test.each(cases)('%s', (_name, privateJwk, code) => {
    const make = () => createSigner({ privateJwk, claimPrefix: 'p', profileId: 'q' });
    expect(make).toThrow(TillError);
    expect(make).toThrow(expect.objectContaining({ code, acted: 'no' }));
    expect(make).not.toThrow(/SECRET|UBBI/);
  });
});
