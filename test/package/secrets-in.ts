/** Private keys in a text or in the strings of a program: PEM with its key behind it, or a JWK with its private part. */

const pem = /-----BEGIN (?:[A-Z]+ )*PRIVATE KEY-----\s*(?:\\n)?[A-Za-z0-9+/=]{40}/;
/** Forty characters are more than a word of code has, and fewer than the smallest key. */
const jwk = /["']?\bd["']?\s*:\s*["'`][\w-]{40,}["'`]/;

/** What a file holds that nobody else may have, in words; empty where there is nothing. */
export function secretsIn(text: string): readonly string[] {
  return [...(pem.test(text) ? ['a private key as PEM'] : []), ...(jwk.test(text) ? ['a private key as JWK'] : [])];
}
