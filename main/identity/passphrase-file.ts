import { CompactEncrypt, type CompactJWEHeaderParameters, compactDecrypt, decodeProtectedHeader, errors } from 'jose';
import { TillError } from '../base/till-error.ts';
import { ensureKeyWrap } from './key-wrap.ts';

/**
 * Files that a passphrase opens: JWE in its compact form (RFC 7516, RFC 7518 section 4.8), so that other tools can open and
 * make them too. `typ` in the header says what is in one.
 */

/** A passphrase may be tried on any computer once somebody has the file, so a short one protects nothing. */
export const SHORTEST_PASSPHRASE = 12;
export const LONGEST_PASSPHRASE = 1_000;

const ALG = 'PBES2-HS512+A256KW';
const ENC = 'A256GCM';
/** Rounds of PBKDF2 for a file of ours: about half a second for each guess on a till's processor. */
const ROUNDS = 600_000;
/** What a file of others may ask for. Each file says so itself, and one made in malice would stop the till for hours. */
const MOST_ROUNDS = 2_000_000;
/** Bytes of the wrapped key, the nonce and the tag: with other lengths a file is cut off. */
const LENGTHS = { key: 40, nonce: 12, tag: 16 } as const;

/**
 * `bytes` as a compact JWE that `passphrase` opens. Errors: `passphrase.short` (`min` characters), and `internal` for one
 * that no person types.
 */
export async function encryptForPassphrase(
  bytes: Uint8Array,
  passphrase: string,
  typ: string,
  rounds = ROUNDS,
): Promise<string> {
  if ([...passphrase].length < SHORTEST_PASSPHRASE)
    throw new TillError('passphrase.short', `A passphrase has at least ${SHORTEST_PASSPHRASE} characters`, {
      field: 'passphrase',
      values: { min: SHORTEST_PASSPHRASE },
    });
  await ensureKeyWrap();
  return new CompactEncrypt(bytes)
    .setProtectedHeader({ alg: ALG, enc: ENC, typ })
    .setKeyManagementParameters({ p2c: rounds })
    .encrypt(keyOf(passphrase));
}

/**
 * What `encryptForPassphrase` was given. Errors: `file.wrong-kind` where it is no such file, or not of this `typ`;
 * `file.damaged` where it is cut off or altered; `passphrase.wrong`. The first two take no passphrase to find out but for an
 * alteration within.
 */
export async function decryptWithPassphrase(text: string, passphrase: string, typ: string): Promise<Uint8Array> {
  const jwe = text.trim();
  refuseOther(jwe, typ);
  await ensureKeyWrap();
  try {
    const { plaintext } = await compactDecrypt(jwe, keyOf(passphrase), {
      keyManagementAlgorithms: [ALG],
      contentEncryptionAlgorithms: [ENC],
      maxPBES2Count: MOST_ROUNDS,
    });
    return plaintext;
  } catch (cause) {
    if (!(cause instanceof errors.JWEDecryptionFailed)) throw damaged(cause);
    throw (await opensKey(jwe, passphrase)) ? damaged(cause) : wrong(cause);
  }
}

/** Whether a text begins like a file of this kind, whole or cut off: no JSON does. */
export function looksEncrypted(text: string): boolean {
  return /^\s*eyJ[\w-]*(?:\.|\s*$)/.test(text.slice(0, 4_096));
}

function refuseOther(jwe: string, typ: string): void {
  if (!looksEncrypted(jwe)) throw new TillError('file.wrong-kind', 'The file is not one that a passphrase opens');
  const header = headerOf(jwe);
  const { alg, enc, p2c, p2s, zip } = header;
  if (alg !== ALG || enc !== ENC || header.typ !== typ || zip !== undefined)
    throw new TillError('file.wrong-kind', `The file is not of the kind ${typ}`);
  if (typeof p2c !== 'number' || p2c > MOST_ROUNDS)
    throw new TillError('file.wrong-kind', `The file asks for more than ${MOST_ROUNDS} rounds`);
  const [, key, nonce, content, tag, more] = jwe.split('.').map(bytesOf);
  const isWhole =
    typeof p2s === 'string' &&
    key === LENGTHS.key &&
    nonce === LENGTHS.nonce &&
    content !== undefined &&
    tag === LENGTHS.tag &&
    more === undefined;
  if (!isWhole) throw damaged();
}

function headerOf(jwe: string): CompactJWEHeaderParameters & { readonly p2c?: unknown; readonly p2s?: unknown } {
  try {
    return decodeProtectedHeader(jwe) as CompactJWEHeaderParameters;
  } catch (cause) {
    throw damaged(cause);
  }
}

/** How many bytes a part stands for; undefined where it has a character that no part has. */
function bytesOf(part: string): number | undefined {
  return /^[\w-]*$/.test(part) && part.length % 4 !== 1 ? Math.floor((part.length * 3) / 4) : undefined;
}

/**
 * Whether the passphrase is right though the file does not open: then something within was altered. The library says the same
 * of both. What is found stays here.
 */
async function opensKey(jwe: string, passphrase: string): Promise<boolean> {
  const { p2c, p2s } = headerOf(jwe);
  const salt = Buffer.concat([Buffer.from(`${ALG}\0`), Buffer.from(String(p2s), 'base64url')]);
  const pbkdf2 = { name: 'PBKDF2', hash: 'SHA-512', salt, iterations: Number(p2c) };
  const wrapped = Buffer.from(jwe.split('.')[1] ?? '', 'base64url');
  const { subtle } = globalThis.crypto;
  try {
    const secret = await subtle.importKey('raw', keyOf(passphrase), 'PBKDF2', false, ['deriveKey']);
    const wrapping = await subtle.deriveKey(pbkdf2, secret, { name: 'AES-KW', length: 256 }, true, ['unwrapKey']);
    await subtle.unwrapKey('raw', wrapped, wrapping, 'AES-KW', 'AES-GCM', false, ['decrypt']);
    return true;
  } catch {
    return false;
  }
}

/** One passphrase, whichever way a keyboard puts its accents together. */
function keyOf(passphrase: string): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(passphrase.normalize('NFC'));
}

function damaged(cause?: unknown): TillError {
  return new TillError('file.damaged', 'The file is cut off or altered', { cause });
}

function wrong(cause: unknown): TillError {
  return new TillError('passphrase.wrong', 'The passphrase is not the one of the file', {
    field: 'passphrase',
    cause,
  });
}
