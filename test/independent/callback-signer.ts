import { generateKeyPairSync, type KeyObject, randomUUID } from 'node:crypto';
import { selfSigned } from './certificate.ts';
import { detachedSignature, type ProtectedHeader } from './signing.ts';
import type { Jwk } from './verification.ts';

/** The service's side of a callback: a key with its certificate, and signatures by it (docs/service.md, Detached JWS signature). */
export interface CallbackSigner {
  /** As the JWKS has it. */
  readonly jwk: Jwk;
  /** The whole `Signature` header; `change` makes it another than the specification says. */
  sign(callback: CallbackClaims, body: string, change?: (right: ProtectedHeader) => ProtectedHeader): string;
}

export interface CallbackClaims {
  readonly claimPrefix: string;
  readonly issuer: string;
  readonly profileId: string;
  readonly path: string;
  readonly issuedAt?: Date;
  readonly jti?: string;
}

export function callbackSigner(kid: string): CallbackSigner {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const certificate = selfSigned('callback signer', publicKey, privateKey);
  return {
    jwk: publicJwk(kid, publicKey, certificate.der),
    sign(callback, body, change = (right) => right) {
      const name = (claim: string) => `${callback.claimPrefix}/${claim}`;
      const header = {
        typ: 'jose+json',
        kid,
        alg: 'ES256',
        sub: callback.profileId,
        'x5t#S256': certificate.thumbprint,
        [name('iss')]: callback.issuer,
        [name('iat')]: (callback.issuedAt ?? new Date()).toISOString(),
        [name('jti')]: callback.jti ?? randomUUID(),
        [name('path')]: callback.path,
        crit: ['iss', 'iat', 'jti', 'path'].map(name),
      };
      return detachedSignature(change(header), body, privateKey);
    },
  };
}

function publicJwk(kid: string, publicKey: KeyObject, certificate: Buffer): Jwk {
  return {
    ...publicKey.export({ format: 'jwk' }),
    kid,
    use: 'sig',
    alg: 'ES256',
    x5c: [certificate.toString('base64')],
  };
}
