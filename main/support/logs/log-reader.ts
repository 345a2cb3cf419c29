import { createHash } from 'node:crypto';
import { type FileHandle, open } from 'node:fs/promises';
import { join } from 'node:path';
import { LOG_FILES } from '../rotating-log-file.ts';

export interface LogFile {
  /** The hash of its first line: its name moves on at a rotation, and a disk gives a number out again. */
  readonly id: string;
  readonly name: string;
  readonly size: number;
  /** The bytes before this one are left out; 0 for every file that the log wrote itself. */
  readonly first: number;
  readonly handle: FileHandle;
}

/** Enough for the time of the first line, which no other file begins with. */
const BEGINNING_BYTES = 256;
/** Twice what the log lets a file become where it cannot be rotated: a larger one is not its own. */
const LARGEST_BYTES = 64 << 20;

/**
 * A file that is missing or unreadable is left out. A rotation meanwhile moves files to where they are opened later:
 * none is missed, and one that comes twice is taken once. Newest first.
 */
export async function withLogFiles<T>(folder: string, task: (files: readonly LogFile[]) => Promise<T>): Promise<T> {
  const files: LogFile[] = [];
  try {
    for (const name of LOG_FILES) {
      const file = await opened(folder, name);
      if (file === undefined) continue;
      if (files.some(({ id }) => id === file.id)) await file.handle.close();
      else files.push(file);
    }
    return await task(files);
  } finally {
    for (const { handle } of files) await handle.close();
  }
}

async function opened(folder: string, name: string): Promise<LogFile | undefined> {
  let handle: FileHandle;
  try {
    handle = await open(join(folder, name), 'r');
  } catch {
    // The readable files are shown all the same.
    return undefined;
  }
  try {
    const status = await handle.stat();
    const beginning = Buffer.alloc(BEGINNING_BYTES);
    const { bytesRead } = status.isFile() ? await handle.read(beginning, 0, BEGINNING_BYTES, 0) : { bytesRead: 0 };
    const lineEnd = beginning.subarray(0, bytesRead).indexOf('\n');
    const first = beginning.subarray(0, lineEnd === -1 ? bytesRead : lineEnd);
    if (first.length > 0) {
      const id = createHash('sha256').update(first).digest('hex').slice(0, 16);
      return { id, name, size: status.size, first: Math.max(0, status.size - LARGEST_BYTES), handle };
    }
  } catch {
    // A disk gave nothing back.
  }
  await handle.close();
  return undefined;
}

export interface RawLine {
  /** Bytes from the start of the file. */
  readonly start: number;
  readonly text: string;
  /** The line is longer than any that the log writes, and `text` is its beginning. */
  readonly cut: boolean;
}

const BLOCK_BYTES = 1 << 16;
/** Thrice what the fields of a line can be together. */
const LONGEST_LINE = 1 << 18;

const NEW_LINE = 0x0a;

/** The last line first; no more of a long one than a piece is held. */
export async function* linesBefore(file: Pick<LogFile, 'handle' | 'first'>, end: number): AsyncGenerator<RawLine> {
  let position = end;
  let held: Uint8Array[] = [];
  let cut = false;
  const line = (start: number, beginning: Uint8Array): RawLine | undefined => {
    const bytes = Buffer.concat([beginning, ...held]);
    const isCut = cut;
    held = [];
    cut = false;
    return bytes.length === 0 ? undefined : { start, text: bytes.toString('utf8'), cut: isCut };
  };
  const hold = (piece: Uint8Array) => {
    held = [piece, ...held];
    // The beginning says when and what; the end of a line that is too long is let go of.
    while (held.length > 1 && held.reduce((sum, { length }) => sum + length, 0) > LONGEST_LINE) {
      held.pop();
      cut = true;
    }
  };
  while (position > file.first) {
    const from = Math.max(file.first, position - BLOCK_BYTES);
    const block = await read(file, from, position - from);
    let last = block.length;
    for (let at = block.lastIndexOf(NEW_LINE); at !== -1; at = at === 0 ? -1 : block.lastIndexOf(NEW_LINE, at - 1)) {
      const found = line(from + at + 1, block.subarray(at + 1, last));
      if (found !== undefined) yield found;
      last = at;
    }
    hold(block.subarray(0, last));
    position = from;
  }
  const first = line(file.first, Buffer.alloc(0));
  if (first !== undefined) yield first;
}

/** Shorter where the file has been emptied meanwhile. */
async function read({ handle }: Pick<LogFile, 'handle'>, from: number, length: number): Promise<Buffer> {
  const block = Buffer.alloc(length);
  let done = 0;
  while (done < length) {
    const { bytesRead } = await handle.read(block, done, length - done, from + done);
    if (bytesRead === 0) break;
    done += bytesRead;
  }
  return block.subarray(0, done);
}
