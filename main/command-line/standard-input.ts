import type { Readable } from 'node:stream';
import type { Clock } from '../base/clock.ts';
import { TillError } from '../base/till-error.ts';

export const LARGEST_INPUT_BYTES = 8 * 1024;
const INPUT_MS = 10_000;

/**
 * The first lines of standard input; fewer if it ends before. For secrets: all users of the machine can see a command
 * line. Throws `TillError` `provision.input`: incomplete after `limitMs`, too long, not UTF-8, or no standard input.
 */
export function readLines(
  input: Readable,
  count: number,
  clock: Pick<Clock, 'after'>,
  limitMs: number = INPUT_MS,
): Promise<readonly string[]> {
  return new Promise((resolve, reject) => {
    let read = Buffer.alloc(0);
    const end = (settle: () => void) => {
      cancel();
      input.off('data', take).off('end', whole).off('error', failed);
      input.pause();
      read.fill(0);
      settle();
    };
    const fail = (why: string, cause?: unknown) =>
      end(() => reject(new TillError('provision.input', `Standard input ${why}`, { cause })));
    const whole = () => {
      const lines = linesOf(read)?.slice(0, count);
      if (lines === undefined) fail('is not UTF-8 text');
      else end(() => resolve(lines));
    };
    const take = (chunk: Buffer | string) => {
      read = Buffer.concat([read, Buffer.from(chunk)]);
      if (read.length > LARGEST_INPUT_BYTES) fail(`has more than ${LARGEST_INPUT_BYTES} bytes`);
      else if (endsOf(read) >= count) whole();
    };
    const failed = (cause: unknown) => fail('is unreadable', cause);
    const cancel = clock.after(limitMs, () => fail(`sent nothing for ${limitMs / 1_000} seconds`));
    input.on('data', take).on('end', whole).on('error', failed);
  });
}

function endsOf(read: Buffer): number {
  return read.filter((byte) => byte === 0x0a).length;
}

/** Returns undefined for invalid UTF-8. Removes the byte-order mark of Windows files. */
function linesOf(read: Buffer): readonly string[] | undefined {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(read);
    const lines = text.split('\n').map((line) => line.replace(/\r$/, ''));
    return lines.at(-1) === '' ? lines.slice(0, -1) : lines;
  } catch {
    return undefined;
  }
}
