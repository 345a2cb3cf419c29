import {
  appendFileSync,
  closeSync,
  existsSync,
  fstatSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  renameSync,
} from 'node:fs';
import { join } from 'node:path';
import type { LogSink } from './log.ts';

/** What the log asks of the disk, passed in. All of it throws what the disk throws. */
export interface LogFiles {
  open(path: string): number;
  /** Bytes. */
  size(handle: number): number;
  append(handle: number, line: string): void;
  empty(handle: number): void;
  close(handle: number): void;
  exists(path: string): boolean;
  rename(from: string, to: string): void;
}

const systemFiles: LogFiles = {
  open: (path) => openSync(path, 'a', 0o600),
  size: (handle) => fstatSync(handle).size,
  append: (handle, line) => appendFileSync(handle, line),
  empty: (handle) => ftruncateSync(handle, 0),
  close: closeSync,
  exists: existsSync,
  rename: renameSync,
};

export interface FileSinkOptions {
  readonly largestBytes?: number;
  readonly files?: LogFiles;
  /** Where what the file cannot take is said. */
  readonly say?: (line: string) => void;
}

const LARGEST_BYTES = 5 * 2 ** 20;
const KEPT_FILES = 5;
/** A rotation that failed is tried again each time the file has grown by this part of its largest size. */
const RETRY_PART = 0.2;

/**
 * Appends to `tillmate.log` in a folder; at 5 MiB it becomes `tillmate.1.log`, and so on to the fifth. A line is with
 * the system when `write` returns, so a crash loses none. The file is left only once the next one is open: where a
 * rotation fails, lines go on in the one there is, and only a handle that is ours is ever closed. A file that cannot be
 * rotated for good is emptied at six times its largest size. Throws what the disk throws when it cannot be opened.
 *
 * Not a library's: pino-roll rotates through sonic-boom's `reopen`, which closes the same number once per failed try
 * and whoever has it by then; rotating-file-stream and file-stream-rotator hold lines in memory, which a crash loses.
 */
export function fileSink(folder: string, options: FileSinkOptions = {}): LogSink {
  const { largestBytes = LARGEST_BYTES, files = systemFiles, say = console.error } = options;
  const name = (number: number) => join(folder, number === 0 ? 'tillmate.log' : `tillmate.${number}.log`);
  mkdirSync(folder, { recursive: true });
  let handle: number | undefined = files.open(name(0));
  let size = 0;
  let rotateAt = largestBytes;
  let told = false;
  attempt(() => measure(handle));

  function measure(opened: number | undefined): void {
    size = 0;
    rotateAt = largestBytes;
    if (opened !== undefined) size = files.size(opened);
  }

  function rotate(): void {
    // A try that was broken off has left a number free: only what is newer than it moves, or each try would lose one.
    const numbers = Array.from({ length: KEPT_FILES + 1 }, (_, number) => number);
    const free = numbers.find((number) => !files.exists(name(number))) ?? KEPT_FILES;
    for (let number = free; number > 0; number -= 1) files.rename(name(number - 1), name(number));
    const next = files.open(name(0));
    release();
    handle = next;
    attempt(() => measure(next));
  }

  /** Forgotten before it is closed: whatever comes of the closing, the number may be somebody else's from then on. */
  function release(): void {
    const closing = handle;
    handle = undefined;
    if (closing !== undefined) attempt(() => files.close(closing));
  }

  function empty(opened: number): void {
    files.empty(opened);
    measure(opened);
  }

  /** True when it could be done. The first failure is said on the console; none may stop a sale for the sake of its log. */
  function attempt(task: () => void): boolean {
    try {
      task();
      return true;
    } catch (fault) {
      if (!told) say(`Tillmate: the log cannot be written as it should be: ${String(fault)}`);
      told = true;
      return false;
    }
  }

  return {
    write(line) {
      if (handle === undefined) return say(line.trimEnd());
      const rotates = size >= rotateAt;
      if (rotates && !attempt(rotate)) {
        rotateAt = size + largestBytes * RETRY_PART;
        const opened = handle;
        if (size >= largestBytes * (KEPT_FILES + 1)) attempt(() => empty(opened));
      }
      const current = handle;
      if (!attempt(() => files.append(current, line))) return;
      size += Buffer.byteLength(line);
      if (!rotates) told = false;
    },
    close: release,
  };
}

/** Where lines go that no file can take. */
export const consoleSink: LogSink = {
  write: (line) => console.error(line.trimEnd()),
  close: () => undefined,
};
