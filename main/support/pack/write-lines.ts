import { once } from 'node:events';
import type { WriteStream } from 'node:fs';

export interface Written {
  readonly lines: number;
  readonly bytes: number;
  readonly full: boolean;
}

/** Lines until everything else has its turn: a sale under way must not wait for a pack. */
export const LINES_AT_ONCE = 64;

/** Writes no more than `mostBytes`. */
export async function writeLines(
  to: WriteStream,
  lines: Iterable<string> | AsyncIterable<string>,
  mostBytes: number,
  pause: () => Promise<void>,
): Promise<Written> {
  let count = 0;
  let bytes = 0;
  for await (const line of lines) {
    const size = Buffer.byteLength(line) + 1;
    if (bytes + size > mostBytes) return { lines: count, bytes, full: true };
    bytes += size;
    count += 1;
    if (!to.write(`${line}\n`)) await once(to, 'drain');
    if (count % LINES_AT_ONCE === 0) await pause();
  }
  return { lines: count, bytes, full: false };
}
