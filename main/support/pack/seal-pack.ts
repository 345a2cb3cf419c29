import { CompactEncrypt, importJWK } from 'jose';
import type { SupportKey } from './support-key.ts';

/** The encryption of the zip itself. */
export const PACK_ENCRYPTION = 'A256GCM';

/**
 * The pack as only whoever has support's private key can read it: a JWE in compact form (RFC 7516) by A256GCM, of the whole
 * zip; `npm run open-pack` opens it. jose has no way to encrypt piece by piece, so it is held in memory; `support-pack.ts` bounds it.
 */
export async function sealedPack(zip: Uint8Array, { alg, kid, jwk }: SupportKey): Promise<Uint8Array> {
  const header = { alg, enc: PACK_ENCRYPTION, kid, cty: 'application/zip' };
  const sealed = await new CompactEncrypt(zip).setProtectedHeader(header).encrypt(await importJWK(jwk, alg));
  return new TextEncoder().encode(sealed);
}
