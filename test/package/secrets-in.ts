/** Matches private keys in texts and in string literals: PEM with its key data, or a JWK with its private part. */

const pem = /-----BEGIN (?:[A-Z]+ )*PRIVATE KEY-----\s*(?:\\n)?[A-Za-z0-9+/=]{40}/;
/** Forty characters: longer than identifiers in code, shorter than the smallest key. */
const jwk = /["']?\bd["']?\s*:\s*["'`][\w-]{40,}["'`]/;

/** Returns a description of each private key in the text; empty if there is none. */
export function secretsIn(text: string): readonly string[] {
  return [...(pem.test(text) ? ['a private key as PEM'] : []), ...(jwk.test(text) ? ['a private key as JWK'] : [])];
}
