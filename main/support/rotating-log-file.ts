import { appendFileSync, closeSync, existsSync, fstatSync, ftruncateSync, mkdirSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { briefFiles } from '../base/patient-files.ts';

export interface LogSink {
  write(line: string): void;
  close(): void;
}

/** Passed in for tests. Every call throws what the disk throws. */
export interface LogFiles {
  open(path: string): number;
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
  rename: briefFiles.rename,
};

export interface FileSinkOptions {
  readonly largestBytes?: number;
  readonly files?: LogFiles;
  /** Takes the lines that the file cannot take, and the first failure. */
  readonly say?: (line: string) => void;
}

const LARGEST_BYTES = 5 * 2 ** 20;
const KEPT_FILES = 5;
const nameOf = (number: number) => (number === 0 ? 'tillmate.log' : `tillmate.${number}.log`);
/** The names of the log's files, the newest first. */
export const LOG_FILES: readonly string[] = Array.from({ length: KEPT_FILES + 1 }, (_, number) => nameOf(number));
/** A rotation that failed is tried again each time the file has grown by this part of its largest size. */
const RETRY_PART = 0.2;

/**
 * Appends to `tillmate.log` in a folder. At 5 MiB that file becomes `tillmate.1.log`, and so on to the fifth. A line
 * has reached the system when `write` returns, so a crash of the app loses none. The file is closed only once the next
 * one is open: where a rotation fails, lines go on into the file there is. A file that still cannot be rotated at six
 * times its largest size is emptied. Throws what the disk throws when the first file cannot be opened.
 *
 * Not a library: pino-roll rotates through sonic-boom's `reopen`, which closes the same file number again after each
 * failed try, and with it whatever file has that number by then. rotating-file-stream and file-stream-rotator hold
 * lines in memory, and a crash loses those.
 */
export function fileSink(folder: string, options: FileSinkOptions = {}): LogSink {
  const { largestBytes = LARGEST_BYTES, files = systemFiles, say = console.error } = options;
  const name = (number: number) => join(folder, nameOf(number));
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
    // A rotation that failed halfway has left a number free. Only newer files move up to it: moving all would lose the
    // oldest.
    const numbers = Array.from({ length: KEPT_FILES + 1 }, (_, number) => number);
    const free = numbers.find((number) => !files.exists(name(number))) ?? KEPT_FILES;
    for (let number = free; number > 0; number -= 1) files.rename(name(number - 1), name(number));
    const next = files.open(name(0));
    release();
    handle = next;
    attempt(() => measure(next));
  }

  /** Forgets the handle before closing it: even when closing fails, another file may get its number. */
  function release(): void {
    const closing = handle;
    handle = undefined;
    if (closing !== undefined) attempt(() => files.close(closing));
  }

  function empty(opened: number): void {
    files.empty(opened);
    measure(opened);
  }

  /** False when `task` failed. Nothing is thrown: a sale must not fail for its log. The first failure is said. */
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

export const consoleSink: LogSink = {
  write: (line) => console.error(line.trimEnd()),
  close: () => undefined,
};
