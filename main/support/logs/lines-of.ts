import type { RawLine } from './lines-before.ts';
import type { LogFile } from './log-files.ts';

const LONGEST_LINE = 1 << 18;
const NEW_LINE = 0x0a;

/** The whole lines of a file from the byte `from` on, in its order, up to its size when it was opened; bounded as `linesBefore` is. */
export async function* linesOf(file: Pick<LogFile, 'handle' | 'size'>, from: number): AsyncGenerator<RawLine> {
  let held: Buffer[] = [];
  let heldBytes = 0;
  let start = from;
  let position = from;
  let cut = false;
  const block = Buffer.alloc(1 << 16);
  const hold = (piece: Buffer) => {
    if (heldBytes + piece.length > LONGEST_LINE) cut = true;
    else held.push(Buffer.from(piece));
    heldBytes += piece.length;
  };
  const line = (next: number): RawLine | undefined => {
    const text = Buffer.concat(held).toString('utf8');
    const found = { start, text, cut };
    const isEmpty = heldBytes === 0;
    held = [];
    heldBytes = 0;
    cut = false;
    start = next;
    return isEmpty ? undefined : found;
  };
  while (position < file.size) {
    const { bytesRead } = await file.handle.read(block, 0, Math.min(block.length, file.size - position), position);
    if (bytesRead === 0) break;
    let begun = 0;
    for (let at = block.indexOf(NEW_LINE); at !== -1 && at < bytesRead; at = block.indexOf(NEW_LINE, at + 1)) {
      hold(block.subarray(begun, at));
      begun = at + 1;
      const found = line(position + begun);
      if (found !== undefined) yield found;
    }
    hold(block.subarray(begun, bytesRead));
    position += bytesRead;
  }
  const last = line(position);
  if (last !== undefined) yield last;
}
