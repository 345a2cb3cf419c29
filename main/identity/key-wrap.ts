import { createCipheriv, createDecipheriv, KeyObject, type webcrypto } from 'node:crypto';

/**
 * AES key wrap (RFC 3394) for a WebCrypto that has none. Electron's Node is built with BoringSSL, which lacked it for years
 * (electron/electron#41720, nodejs/node#63255): `wrapKey` fails there with an OperationError, and with it every JWE of jose
 * whose key a passphrase opens. Plain Node has it, and so do newer Electrons.
 */

type Subtle = Pick<webcrypto.SubtleCrypto, 'importKey' | 'wrapKey' | 'unwrapKey'>;

const INITIAL = Buffer.from('a6a6a6a6a6a6a6a6', 'hex');
const BLOCK = 8;
const ROUNDS = 6;

/** Gives `subtle` a key wrap, once, where it fails to wrap a key by itself. Everything else of it stays as it is. */
export async function ensureKeyWrap(subtle: Subtle = globalThis.crypto.subtle): Promise<void> {
  if (lent.has(subtle) || (await canWrap(subtle))) return;
  lent.add(subtle);
  const own = { wrapKey: subtle.wrapKey.bind(subtle), unwrapKey: subtle.unwrapKey.bind(subtle) };
  subtle.wrapKey = async (format, key, by, algorithm) => {
    if (!isKeyWrap(algorithm) || format !== 'raw') return own.wrapKey(format, key, by, algorithm);
    return bytesOf(wrap(secretOf(by), secretOf(key)));
  };
  subtle.unwrapKey = async (format, wrapped, by, algorithm, ...rest) => {
    if (!isKeyWrap(algorithm) || format !== 'raw') return own.unwrapKey(format, wrapped, by, algorithm, ...rest);
    const [keyAlgorithm, extractable, usages] = rest;
    const raw = unwrap(secretOf(by), bufferOf(wrapped));
    return subtle.importKey('raw', bytesOf(raw), keyAlgorithm, extractable, [...usages]);
  };
}

const lent = new WeakSet<object>();

async function canWrap(subtle: Subtle): Promise<boolean> {
  if (known.has(subtle)) return true;
  try {
    const key = await subtle.importKey('raw', new Uint8Array(32), 'AES-KW', true, ['wrapKey']);
    await subtle.wrapKey('raw', key, key, 'AES-KW');
    known.add(subtle);
    return true;
  } catch {
    return false;
  }
}

const known = new WeakSet<object>();

/** RFC 3394, section 2.2.1. `key` has 16 bytes or more, in steps of 8. */
function wrap(by: Buffer, key: Buffer): Buffer {
  const cipher = createCipheriv(`aes-${by.length * 8}-ecb`, by, null).setAutoPadding(false);
  const blocks = blocksOf(key);
  let check: Buffer = INITIAL;
  for (let round = 0; round < ROUNDS; round += 1)
    for (const [at, block] of blocks.entries()) {
      const turned = cipher.update(Buffer.concat([check, block]));
      check = counted(turned.subarray(0, BLOCK), blocks.length * round + at + 1);
      blocks[at] = turned.subarray(BLOCK);
    }
  return Buffer.concat([check, ...blocks]);
}

/** RFC 3394, section 2.2.2. Throws an OperationError, as WebCrypto does, where `by` is not what the key was wrapped with. */
function unwrap(by: Buffer, wrapped: Buffer): Buffer {
  if (wrapped.length < 3 * BLOCK || wrapped.length % BLOCK !== 0) throw refused();
  const cipher = createDecipheriv(`aes-${by.length * 8}-ecb`, by, null).setAutoPadding(false);
  const [first = INITIAL, ...blocks] = blocksOf(wrapped);
  let check: Buffer = first;
  for (let round = ROUNDS - 1; round >= 0; round -= 1)
    for (const at of [...blocks.keys()].reverse()) {
      const block = blocks[at] ?? INITIAL;
      const turned = cipher.update(Buffer.concat([counted(check, blocks.length * round + at + 1), block]));
      check = turned.subarray(0, BLOCK);
      blocks[at] = turned.subarray(BLOCK);
    }
  if (!check.equals(INITIAL)) throw refused();
  return Buffer.concat(blocks);
}

/** The number of the step goes into the check. No key has so many blocks that it would need more than its last four bytes. */
function counted(check: Buffer, step: number): Buffer {
  const next = Buffer.from(check);
  next.writeUInt32BE((next.readUInt32BE(4) ^ step) >>> 0, 4);
  return next;
}

function blocksOf(bytes: Buffer): Buffer[] {
  return Array.from({ length: bytes.length / BLOCK }, (_none, at) => bytes.subarray(at * BLOCK, (at + 1) * BLOCK));
}

function secretOf(key: webcrypto.CryptoKey): Buffer {
  return KeyObject.from(key).export();
}

function bufferOf(data: webcrypto.BufferSource): Buffer {
  return ArrayBuffer.isView(data) ? Buffer.from(data.buffer, data.byteOffset, data.byteLength) : Buffer.from(data);
}

function bytesOf(buffer: Buffer): ArrayBuffer {
  return new Uint8Array(buffer).buffer;
}

function isKeyWrap(algorithm: unknown): boolean {
  const name = typeof algorithm === 'string' ? algorithm : (algorithm as { readonly name?: unknown } | null)?.name;
  return String(name).toUpperCase() === 'AES-KW';
}

function refused(): DOMException {
  return new DOMException('The operation failed for an operation-specific reason', 'OperationError');
}
