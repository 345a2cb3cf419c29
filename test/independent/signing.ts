import { type KeyObject, sign } from 'node:crypto';

/**
 * Detached signatures of requests, written from the specification's text alone (docs/service.md, Detached JWS
 * signature) with only node:crypto.
 */

/** The signer: a merchant profile's key, and the names in its claims. */
export interface Signer {
  readonly claimPrefix: string;
  readonly kid: string;
  readonly privateKey: KeyObject;
  readonly profileId: string;
}

export interface Claims {
  /** `{claim_prefix}/iss`: the issuer name, or the merchant id on the Reconciliation API. */
  readonly issuer: string;
  readonly issuedAt: Date;
  readonly jti: string;
  readonly path: string;
}

export type ProtectedHeader = Record<string, unknown>;

/** Returns a request's JOSE header with its members in the order of the specification's table. */
export function requestHeader(signer: Signer, claims: Claims): ProtectedHeader {
  const name = (claim: string) => `${signer.claimPrefix}/${claim}`;
  return {
    typ: 'jose+json',
    kid: signer.kid,
    alg: 'ES256',
    [name('sub')]: signer.profileId,
    [name('iss')]: claims.issuer,
    [name('iat')]: claims.issuedAt.toISOString(),
    [name('jti')]: claims.jti,
    [name('path')]: claims.path,
    crit: ['sub', 'iss', 'iat', 'jti', 'path'].map(name),
  };
}

/** Returns the value of a `Signature` header: base64url(header), two dots, base64url(r||s over header . body). */
export function detachedSignature(header: ProtectedHeader, body: string | Buffer, privateKey: KeyObject): string {
  const head = Buffer.from(JSON.stringify(header)).toString('base64url');
  const signingInput = `${head}.${Buffer.from(body).toString('base64url')}`;
  const signature = sign('sha256', Buffer.from(signingInput), { key: privateKey, dsaEncoding: 'ieee-p1363' });
  return `${head}..${signature.toString('base64url')}`;
}
