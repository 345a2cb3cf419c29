import { readSigningKey, type SigningKeyErrorCode, signingKeyShape } from '../../../preload/contract/signing-key.ts';

/** Its id is its thumbprint where it has none of its own. */
const shape = signingKeyShape.omit({ kid: true });

/**
 * What is wrong with the shape of a pasted JWK; main checks that the key works, and reads PEM and a JWKS. An empty text
 * keeps the key that the keychain has, and is wrong when it has none.
 */
export function signingKeyFault(text: string, keySet: boolean): SigningKeyErrorCode | undefined {
  if (text.trim() === '') return keySet ? undefined : 'signing-key.required';
  if (text.includes('-----BEGIN ') || /"keys"\s*:\s*\[/.test(text)) return undefined;
  const read = readSigningKey(text, shape);
  return read.ok ? undefined : read.code;
}
