import { constants, type Stats } from 'node:fs';
import { type FileHandle, open, stat } from 'node:fs/promises';
import type { ErrorCode } from './error-codes.ts';
import { TillError } from './till-error.ts';

export interface ReadableDisk {
  stat(path: string): Promise<Pick<Stats, 'isDirectory' | 'isFile'>>;
  open(path: string, flags: number): Promise<Pick<FileHandle, 'stat' | 'read' | 'close'>>;
}

/** Without O_NONBLOCK, opening a pipe without a writer would hang. Windows has neither the flag nor such pipes. */
const READ = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0);
const STEP = 64 * 1024;
const MEGABYTE = 1_000_000;

/**
 * Reads a whole file named by a person. Follows links, but only to regular files. Checks `largestBytes` before and
 * while reading, since a file may grow.
 *
 * Throws `TillError` with the `file` as named: `file.missing`, `file.folder`, `file.not-a-file`, `file.not-permitted`,
 * `file.empty`, `file.too-large` (`megabytes` allowed), `file.unreadable` (`why`).
 */
export async function readHandedFile(
  path: string,
  largestBytes: number,
  disk: ReadableDisk = { stat, open },
): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  for await (const part of streamHandedFile(path, disk, largestBytes)) parts.push(part);
  return Buffer.concat(parts);
}

/** Reads a file in chunks, for files larger than the memory. Throws the errors of `readHandedFile`. */
async function* streamHandedFile(
  path: string,
  disk: ReadableDisk = { stat, open },
  largestBytes = Number.POSITIVE_INFINITY,
): AsyncGenerator<Uint8Array> {
  let handle: Awaited<ReturnType<ReadableDisk['open']>> | undefined;
  try {
    // Checks the file before opening: a device may react to opening, and a pipe to closing.
    refuseOther(await disk.stat(path), path);
    handle = await disk.open(path, READ);
    const found = await handle.stat();
    refuseOther(found, path);
    if (found.size > largestBytes) throw tooLarge(path, largestBytes);
    yield* chunksOf(handle, path, largestBytes);
  } catch (thrown) {
    throw thrown instanceof TillError ? thrown : unreadFile(thrown, path);
  } finally {
    if (handle !== undefined) await closed(handle);
  }
}

/** Ignores errors: closing may fail after a USB stick was removed, but the bytes read are valid. */
async function closed(handle: Pick<FileHandle, 'close'>): Promise<void> {
  await handle.close().catch(() => undefined);
}

export async function* streamHandedText(path: string): AsyncGenerator<Uint8Array> {
  let isFirst = true;
  for await (const part of streamHandedFile(path)) {
    if (isFirst && isUtf16(part)) throw utf16(path);
    const hasMark = isFirst && MARK.every((byte, place) => part[place] === byte);
    isFirst = false;
    yield hasMark ? part.subarray(MARK.length) : part;
  }
}

const MARK = [0xef, 0xbb, 0xbf] as const;

/** Drops the byte-order mark. Throws `TillError` `file.encoding`, `file.not-text`, `file.empty`. */
export function handedText(bytes: Uint8Array, path: string): string {
  if (isUtf16(bytes)) throw utf16(path);
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (cause) {
    throw fault('file.not-text', path, 'is not UTF-8 text', { cause });
  }
  if (text.includes('\0')) throw fault('file.not-text', path, 'is not UTF-8 text');
  if (text.trim() === '') throw fault('file.empty', path, 'is empty');
  return text;
}

async function* chunksOf(
  handle: Pick<FileHandle, 'read'>,
  path: string,
  largestBytes: number,
): AsyncGenerator<Uint8Array> {
  let total = 0;
  for (;;) {
    const part = Buffer.alloc(STEP);
    const { bytesRead } = await handle.read(part, 0, part.length, null);
    if (bytesRead === 0) break;
    total += bytesRead;
    if (total > largestBytes) throw tooLarge(path, largestBytes);
    yield part.subarray(0, bytesRead);
  }
  if (total === 0) throw fault('file.empty', path, 'is empty');
}

function refuseOther(found: Pick<Stats, 'isDirectory' | 'isFile'>, path: string): void {
  if (found.isDirectory()) throw fault('file.folder', path, 'is a folder');
  if (!found.isFile()) throw fault('file.not-a-file', path, 'is a device or a pipe, not a file');
}

/** Detects UTF-16 by its byte-order mark, or by text with zero in every other byte. */
function isUtf16(bytes: Uint8Array): boolean {
  const [first, second] = bytes;
  if ((first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff)) return true;
  const beginning = bytes.subarray(0, 64);
  if (beginning.length < 4) return false;
  const isEmptyAt = (odd: 0 | 1) => beginning.every((byte, place) => (place % 2 === odd) === (byte === 0));
  return isEmptyAt(0) || isEmptyAt(1);
}

function utf16(path: string): TillError {
  return fault('file.encoding', path, 'is text in UTF-16 instead of UTF-8');
}

function tooLarge(path: string, largestBytes: number): TillError {
  const megabytes = Number((largestBytes / MEGABYTE).toPrecision(2));
  return fault('file.too-large', path, `has more than ${largestBytes} bytes`, { values: { megabytes } });
}

type FileFault = Extract<ErrorCode, `file.${string}`>;

const NOTHING_THERE: ReadonlySet<unknown> = new Set([
  'ENOENT',
  'ENOTDIR',
  'ELOOP',
  'ENAMETOOLONG',
  'EINVAL',
  'ERR_INVALID_ARG_VALUE',
]);

function unreadFile(thrown: unknown, path: string): TillError {
  const code = thrown instanceof Error && 'code' in thrown ? thrown.code : undefined;
  const details = { retryable: true, cause: thrown };
  if (NOTHING_THERE.has(code)) return fault('file.missing', path, 'does not exist', details);
  if (code === 'EISDIR') return fault('file.folder', path, 'is a folder');
  if (code === 'ENXIO') return fault('file.not-a-file', path, 'is a device or a pipe, not a file');
  if (code === 'EACCES' || code === 'EPERM')
    return fault('file.not-permitted', path, 'is not readable for this account', details);
  const why = String(code ?? thrown);
  return fault('file.unreadable', path, `is unreadable: ${why}`, { ...details, values: { why } });
}

function fault(
  code: FileFault,
  path: string,
  what: string,
  details: {
    readonly retryable?: boolean;
    readonly cause?: unknown;
    readonly values?: Record<string, string | number>;
  } = {},
): TillError {
  return new TillError(code, `File ${path} ${what}`, { ...details, values: { file: path, ...details.values } });
}
