import { createHash } from 'node:crypto';
import { type FileHandle, open } from 'node:fs/promises';
import { join } from 'node:path';
import { LOG_FILES } from '../rotating-log-file.ts';

export interface LogFile {
  /** Hash of the first line: names change at a rotation, and a disk reuses inode numbers. */
  readonly id: string;
  readonly name: string;
  readonly size: number;
  /** Bytes before `first` are skipped; 0 for every file written by the log itself. */
  readonly first: number;
  readonly handle: FileHandle;
}

/** Covers the time of the first line, which is unique per file. */
const BEGINNING_BYTES = 256;
/** Twice the size at which the log empties a file that cannot be rotated: a larger file is not from the log. */
const LARGEST_BYTES = 64 << 20;

/** Newest first. A rotation meanwhile moves files to names opened later: none is missed, and a repeat is skipped. */
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
    // The other files stay readable.
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
    // The disk failed to read.
  }
  await handle.close();
  return undefined;
}

export interface RawLine {
  /** Bytes from the start of the file. */
  readonly start: number;
  readonly text: string;
  /** Longer than any line of the log; `text` is the beginning. */
  readonly cut: boolean;
}

const BLOCK_BYTES = 1 << 16;
/** Three times the longest possible fields of a line. */
const LONGEST_LINE = 1 << 18;

const NEW_LINE = 0x0a;

/** From last to first. Holds at most `LONGEST_LINE` bytes and a block of a long line. */
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
    // Drop the end of a line that is too long: its beginning holds time and message.
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

/** Fewer bytes if the file was emptied meanwhile. */
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
