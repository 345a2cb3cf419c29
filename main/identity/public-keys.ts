import { calculateJwkThumbprint } from 'jose';
import { publicHalf, type SigningKey } from '../service/signing-key.ts';
import { keyAt } from './key-rotation.ts';
import type { KeysOfState } from './sealed-record.ts';

/** The thumbprint of a key's public half (RFC 7638, SHA-256, base64url): its fingerprint, and its id where none is given. */
export function thumbprintOf(key: Pick<SigningKey, 'kty' | 'crv' | 'x' | 'y'>): Promise<string> {
  const { kty, crv, x, y } = key;
  return calculateJwkThumbprint({ kty, crv, x, y });
}

export function publicJwkText(key: SigningKey): string {
  return JSON.stringify(inOrder(key));
}

/** The JWKS of the terminal, ready to host (RFC 7517), with the key to come and the one to go back to. */
export function jwksText(state: KeysOfState): string {
  const keys = (['current', 'next', 'previous'] as const).flatMap((place) => keyAt(state, place) ?? []);
  return `${JSON.stringify({ keys: keys.map(inOrder) }, null, 2)}\n`;
}

/** The public members, in the order that people know. */
function inOrder(key: SigningKey): object {
  const { kty, crv, x, y, kid, alg, use } = publicHalf(key);
  return { kty, use, crv, kid, alg, x, y };
}
