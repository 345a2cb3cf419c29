import { createHash, createPublicKey, X509Certificate } from 'node:crypto';
import type { PublicJwk } from './jwks-cache.ts';

/** The certificate that the service publishes beside a key (spec: Callback signature, `x5t#S256`). */
export interface KeyCertificate {
  /** SHA-256 of the certificate, base64url. */
  readonly thumbprint: string;
  /** Whether it is the one that the JWKS names, of that very key; anybody can put another's beside a key. */
  readonly ofThisKey: boolean;
}

/**
 * The certificate of a key, from `x5c` or by its thumbprint `x5t#S256` alone (RFC 7517, 4.7 and 4.9); where there are
 * both they must agree. Undefined when the key has neither. Reading a certificate costs more than a signature.
 */
export function certificateOf(jwk: PublicJwk): KeyCertificate | undefined {
  const encoded = jwk.x5c?.[0];
  const told = jwk['x5t#S256'];
  // Without the certificate there is nothing to read it in: that it is this key's is the word of the JWKS.
  if (encoded === undefined) return told === undefined ? undefined : { thumbprint: told, ofThisKey: true };
  const der = Buffer.from(encoded, 'base64');
  const thumbprint = createHash('sha256').update(der).digest('base64url');
  return { thumbprint, ofThisKey: (told ?? thumbprint) === thumbprint && certifies(der, jwk) };
}

function certifies(der: Buffer, { x = '', y = '' }: PublicJwk): boolean {
  try {
    const key = createPublicKey({ key: { kty: 'EC', crv: 'P-256', x, y }, format: 'jwk' });
    return new X509Certificate(der).publicKey.equals(key);
  } catch (thrown) {
    // Bytes that are no certificate, or a point off the curve: Node's coded errors. Anything else is a fault of ours.
    if (thrown instanceof Error && 'code' in thrown) return false;
    throw thrown;
  }
}
