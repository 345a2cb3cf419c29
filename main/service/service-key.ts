import type { JWK } from 'jose';
import { certificateOf, type KeyCertificate } from './key-certificate.ts';
import type { PublicJwk } from './public-jwk.ts';

/** One public key of the service. */
export interface ServiceKey {
  readonly jwk: PublicJwk;
  /** The key's numbers alone. jose imports a key once for each object that holds it, so this object is kept. */
  readonly numbers: JWK;
  /** The certificate that is published with the key, read at most once; undefined when there is none. */
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
