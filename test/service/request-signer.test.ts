import { flattenedVerify, importJWK } from 'jose';
import { describe, expect, test } from 'vitest';
import { createSigner } from '../../main/service/request-signer.ts';
import { config, merchantKey, requests } from './vectors.ts';

const signer = createSigner({ signingKey: merchantKey, claimPrefix: config.claimPrefix, profileId: config.profileId });

/** Verifies with jose. The claims must be listed as critical and understood. */
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

describe('a signed request has the header that the service expects', () => {
  test.each(requests)('$name', async ({ protectedHeader, exampleSignature, bodyUtf8, now, jti, path }) => {
    const issuer = String(protectedHeader[`${config.claimPrefix}/iss`]);
    const signature = await signer.sign({ issuer, issuedAt: Date.parse(now), jti, path }, bodyUtf8);
    expect(signature.split('.')[0]).toBe(exampleSignature.split('.')[0]);
    expect(await acceptedByJose(exampleSignature, bodyUtf8)).toBe(true);
    expect(await acceptedByJose(signature, bodyUtf8)).toBe(true);
    expect(await acceptedByJose(signature, `${bodyUtf8} `)).toBe(false);
  });
});

test('escapes JSON characters in header values', async () => {
  const odd = createSigner({ signingKey: merchantKey, claimPrefix: 'urn:"x"', profileId: 'p"\\' });
  const signature = await odd.sign({ issuer: 'é"', issuedAt: 0, jti: '\n', path: '/"' }, '');
  const header: unknown = JSON.parse(Buffer.from(signature.split('.')[0] ?? '', 'base64url').toString());
  expect(header).toMatchObject({ 'urn:"x"/iss': 'é"', 'urn:"x"/jti': '\n', 'urn:"x"/iat': '1970-01-01T00:00:00.000Z' });
});
