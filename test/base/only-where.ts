import type { TestOptions } from 'vitest';

/** A condition for a test, with the reason for skipping elsewhere, for the report. */
export interface OnlyWhere {
  readonly where: string;
  readonly why: string;
}

declare module 'vitest' {
  interface TaskMeta {
    onlyWhere?: OnlyWhere;
  }
}

/**
 * Options of a test or `describe`, skipped if `there` is false. `npm test` lists the skipped tests with the reasons. No
 * test may be skipped in any other way.
 */
export function onlyWhere(where: string, there: boolean, why: string): TestOptions {
  return { skip: !there, meta: { onlyWhere: { where, why } } };
}

export function onlyOnLinux(why: string): TestOptions {
  return onlyWhere('on Linux', process.platform === 'linux', why);
}

/** For features missing on Windows: signals, file permissions, syncing folders. */
export function notOnWindows(why: string): TestOptions {
  return onlyWhere('on Linux and macOS', process.platform !== 'win32', why);
}
