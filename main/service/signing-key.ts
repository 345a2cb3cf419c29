import { createECDH, generateKeyPairSync } from 'node:crypto';
import type { z } from 'zod';
import type { FieldErrorCode } from '../../preload/contract/field-error-codes.ts';
import { signingKeyShape } from '../../preload/contract/signing-key.ts';

/** As stored in the provisioning file and the keychain (docs/guide/administrators.md). */
export const signingKey = signingKeyShape
  .superRefine((key, context) => {
    if (!isPair(key)) context.addIssue({ code: 'custom', message: 'signing-key.mismatch' satisfies FieldErrorCode });
  })
  .transform(({ kty, crv, x, y, d, kid }) => ({ kty, crv, x, y, d, kid }));
export type SigningKey = z.output<typeof signingKey>;

export function publicHalf({ kty, crv, x, y, kid }: SigningKey): Omit<SigningKey, 'd'> & { alg: string; use: string } {
  return { kty, crv, x, y, kid, alg: 'ES256', use: 'sig' };
}

/** A key for training: created at each start, never stored. */
export function makeSigningKey(kid: string): SigningKey {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  return signingKey.parse({ ...privateKey.export({ format: 'jwk' }), kid });
}

/** The private number must belong to the point: with another public key, the service would refuse every call. */
function isPair(key: { readonly x: string; readonly y: string; readonly d: string }): boolean {
  const pair = createECDH('prime256v1');
  try {
    pair.setPrivateKey(key.d, 'base64url');
  } catch {
    // The library refuses a number outside the curve's order: not a valid key.
    return false;
  }
  const point = pair.getPublicKey();
  return point.subarray(1, 33).toString('base64url') === key.x && point.subarray(33).toString('base64url') === key.y;
}
