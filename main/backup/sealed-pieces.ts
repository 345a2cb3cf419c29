import { CompactEncrypt, compactDecrypt } from 'jose';
import { z } from 'zod';
import { jsonOrUndefined } from '../base/json-syntax.ts';
import { TillError } from '../base/till-error.ts';
import { type BackupKey, newFileKey, openFileKey } from '../identity/backup-key.ts';

/**
 * The format of a backup file: lines of text. The first line is JSON with the wrapped keys. Every other line is a piece
 * of the content, a compact JWE (RFC 7516, `dir`, A256GCM). Each piece names its place and whether more follow, so that
 * a removed, repeated or moved piece is detected. Only a piece at a time is in memory.
 */
const FORMAT_VERSION = 1;

const head = z.object({
  tillmate: z.literal('backup'),
  version: z.int().min(1),
  passphrase: z.string(),
  key: z.string(),
});
type BackupHead = z.output<typeof head>;

const PIECE_BYTES = 512 * 1024;
const LONGEST_LINE = PIECE_BYTES * 2;
const LONGEST_HEAD = 16 * 1024;

export async function* sealPieces(content: AsyncIterable<Uint8Array>, backup: BackupKey): AsyncGenerator<Uint8Array> {
  const { key, wrapped } = await newFileKey(backup);
  const first: BackupHead = { tillmate: 'backup', version: FORMAT_VERSION, passphrase: backup.wrapped, key: wrapped };
  yield line(JSON.stringify(first));
  let place = 0;
  for await (const { piece, last } of inPieces(content)) {
    const sealed = new CompactEncrypt(piece).setProtectedHeader({ alg: 'dir', enc: 'A256GCM', place, last });
    yield line(await sealed.encrypt(key));
    place += 1;
  }
}

interface OpenedHead {
  readonly head: BackupHead;
  readonly lines: AsyncGenerator<string>;
}

/** Errors, with the file closed: `backup.foreign`, `backup.too-new`, `backup.cut-off`. */
export async function readHead(file: AsyncIterable<Uint8Array>): Promise<OpenedHead> {
  const lines = linesOf(file);
  try {
    const first = await lines.next();
    return { head: headOf(first.done ? undefined : first.value), lines };
  } catch (thrown) {
    // Otherwise the file stays open until garbage collection, and a USB stick could not be ejected.
    await lines.return(undefined);
    throw thrown;
  }
}

function headOf(text: string | undefined): BackupHead {
  const json = text === undefined ? undefined : jsonOrUndefined(text);
  const named = z.looseObject({ tillmate: z.literal('backup'), version: z.int().min(1) }).safeParse(json).data;
  if (named === undefined) throw new TillError('backup.foreign', 'Not a Tillmate backup');
  if (named.version > FORMAT_VERSION)
    throw new TillError('backup.too-new', `Backup of version ${named.version}; this Tillmate reads ${FORMAT_VERSION}`, {
      values: { version: named.version, known: FORMAT_VERSION },
    });
  const read = head.safeParse(json).data;
  if (read === undefined) throw new TillError('backup.damaged', 'Header of the backup altered');
  return read;
}

/** Throws `TillError`: `backup.cut-off`, `backup.damaged`; pieces already yielded are valid. */
export async function* openPieces({ head: { key }, lines }: OpenedHead, backup: Uint8Array) {
  const fileKey = await openFileKey(key, backup);
  let place = 0;
  let ended = false;
  for await (const text of lines) {
    if (ended) throw notAsWritten(place);
    const piece = await openPiece(text, fileKey, place);
    ended = piece.last;
    place += 1;
    yield piece.bytes;
  }
  if (!ended) throw new TillError('backup.cut-off', 'End of the backup missing');
}

const pieceHead = z.object({ place: z.int(), last: z.boolean() });

async function openPiece(text: string, key: Uint8Array, place: number) {
  const opened = await compactDecrypt(text, key, {
    keyManagementAlgorithms: ['dir'],
    contentEncryptionAlgorithms: ['A256GCM'],
  }).catch((cause: unknown) => {
    throw notAsWritten(place, cause);
  });
  const piece = pieceHead.safeParse(opened.protectedHeader).data;
  if (piece?.place !== place) throw notAsWritten(place);
  return { bytes: opened.plaintext, last: piece.last };
}

function notAsWritten(place: number, cause?: unknown): TillError {
  return new TillError('backup.damaged', `Piece ${place} of the backup altered`, {
    cause,
    values: { place },
  });
}

/** The last piece may be empty. */
async function* inPieces(content: AsyncIterable<Uint8Array>) {
  let held: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of content) {
    held.push(chunk);
    bytes += chunk.length;
    if (bytes < PIECE_BYTES) continue;
    const all = Buffer.concat(held);
    const whole = all.length - (all.length % PIECE_BYTES);
    for (let from = 0; from < whole; from += PIECE_BYTES)
      yield { piece: all.subarray(from, from + PIECE_BYTES), last: false };
    held = [all.subarray(whole)];
    bytes = all.length - whole;
  }
  yield { piece: Buffer.concat(held), last: true };
}

/** Throws `TillError`: `backup.foreign` for a file without lines, `backup.cut-off` for an incomplete last line. */
async function* linesOf(file: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  let held: Buffer[] = [];
  let length = 0;
  let first = true;
  for await (const chunk of file) {
    let rest = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
    for (let end = rest.indexOf(10); end >= 0; end = rest.indexOf(10)) {
      yield Buffer.concat([...held, rest.subarray(0, end)]).toString('latin1');
      first = false;
      held = [];
      length = 0;
      rest = rest.subarray(end + 1);
    }
    held.push(Buffer.from(rest));
    length += rest.length;
    if (first && length > LONGEST_HEAD) throw new TillError('backup.foreign', 'Not a Tillmate backup');
    if (length > LONGEST_LINE) throw new TillError('backup.damaged', 'Unterminated line in the backup');
  }
  if (length > 0 && !first) throw new TillError('backup.cut-off', 'End of the backup missing');
  if (length > 0) yield Buffer.concat(held).toString('latin1');
}

function line(text: string): Uint8Array {
  return Buffer.from(`${text}\n`, 'latin1');
}
