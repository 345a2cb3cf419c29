import { createPublicKey, verify } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { detachedSignature, privateKeyOf, requestHeader, type Signer } from './signing.ts';
import { expectedOf, requestVectors, signatureVectors, vectorConfig, vectorMerchantKey } from './vectors.ts';
import { verifyDetached } from './verification.ts';

const signer: Signer = {
  claimPrefix: vectorConfig.claimPrefix,
  kid: vectorMerchantKey['kid'] ?? '',
  privateKey: privateKeyOf(vectorMerchantKey),
  profileId: vectorConfig.profileId,
};

describe('the independent client signs as the other implementation does', () => {
  it.each(requestVectors)('$name: the protected header has the same bytes', (vector) => {
    const signature = detachedSignature(requestHeader(signer, claimsOf(vector)), vector.bodyUtf8, signer.privateKey);
    expect(signature.split('.')[0]).toBe(vector.exampleSignature.split('.')[0]);
    expect(matches(signature, vector.bodyUtf8), 'its own signature').toBe(true);
    expect(matches(vector.exampleSignature, vector.bodyUtf8), 'the example signature').toBe(true);
  });
});

describe('the independent client judges signatures as the other implementation does', () => {
  it('has 54 cases to judge', () => expect(signatureVectors).toHaveLength(54));

  it.each(signatureVectors)('$kind, $name: $expect', (vector) => {
    const verdict = verifyDetached(vector.signature, Buffer.from(vector.bodyUtf8), expectedOf(vector));
    expect(verdict).toMatchObject(vector.expect === 'accept' ? { ok: true } : { ok: false, why: vector.why });
  });
});

function claimsOf(vector: (typeof requestVectors)[number]) {
  const reconciliation = vector.path.startsWith('/v3/reconciliation/');
  return {
    issuer: reconciliation ? vectorConfig.merchantId : vectorConfig.issuer,
    issuedAt: new Date(vector.now),
    jti: vector.jti,
    path: vector.path,
  };
}

function matches(signature: string, body: string): boolean {
  const [head, , tail] = signature.split('.');
  const { d: _private, ...jwk } = vectorMerchantKey;
  const key = createPublicKey({ key: jwk, format: 'jwk' });
  const input = Buffer.from(`${head}.${Buffer.from(body).toString('base64url')}`);
  return verify('sha256', input, { key, dsaEncoding: 'ieee-p1363' }, Buffer.from(tail ?? '', 'base64url'));
}
