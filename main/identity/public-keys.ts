import { calculateJwkThumbprint } from 'jose';
import { publicHalf, type SigningKey } from '../service/signing-key.ts';
import { keyAt } from './key-rotation.ts';
import type { KeysOfState } from './sealed-record.ts';

/** Returns the thumbprint of a public key (RFC 7638, SHA-256, base64url): its fingerprint, and its default key id. */
export function thumbprintOf(key: Pick<SigningKey, 'kty' | 'crv' | 'x' | 'y'>): Promise<string> {
  const { kty, crv, x, y } = key;
  return calculateJwkThumbprint({ kty, crv, x, y });
}

export function publicJwkText(key: SigningKey): string {
  return JSON.stringify(inOrder(key));
}

/** Returns the terminal's JWKS, ready to host (RFC 7517), with the next and the previous key. */
export function jwksText(state: KeysOfState): string {
  const keys = (['current', 'next', 'previous'] as const).flatMap((place) => keyAt(state, place) ?? []);
  return `${JSON.stringify({ keys: keys.map(inOrder) }, null, 2)}\n`;
}

function inOrder(key: SigningKey): object {
  const { kty, crv, x, y, kid, alg, use } = publicHalf(key);
  return { kty, use, crv, kid, alg, x, y };
}
