import { CompactEncrypt, compactDecrypt } from 'jose';
import { z } from 'zod';
import { jsonOrUndefined } from '../base/json-syntax.ts';
import { TillError } from '../base/till-error.ts';
import { type BackupKey, newFileKey, openFileKey } from '../identity/backup-key.ts';

/**
 * A backup file: lines of text. The first is JSON that says what this is and holds the keys, each wrapped; every other one
 * is a piece of what is inside, a compact JWE (RFC 7516, `dir`, A256GCM). Each piece says its place and whether it is the
 * last, so that none can be taken away, doubled or moved. A file is written and read a piece at a time: a record of a
 * million payments needs no more memory than an empty one.
 */
const FORMAT_VERSION = 1;

const head = z.object({
  tillmate: z.literal('backup'),
  version: z.int().min(1),
  /** The backup's key, by the passphrase. */
  passphrase: z.string(),
  /** The file's key, by the backup's key. */
  key: z.string(),
});
export type BackupHead = z.output<typeof head>;

const PIECE_BYTES = 512 * 1024;
/** Of a line: four characters for three bytes, and a head. */
const LONGEST_LINE = PIECE_BYTES * 2;
const LONGEST_HEAD = 16 * 1024;

/** The file of what `content` gives. */
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

/** A backup that was opened: what it is, and its lines from the second on. */
export interface OpenedHead {
  readonly head: BackupHead;
  readonly lines: AsyncGenerator<string>;
}

/**
 * Reads the first line. Throws TillError `backup.foreign` for what is no backup, `backup.too-new` for one of a later
 * Tillmate, `backup.cut-off` for one that ends in its first line.
 */
export async function readHead(file: AsyncIterable<Uint8Array>): Promise<OpenedHead> {
  const lines = linesOf(file);
  const { value: text } = await lines.next();
  const json = text === undefined ? undefined : jsonOrUndefined(text);
  const named = z.looseObject({ tillmate: z.literal('backup'), version: z.int().min(1) }).safeParse(json).data;
  if (named === undefined) throw new TillError('backup.foreign', 'This is no backup of Tillmate');
  if (named.version > FORMAT_VERSION)
    throw new TillError(
      'backup.too-new',
      `The backup has version ${named.version}; this Tillmate reads ${FORMAT_VERSION}`,
      {
        values: { version: named.version, known: FORMAT_VERSION },
      },
    );
  const read = head.safeParse(json).data;
  if (read === undefined) throw new TillError('backup.damaged', 'The head of the backup is not as it was written');
  return { head: read, lines };
}

/**
 * What is inside, as it was, by the backup's key. Throws TillError `backup.cut-off` where the end is missing,
 * `backup.damaged` where a piece is not as it was written or not in its place; what came before is right all the same.
 */
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
  if (!ended) throw new TillError('backup.cut-off', 'The end of the backup is missing');
}

const pieceHead = z.object({ place: z.int(), last: z.boolean() });

async function openPiece(text: string, key: Uint8Array, place: number) {
  const opened = await compactDecrypt(text, key, {
    keyManagementAlgorithms: ['dir'],
    contentEncryptionAlgorithms: ['A256GCM'],
  }).catch((cause: unknown) => {
    throw notAsWritten(place, cause);
  });
  const told = pieceHead.safeParse(opened.protectedHeader).data;
  if (told?.place !== place) throw notAsWritten(place);
  return { bytes: opened.plaintext, last: told.last };
}

function notAsWritten(place: number, cause?: unknown): TillError {
  return new TillError('backup.damaged', `Piece ${place} of the backup is not as it was written`, {
    cause,
    values: { place },
  });
}

/** Pieces of one size; the last one is known to be the last, and may be empty. */
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

/** Whole lines. Throws `backup.foreign` for a file without them, `backup.cut-off` where the last one has no end. */
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
    if (first && length > LONGEST_HEAD) throw new TillError('backup.foreign', 'This is no backup of Tillmate');
    if (length > LONGEST_LINE) throw new TillError('backup.damaged', 'A line of the backup has no end');
  }
  if (length > 0 && !first) throw new TillError('backup.cut-off', 'The end of the backup is missing');
  if (length > 0) yield Buffer.concat(held).toString('latin1');
}

function line(text: string): Uint8Array {
  return Buffer.from(`${text}\n`, 'latin1');
}
