import { renameSync, rmSync } from 'node:fs';

/** The two calls that a virus scanner or a search index can refuse for a moment. Both throw what the disk throws. */
export interface Files {
  rename(from: string, to: string): void;
  /** Removes a file; one that is not there is fine. */
  remove(file: string): void;
}

export interface Machine {
  readonly platform: NodeJS.Platform;
  /** Stands still for so many ms. */
  pause(ms: number): void;
}

/** ms. `firm` (2 s) for what the terminal or its payments rest on; `brief` (70 ms) for what does no harm when it fails. */
const PAUSES = {
  firm: [10, 20, 40, 80, 160, 320, 640, 730],
  brief: [10, 20, 40],
} as const;

const HELD: ReadonlySet<unknown> = new Set(['EPERM', 'EBUSY', 'EACCES']);

/**
 * Tries again for a moment where Windows says that another program holds the file; elsewhere the same errors are final.
 *
 * Not the package graceful-fs (4.2): it repeats the asynchronous rename only, gives up where the target exists, and patches
 * `fs` for the whole process. What follows a replacement must not begin before it, so the calls are synchronous.
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
