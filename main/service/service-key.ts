import { createHash, createPublicKey, X509Certificate } from 'node:crypto';
import type { JWK } from 'jose';
import { z } from 'zod';

/** A public key from a JWKS (RFC 7517); unknown members are kept. */
export const publicJwk = z.looseObject({
  kty: z.string(),
  kid: z.string().min(1),
  crv: z.string().optional(),
  x: z.string().optional(),
  y: z.string().optional(),
  n: z.string().optional(),
  e: z.string().optional(),
  alg: z.string().optional(),
  use: z.string().optional(),
  key_ops: z.array(z.string()).optional(),
  x5c: z.array(z.string()).optional(),
  'x5t#S256': z.string().optional(),
});
export type PublicJwk = z.infer<typeof publicJwk>;

export interface ServiceKey {
  readonly jwk: PublicJwk;
  /** jose caches an imported key by object identity, so the object is kept. */
  readonly numbers: JWK;
  /** The certificate published with the key, parsed at most once; undefined when there is none. */
  certificate(): KeyCertificate | undefined;
}

export function serviceKey(jwk: PublicJwk): ServiceKey {
  const { kty, crv = '', x = '', y = '', n = '', e = '' } = jwk;
  let certificate: KeyCertificate | undefined;
  return {
    jwk,
    numbers: kty === 'RSA' ? { kty, n, e } : { kty, crv, x, y },
    certificate: () => {
      certificate ??= certificateOf(jwk);
      return certificate;
    },
  };
}

/** The certificate published with a key (docs/service.md, Detached JWS signature, `x5t#S256`). */
interface KeyCertificate {
  /** SHA-256 of the certificate, base64url. */
  readonly thumbprint: string;
  /** False for a certificate of another key, such as a copied certificate next to an attacker's key. */
  readonly ofThisKey: boolean;
}

/**
 * From `x5c`, or from `x5t#S256` alone (RFC 7517, 4.7 and 4.9); both must agree. Parsing a certificate costs more than
 * verifying a signature.
 */
function certificateOf(jwk: PublicJwk): KeyCertificate | undefined {
  const encoded = jwk.x5c?.[0];
  const stated = jwk['x5t#S256'];
  // Without a certificate to compare, the JWKS is trusted to name the thumbprint of this key's certificate.
  if (encoded === undefined) return stated === undefined ? undefined : { thumbprint: stated, ofThisKey: true };
  const der = Buffer.from(encoded, 'base64');
  const thumbprint = createHash('sha256').update(der).digest('base64url');
  return { thumbprint, ofThisKey: (stated ?? thumbprint) === thumbprint && certifies(der, jwk) };
}

function certifies(der: Buffer, { x = '', y = '' }: PublicJwk): boolean {
  try {
    const key = createPublicKey({ key: { kty: 'EC', crv: 'P-256', x, y }, format: 'jwk' });
    return new X509Certificate(der).publicKey.equals(key);
  } catch (thrown) {
    // Errors with a code come from Node: the bytes are not a certificate, or the point is not on the curve. Other
    // errors are bugs.
    if (thrown instanceof Error && 'code' in thrown) return false;
    throw thrown;
  }
}
