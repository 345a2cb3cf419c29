import { z } from 'zod';
import { type FieldErrorCode, refusedAs } from './field-error-codes.ts';

/** 32 bytes in base64url: 43 characters. */
const coordinate = z
  .string(refusedAs('signing-key.private'))
  .regex(/^[A-Za-z0-9_-]{43}$/, refusedAs('signing-key.private'));

/** Main checks whether the key halves belong together: a window handles private keys only while pasted. */
export const signingKeyShape = z.looseObject({
  kty: z.literal('EC', refusedAs('signing-key.kind')),
  crv: z.literal('P-256', refusedAs('signing-key.kind')),
  x: coordinate,
  y: coordinate,
  d: coordinate,
  kid: z
    .string(refusedAs('signing-key.kid'))
    .min(1, refusedAs('signing-key.kid'))
    .max(200, refusedAs('signing-key.kid')),
  alg: z.literal('ES256', refusedAs('signing-key.kind')).optional(),
  use: z.literal('sig', refusedAs('signing-key.kind')).optional(),
  key_ops: z.array(z.string()).optional(),
});

export type SigningKeyErrorCode = Extract<FieldErrorCode, `signing-key.${string}`>;

/** A fault is only a code: the text is a secret. */
export function readSigningKey<Key>(
  text: string,
  schema: z.ZodType<Key>,
): { readonly ok: true; readonly key: Key } | { readonly ok: false; readonly code: SigningKeyErrorCode } {
  const read = schema.safeParse(jsonOrUndefined(text));
  if (read.success) return { ok: true, key: read.data };
  return { ok: false, code: codeIn(read.error.issues[0]?.message) };
}

const codes: readonly SigningKeyErrorCode[] = [
  'signing-key.kind',
  'signing-key.private',
  'signing-key.kid',
  'signing-key.mismatch',
];

function codeIn(message: string | undefined): SigningKeyErrorCode {
  return codes.find((code) => code === message) ?? 'signing-key.json';
}

function jsonOrUndefined(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // The parser's message contains a piece of the key, so the message is dropped.
    return undefined;
  }
}
