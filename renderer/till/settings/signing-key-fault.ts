import { readSigningKey, type SigningKeyErrorCode, signingKeyShape } from '../../../preload/signing-key.ts';

/**
 * What is wrong with a pasted signing key before it leaves the window; main checks that the key works. Empty text keeps
 * the key that the keychain has, if it has one.
 */
export function signingKeyFault(text: string, keySet: boolean): SigningKeyErrorCode | undefined {
  if (text.trim() === '') return keySet ? undefined : 'signing-key.required';
  const read = readSigningKey(text, signingKeyShape);
  return read.ok ? undefined : read.code;
}
