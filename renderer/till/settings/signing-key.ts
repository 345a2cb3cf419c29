export type SigningKeyFault =
  | 'signing-key.required'
  | 'signing-key.json'
  | 'signing-key.kind'
  | 'signing-key.private'
  | 'signing-key.kid';

/**
 * What is wrong with a pasted signing key (private JWK, ES256, with kid; design: 8), before it leaves the window; main
 * checks that the key works. Empty text keeps the key that the keychain has, if it has one.
 */
export function signingKeyFault(text: string, keySet: boolean): SigningKeyFault | undefined {
  if (text.trim() === '') return keySet ? undefined : 'signing-key.required';
  const key = parsed(text);
  if (key === undefined) return 'signing-key.json';
  if (key['kty'] !== 'EC' || key['crv'] !== 'P-256') return 'signing-key.kind';
  if (![key['d'], key['x'], key['y']].every(isCoordinate)) return 'signing-key.private';
  return typeof key['kid'] === 'string' && key['kid'] !== '' ? undefined : 'signing-key.kid';
}

function parsed(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : undefined;
  } catch (fault) {
    if (fault instanceof SyntaxError) return undefined;
    throw fault;
  }
}

/** 32 bytes, base64url without padding. */
function isCoordinate(value: unknown): boolean {
  return typeof value === 'string' && /^[A-Za-z0-9_-]{43}$/.test(value);
}
