import { readSigningKey, type SigningKeyErrorCode, signingKeyShape } from '../../../preload/signing-key.ts';

/**
 * What is wrong with the shape of a pasted signing key; main checks that the key works. An empty text keeps the key
 * that the keychain has, and is wrong when it has none.
 */
export function signingKeyFault(text: string, keySet: boolean): SigningKeyErrorCode | undefined {
  if (text.trim() === '') return keySet ? undefined : 'signing-key.required';
  const read = readSigningKey(text, signingKeyShape);
  return read.ok ? undefined : read.code;
}
