import type { TestOptions } from 'vitest';

/** A condition for a test, with a sentence for the report on what keeps it from being played elsewhere. */
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
 * Options of a test, or of a `describe`, that is skipped where `there` is false. `npm test` lists what was skipped, and
 * why. This is the only way in which a test is left out.
 */
export function onlyWhere(where: string, there: boolean, why: string): TestOptions {
  return { skip: !there, meta: { onlyWhere: { where, why } } };
}

/** For what Linux alone has. */
export function onlyOnLinux(why: string): TestOptions {
  return onlyWhere('on Linux', process.platform === 'linux', why);
}

/** For what every system has but Windows: signals, permissions of files, folders that can be synced. */
export function notOnWindows(why: string): TestOptions {
  return onlyWhere('on Linux and macOS', process.platform !== 'win32', why);
}
