import { renameSync, rmSync } from 'node:fs';

/** A virus scanner or a search index may block both for a moment. Both throw the file system's error. */
export interface Files {
  rename(from: string, to: string): void;
  /** Removes a file; a missing file is no error. */
  remove(file: string): void;
}

interface Machine {
  readonly platform: NodeJS.Platform;
  pause(ms: number): void;
}

/** ms. `firm` (2 s): files that the terminal or its payments need. `brief` (70 ms): files whose loss is harmless. */
const PAUSES = {
  firm: [10, 20, 40, 80, 160, 320, 640, 730],
  brief: [10, 20, 40],
} as const;

const HELD: ReadonlySet<unknown> = new Set(['EPERM', 'EBUSY', 'EACCES']);

/**
 * Retries for a moment when Windows reports that another program holds the file; on other systems the same errors are
 * final.
 * graceful-fs 4.2 is not used: it repeats the asynchronous rename only, gives up for an existing target, and patches
 * `fs` for the whole process. The calls are synchronous, because later steps must not begin before a replacement.
 */
export function patient(files: Files, patience: keyof typeof PAUSES, machine: Machine = thisMachine): Files {
  const pauses = machine.platform === 'win32' ? PAUSES[patience] : [];
  const insist = (act: () => void): void => {
    for (const pauseMs of pauses) {
      try {
        act();
        return;
      } catch (thrown) {
        if (!isHeld(thrown)) throw thrown;
      }
      machine.pause(pauseMs);
    }
    act();
  };
  return {
    rename: (from, to) => insist(() => files.rename(from, to)),
    remove: (file) => insist(() => files.remove(file)),
  };
}

const thisMachine: Machine = {
  platform: process.platform,
  pause: (ms) => void Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms),
};

const disk: Files = { rename: renameSync, remove: (file) => rmSync(file, { force: true }) };

/** For settings, journal and keys (see `PAUSES`). */
export const firmFiles: Files = patient(disk, 'firm');
/** For caches and the log. */
export const briefFiles: Files = patient(disk, 'brief');

function isHeld(thrown: unknown): boolean {
  return thrown instanceof Error && 'code' in thrown && HELD.has(thrown.code);
}
