import { CompactEncrypt, type CryptoKey, calculateJwkThumbprint, importJWK, type JWK } from 'jose';
import { isJsonObject, type JsonObject, jsonOrUndefined } from '../../base/json-syntax.ts';
import { TillError } from '../../base/till-error.ts';

export interface SupportKey {
  readonly alg: 'ECDH-ES' | 'RSA-OAEP-256';
  /** The owner's name, or else the thumbprint. */
  readonly kid: string;
  /** RFC 7638 thumbprint with SHA-256, for comparison over the telephone. */
  readonly thumbprint: string;
  /** Public members only. */
  readonly jwk: JWK;
}

const LARGEST_TEXT = 16_384;
const FEWEST_BITS = 2_048;
const PRIVATE = ['d', 'p', 'q', 'dp', 'dq', 'qi', 'oth', 'k'];
const CURVES: ReadonlyMap<unknown, readonly string[]> = new Map([
  ['EC', ['P-256', 'P-384', 'P-521']],
  ['OKP', ['X25519']],
]);

/**
 * Reads a public JWK, or a JWKS with a single key. Throws `TillError` `support-key.unreadable`, `.private`, `.kind`,
 * `.weak`, `.use`.
 */
export async function readSupportKey(text: string): Promise<SupportKey> {
  const given = keyIn(text);
  if (PRIVATE.some((member) => member in given)) throw refused('private');
  const { kty, crv, x, y, n, e, use, alg: named, kid, key_ops: operations } = given;
  const isRsa = kty === 'RSA';
  if (!isRsa && CURVES.get(kty)?.includes(String(crv)) !== true) throw refused('kind');
  const alg = isRsa ? 'RSA-OAEP-256' : 'ECDH-ES';
  if (use !== undefined && use !== 'enc') throw refused('use', { use: shown(use) });
  if (named !== undefined && named !== alg) throw refused('use', { use: shown(named) });
  const isForOther = Array.isArray(operations) && !operations.some((one) => /^(?:wrapKey|encrypt|derive)/.test(one));
  if (isForOther) throw refused('use', { use: shown(operations.join(' ')) });
  const jwk = Object.fromEntries(
    Object.entries(isRsa ? { kty, n, e } : { kty, crv, x, y }).filter(([, value]) => typeof value === 'string'),
  ) as JWK;
  const bits = isRsa ? bitsOf(await imported(jwk, alg)) : undefined;
  if (bits === undefined) await imported(jwk, alg);
  else if (bits < FEWEST_BITS) throw refused('weak', { bits });
  const thumbprint = await calculateJwkThumbprint(jwk);
  const name = typeof kid === 'string' && /^[\w.:@/+=-]{1,100}$/.test(kid) ? kid : thumbprint;
  return { alg, kid: name, thumbprint, jwk };
}

export function supportKeyText({ alg, kid, jwk }: SupportKey): string {
  return JSON.stringify({ ...jwk, kid, alg, use: 'enc' });
}

function keyIn(text: string): JsonObject {
  const value = text.length <= LARGEST_TEXT ? jsonOrUndefined(text.replace(/^\u{feff}/u, '')) : undefined;
  const keys = isJsonObject(value) ? value['keys'] : undefined;
  const key = Array.isArray(keys) && keys.length === 1 ? keys[0] : value;
  if (!isJsonObject(key) || key['kty'] === undefined) throw refused('unreadable');
  return key;
}

async function imported(jwk: JWK, alg: string): Promise<CryptoKey> {
  try {
    const key = await importJWK(jwk, alg);
    if (!(key instanceof Uint8Array)) return key;
  } catch {
    // For example a point off its curve, or an invalid modulus.
  }
  throw refused('unreadable');
}

function bitsOf({ algorithm }: CryptoKey): number {
  return 'modulusLength' in algorithm ? Number(algorithm.modulusLength) : 0;
}

function shown(value: unknown): string {
  return String(value)
    .replaceAll(/[^\w+. -]/g, '')
    .slice(0, 40);
}

function refused(
  why: 'unreadable' | 'private' | 'kind' | 'weak' | 'use',
  values: Record<string, string | number> = {},
) {
  return new TillError(`support-key.${why}`, 'Not a support key', { field: 'key', values });
}

export const PACK_ENCRYPTION = 'A256GCM';

/**
 * Encrypts a pack as compact JWE (RFC 7516), readable by `npm run open-pack`. jose has no streaming encryption, so the
 * pack is held in memory; `support-pack.ts` bounds its size.
 */
export async function sealedPack(zip: Uint8Array, { alg, kid, jwk }: SupportKey): Promise<Uint8Array> {
  const header = { alg, enc: PACK_ENCRYPTION, kid, cty: 'application/zip' };
  const sealed = await new CompactEncrypt(zip).setProtectedHeader(header).encrypt(await importJWK(jwk, alg));
  return new TextEncoder().encode(sealed);
}
