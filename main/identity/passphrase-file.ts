import { createCipheriv, createDecipheriv, pbkdf2, randomBytes } from 'node:crypto';
import { promisify } from 'node:util';
import { type CompactJWEHeaderParameters, decodeProtectedHeader } from 'jose';
import { TillError } from '../base/till-error.ts';
import { PASSPHRASE_ROUNDS } from './guess-cost.ts';

/**
 * Passphrase-encrypted files: compact JWE (RFC 7516, RFC 7518 section 4.8), also for other tools; header `typ` names
 * the content. Not with jose, which needs AES key wrap in WebCrypto: an Electron on BoringSSL has none.
 */

/** A short passphrase protects nothing: the owner of a stolen file can guess on any computer without limit. */
export const SHORTEST_PASSPHRASE = 12;

const ALG = 'PBES2-HS512+A256KW';
const ENC = 'A256GCM';
/** Highest number of rounds accepted from a file: a malicious file could stop the till for hours. */
const MOST_ROUNDS = 2_000_000;
/** Bytes of the wrapped key, nonce and tag. */
const LENGTHS = { key: 40, nonce: 12, tag: 16 } as const;
const KEY_BYTES = 32;
const SALT_BYTES = 16;

/** Returns a compact JWE. Throws `TillError` `passphrase.short` with `min` in characters. */
export async function encryptForPassphrase(bytes: Uint8Array, passphrase: string, typ: string): Promise<string> {
  requirePassphrase(passphrase);
  const salt = randomBytes(SALT_BYTES).toString('base64url');
  const members = { alg: ALG, enc: ENC, typ, p2c: PASSPHRASE_ROUNDS, p2s: salt };
  const header = Buffer.from(JSON.stringify(members)).toString('base64url');
  const key = randomBytes(KEY_BYTES);
  const nonce = randomBytes(LENGTHS.nonce);
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(header));
  const content = Buffer.concat([cipher.update(bytes), cipher.final()]);
  const wrapped = wrapKey(await wrappingKey(passphrase, salt, PASSPHRASE_ROUNDS), key);
  return [header, ...[wrapped, nonce, content, cipher.getAuthTag()].map((part) => part.toString('base64url'))].join(
    '.',
  );
}

/** Throws `TillError` `passphrase.short`. */
export function requirePassphrase(passphrase: string): void {
  if ([...passphrase].length >= SHORTEST_PASSPHRASE) return;
  throw new TillError('passphrase.short', `Passphrase of fewer than ${SHORTEST_PASSPHRASE} characters`, {
    field: 'passphrase',
    values: { min: SHORTEST_PASSPHRASE },
  });
}

/** Throws `TillError` `file.wrong-kind` (another format or `typ`), `file.damaged`, `passphrase.wrong`. */
export async function decryptWithPassphrase(text: string, passphrase: string, typ: string): Promise<Uint8Array> {
  const jwe = text.trim();
  const { p2s, p2c } = refuseOther(jwe, typ);
  const [header = '', ...parts] = jwe.split('.');
  const [wrapped, nonce, content, tag] = parts.map((part) => Buffer.from(part, 'base64url'));
  if (wrapped === undefined || nonce === undefined || content === undefined || tag === undefined) throw damaged();
  const key = unwrapKey(await wrappingKey(passphrase, p2s, p2c), wrapped);
  if (key === undefined) throw new TillError('passphrase.wrong', 'Wrong passphrase', { field: 'passphrase' });
  try {
    const decipher = createDecipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(header)).setAuthTag(tag);
    return Buffer.concat([decipher.update(content), decipher.final()]);
  } catch (cause) {
    throw damaged(cause);
  }
}

/** Returns true for a file that begins like a compact JWE, even if cut off. No JSON begins so. */
export function looksEncrypted(text: string): boolean {
  return /^\s*eyJ[\w-]*(?:\.|\s*$)/.test(text.slice(0, 4_096));
}

