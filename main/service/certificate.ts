import { createHash, createPublicKey, X509Certificate } from 'node:crypto';
import type { PublicJwk } from './jwks.ts';

/** The certificate that the service publishes beside a key (spec: Callback signature, `x5t#S256`). */
export interface KeyCertificate {
  /** SHA-256 of the certificate, base64url. */
  readonly thumbprint: string;
  /** Whether it is a certificate of that very key; anybody can put another's beside a key. */
  readonly ofThisKey: boolean;
}

/** The first certificate of `x5c`; undefined when the key has none. Reading one costs more than a signature. */
export function certificateOf(jwk: PublicJwk): KeyCertificate | undefined {
  const encoded = jwk.x5c?.[0];
  if (encoded === undefined) return undefined;
  const der = Buffer.from(encoded, 'base64');
  return { thumbprint: createHash('sha256').update(der).digest('base64url'), ofThisKey: certifies(der, jwk) };
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
