import type { LogFile } from './log-files.ts';

/** A line as it stands in the file. */
export interface RawLine {
  /** Its beginning, bytes from the start of the file. */
  readonly start: number;
  readonly text: string;
  /** Only its beginning: it is longer than any line that the log writes. */
  readonly cut: boolean;
}

const BLOCK_BYTES = 1 << 16;
/** Thrice what the fields of a line can be together. */
const LONGEST_LINE = 1 << 18;

const NEW_LINE = 0x0a;

/** The lines that end before the byte `end`, the last one first. However long a line is, no more of it than a piece is held. */
export async function* linesBefore(file: Pick<LogFile, 'handle' | 'first'>, end: number): AsyncGenerator<RawLine> {
  let position = end;
  /** The end of a line whose beginning is not read yet, in the order of the file. */
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

/** Less where the file has been emptied meanwhile. */
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
