import { FlattenedSign } from 'jose';
import type { SigningKey } from './signing-key.ts';

/** Signs requests as detached JWS, ES256 (docs/service.md, Detached JWS signature). */
export interface Signer {
  readonly kid: string;
  sign(claims: RequestClaims, body: string): Promise<string>;
}

export interface RequestClaims {
  /** Issuer name for Payment and Refund, merchant id for Reconciliation. */
  readonly issuer: string;
  /** ms since the epoch, of the service's clock. */
  readonly issuedAt: number;
  readonly jti: string;
  readonly path: string;
}

interface SignerOptions {
  readonly signingKey: SigningKey;
  /** The service's claim namespace, without the trailing slash. */
  readonly claimPrefix: string;
  /** Merchant profile id: the `sub` of every request. */
  readonly profileId: string;
}

export function createSigner({ signingKey, claimPrefix, profileId }: SignerOptions): Signer {
  const { kid, kty, crv, x, y, d } = signingKey;
  // jose caches an imported key by object identity, so the same object is reused.
  const key = { kty, crv, x, y, d };
  const name = (claim: string) => `${claimPrefix}/${claim}`;
  const critical = ['sub', 'iss', 'iat', 'jti', 'path'].map(name);
  const crit = Object.fromEntries(critical.map((member) => [member, true]));

  return {
    kid,
    async sign({ issuer, issuedAt, jti, path }, body) {
      const jws = await new FlattenedSign(Buffer.from(body))
        // In the order of the service's table: the service may compare the header byte for byte.
        .setProtectedHeader({
          typ: 'jose+json',
          kid,
          alg: 'ES256',
          [name('sub')]: profileId,
          [name('iss')]: issuer,
          [name('iat')]: new Date(issuedAt).toISOString(),
          [name('jti')]: jti,
          [name('path')]: path,
          crit: critical,
        })
        .sign(key, { crit });
      // Detached as in RFC 7515, Appendix F: the payload is signed and left out.
      return `${jws.protected}..${jws.signature}`;
    },
  };
}