function refuseOther(jwe: string, typ: string): { readonly p2s: string; readonly p2c: number } {
  if (!looksEncrypted(jwe)) throw new TillError('file.wrong-kind', 'File not encrypted with a passphrase');
  const { alg, crit, enc, p2c, p2s, zip, typ: kind } = headerOf(jwe);
  if (alg !== ALG || enc !== ENC || kind !== typ || zip !== undefined || crit !== undefined)
    throw new TillError('file.wrong-kind', `File is not of type ${typ}`);
  if (typeof p2c !== 'number' || !Number.isInteger(p2c) || p2c < 1 || p2c > MOST_ROUNDS)
    throw new TillError('file.wrong-kind', `File requests more than ${MOST_ROUNDS} rounds of key derivation`);
  const [, key, nonce, content, tag, more] = jwe.split('.').map(bytesOf);
  const isWhole =
    key === LENGTHS.key &&
    nonce === LENGTHS.nonce &&
    content !== undefined &&
    tag === LENGTHS.tag &&
    more === undefined;
  if (!isWhole || typeof p2s !== 'string') throw damaged();
  return { p2s, p2c };
}

function headerOf(jwe: string): CompactJWEHeaderParameters & { readonly p2c?: unknown; readonly p2s?: unknown } {
  try {
    return decodeProtectedHeader(jwe) as CompactJWEHeaderParameters;
  } catch (cause) {
    throw damaged(cause);
  }
}

function bytesOf(part: string): number | undefined {
  return /^[\w-]*$/.test(part) && part.length % 4 !== 1 ? Math.floor((part.length * 3) / 4) : undefined;
}

const derive = promisify(pbkdf2);

/** NFC makes the passphrase independent of the keyboard's way to compose accents. RFC 7518, section 4.8.1. */
function wrappingKey(passphrase: string, salt: string, rounds: number): Promise<Buffer> {
  const salted = Buffer.concat([Buffer.from(`${ALG}\0`), Buffer.from(salt, 'base64url')]);
  return derive(passphrase.normalize('NFC'), salted, rounds, KEY_BYTES, 'sha512');
}

/** AES key wrap (RFC 3394): the check, the bytes of a block and the rounds. Not every Electron has Node's key wrap. */
const WRAP = { check: Buffer.from('a6a6a6a6a6a6a6a6', 'hex'), block: 8, rounds: 6 } as const;

function wrapKey(by: Buffer, key: Buffer): Buffer {
  const cipher = createCipheriv('aes-256-ecb', by, null).setAutoPadding(false);
  const blocks = blocksOf(key);
  let check: Buffer = WRAP.check;
  for (let step = 0; step < WRAP.rounds * blocks.length; step += 1) {
    const at = step % blocks.length;
    const turned = cipher.update(Buffer.concat([check, blocks[at] ?? WRAP.check]));
    check = counted(turned.subarray(0, WRAP.block), step + 1);
    blocks[at] = turned.subarray(WRAP.block);
  }
  return Buffer.concat([check, ...blocks]);
}

/** RFC 3394, section 2.2.2. Returns undefined if `by` is not the wrapping key. */
function unwrapKey(by: Buffer, wrapped: Buffer): Buffer | undefined {
  const cipher = createDecipheriv('aes-256-ecb', by, null).setAutoPadding(false);
  const blocks = blocksOf(wrapped.subarray(WRAP.block));
  let check: Buffer = wrapped.subarray(0, WRAP.block);
  for (let step = WRAP.rounds * blocks.length - 1; step >= 0; step -= 1) {
    const at = step % blocks.length;
    const turned = cipher.update(Buffer.concat([counted(check, step + 1), blocks[at] ?? WRAP.check]));
    check = turned.subarray(0, WRAP.block);
    blocks[at] = turned.subarray(WRAP.block);
  }
  return check.equals(WRAP.check) ? Buffer.concat(blocks) : undefined;
}

/** XORs the step number into the check. The last byte is enough: a key has four blocks. */
function counted(check: Buffer, step: number): Buffer {
  const next = Buffer.from(check);
  next[WRAP.block - 1] = (next[WRAP.block - 1] ?? 0) ^ step;
  return next;
}

function blocksOf(bytes: Buffer): Buffer[] {
  const count = bytes.length / WRAP.block;
  return Array.from({ length: count }, (_none, at) => bytes.subarray(at * WRAP.block, (at + 1) * WRAP.block));
}

function damaged(cause?: unknown): TillError {
  return new TillError('file.damaged', 'File truncated or altered', { cause });
}
