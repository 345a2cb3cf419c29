import { appendFileSync, closeSync, existsSync, fstatSync, ftruncateSync, mkdirSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { briefFiles } from '../base/patient-files.ts';

export interface LogSink {
  write(line: string): void;
  close(): void;
}

/** Throws the errors of the disk. */
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

interface FileSinkOptions {
  readonly largestBytes?: number;
  readonly files?: LogFiles;
  /** Receives rejected lines, and the first failure. */
  readonly say?: (line: string) => void;
}

const LARGEST_BYTES = 5 * 2 ** 20;
const KEPT_FILES = 5;
const nameOf = (number: number) => (number === 0 ? 'tillmate.log' : `tillmate.${number}.log`);
export const LOG_FILES: readonly string[] = Array.from({ length: KEPT_FILES + 1 }, (_, number) => nameOf(number));
/** After a failed rotation, the next attempt follows once the file has grown by 20 % of its largest size. */
const RETRY_PART = 0.2;

/**
 * Appends to `tillmate.log` in a folder. At 5 MiB the file becomes `tillmate.1.log`, and so on up to the fifth. A line
 * has reached the system when `write` returns, so a crash of the app loses none. A file is closed only once the next
 * file is open: if a rotation fails, the current file continues. A file without rotation at six times its largest size
 * is emptied. Throws the errors of the disk if the first file cannot be opened.
 *
 * Not a library: pino-roll rotates with sonic-boom's `reopen`, which closes the same file descriptor again after each
 * failed attempt, and thereby any file that has received the descriptor since. rotating-file-stream and
 * file-stream-rotator hold lines in memory, and a crash loses them.
 */
export function fileSink(folder: string, options: FileSinkOptions = {}): LogSink {
  const { largestBytes = LARGEST_BYTES, files = systemFiles, say = console.error } = options;
  const name = (number: number) => join(folder, nameOf(number));
  mkdirSync(folder, { recursive: true });
  let handle: number | undefined = files.open(name(0));
  let size = 0;
  let rotateAt = largestBytes;
  let reported = false;
  attempt(() => measure(handle));

  function measure(opened: number | undefined): void {
    size = 0;
    rotateAt = largestBytes;
    if (opened !== undefined) size = files.size(opened);
  }

  function rotate(): void {
    // A rotation that failed halfway has left a free number. Move up only newer files: moving all files would lose the
    // oldest.
    const numbers = Array.from({ length: KEPT_FILES + 1 }, (_, number) => number);
    const free = numbers.find((number) => !files.exists(name(number))) ?? KEPT_FILES;
    for (let number = free; number > 0; number -= 1) files.rename(name(number - 1), name(number));
    const next = files.open(name(0));
    release();
    handle = next;
    attempt(() => measure(next));
  }

  /** Forgets the handle before closing: even after a failed close, the system may reuse the file descriptor. */
  function release(): void {
    const closing = handle;
    handle = undefined;
    if (closing !== undefined) attempt(() => files.close(closing));
  }

  function empty(opened: number): void {
    files.empty(opened);
    measure(opened);
  }

  /** False if `task` failed. Never throws: a sale must not fail because of its log. Reports the first failure. */
  function attempt(task: () => void): boolean {
    try {
      task();
      return true;
    } catch (fault) {
      if (!reported) say(`Tillmate: writing the log failed: ${String(fault)}`);
      reported = true;
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
      if (!rotates) reported = false;
    },
    close: release,
  };
}

export const consoleSink: LogSink = {
  write: (line) => console.error(line.trimEnd()),
  close: () => undefined,
};
