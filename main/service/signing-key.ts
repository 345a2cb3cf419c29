import { createECDH, generateKeyPairSync } from 'node:crypto';
import { z } from 'zod';
import { type FieldErrorCode, refusedAs } from '../../preload/field-error-codes.ts';
import { type FieldError, fieldErrorsOf } from '../base/field-errors.ts';

/** A private EC P-256 key with its id, as the provisioning file and the keychain hold it (design: 8). */
export const signingKey = z
  .object({
    kty: z.literal('EC', refusedAs('signing-key.kind')),
    crv: z.literal('P-256', refusedAs('signing-key.kind')),
    x: coordinate(),
    y: coordinate(),
    d: coordinate(),
    kid: z
      .string(refusedAs('signing-key.kid'))
      .min(1, refusedAs('signing-key.kid'))
      .max(200, refusedAs('signing-key.kid')),
    alg: z.literal('ES256', refusedAs('signing-key.kind')).optional(),
    use: z.literal('sig', refusedAs('signing-key.kind')).optional(),
    key_ops: z.array(z.string()).optional(),
  })
  .loose()
  .superRefine((key, context) => {
    if (!isPair(key)) context.addIssue({ code: 'custom', message: 'signing-key.mismatch' satisfies FieldErrorCode });
  })
  .transform(({ kty, crv, x, y, d, kid }) => ({ kty, crv, x, y, d, kid }));
export type SigningKey = z.output<typeof signingKey>;

/** The public half, as it goes into a JWKS. */
export function publicHalf({ kty, crv, x, y, kid }: SigningKey): Omit<SigningKey, 'd'> & { alg: string; use: string } {
  return { kty, crv, x, y, kid, alg: 'ES256', use: 'sig' };
}

/** A key for training: made at each start, never written anywhere. */
export function makeSigningKey(kid: string): SigningKey {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  return signingKey.parse({ ...privateKey.export({ format: 'jwk' }), kid });
}

/** Reads a key from JSON text, as a person pastes it. Faults never quote the text: it is a secret. */
export function parseSigningKey(text: string): SigningKey | FieldError {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    // The parser's message holds a piece of the key, so nothing of it goes on.
    return { path: 'keys.signingKey', code: 'signing-key.json', values: {} };
  }
  const parsed = signingKey.safeParse(json);
  if (parsed.success) return parsed.data;
  const code = fieldErrorsOf(parsed.error)[0]?.code;
  return { path: 'keys.signingKey', code: code?.startsWith('signing-key.') ? code : 'signing-key.json', values: {} };
}

/** 32 bytes in base64url: 43 characters. */
function coordinate() {
  return z.string(refusedAs('signing-key.private')).regex(/^[A-Za-z0-9_-]{43}$/, refusedAs('signing-key.private'));
}

/** Whether the private number belongs to the point: a service that has another public key would refuse every call. */
function isPair(key: { readonly x: string; readonly y: string; readonly d: string }): boolean {
  const pair = createECDH('prime256v1');
  try {
    pair.setPrivateKey(key.d, 'base64url');
  } catch {
    // A number outside the curve's order is refused by the library: not a key at all.
    return false;
  }
  const point = pair.getPublicKey();
  return point.subarray(1, 33).toString('base64url') === key.x && point.subarray(33).toString('base64url') === key.y;
}
