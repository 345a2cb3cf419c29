/** Where a service at this address most likely has its public keys; empty while the address is none. */
export function keysAddress(baseUrl: string): string {
  const text = baseUrl.trim();
  if (!/^https?:\/\/[^/]/.test(text) || !URL.canParse(text)) return '';
  return `${new URL(text).origin}/.well-known/jwks.json`;
}
