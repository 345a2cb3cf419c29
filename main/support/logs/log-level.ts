import { readFileSync } from 'node:fs';
import { z } from 'zod';
import type { Clock } from '../../base/clock.ts';
import { replaceFile } from '../../base/durable-files.ts';
import { firmFiles } from '../../base/patient-files.ts';
import { TillError } from '../../base/till-error.ts';
import type { LevelledLog } from '../log.ts';

/** Raised for an hour, it goes back by itself. */
export type LogLevel = ReturnType<typeof openLogLevel>;

export interface SupportLogs {
  readonly folder: string;
  readonly level: Pick<LogLevel, 'until' | 'raise' | 'lower'>;
}

export interface LogLevelParts {
  readonly clock: Clock;
  readonly log: LevelledLog;
  /** The end of a raised level, for a start in between. */
  readonly file: string;
  readonly lastsMs?: number;
}

const HOUR_MS = 60 * 60_000;
/** A machine that slept, or whose clock was set, goes back within this. */
const LOOK_EVERY_MS = 20_000;

const kept = z.object({ until: z.int() });

export function openLogLevel({ clock, log, file, lastsMs = HOUR_MS }: LogLevelParts) {
  let until: number | undefined;
  let cancel = () => {};

  function keep(next: number | undefined): void {
    try {
      if (next === undefined) firmFiles.remove(file);
      else replaceFile(file, JSON.stringify({ until: next }));
    } catch (cause) {
      throw new TillError('log.level', 'How long the log tells more cannot be kept', { retryable: true, cause });
    }
  }

  function back(): void {
    cancel();
    if (until !== undefined) log.info('The log is back at its usual level');
    until = undefined;
    log.raise(false);
  }

  function look(): void {
    if (until === undefined) return;
    // A clock that was set back must not keep it raised for longer than it was asked for.
    if (clock.now() < until && until - clock.now() <= lastsMs) {
      cancel = clock.after(Math.min(LOOK_EVERY_MS, until - clock.now()), look);
      return;
    }
    back();
    try {
      keep(undefined);
    } catch {
      // The next start reads a time that is over.
    }
  }

  function begin(end: number): void {
    cancel();
    until = end;
    log.raise(true);
    log.info('The log tells more for a while', { waitMs: end - clock.now() });
    look();
  }

  const left = leftIn(file);
  if (left !== undefined && left > clock.now() && left - clock.now() <= lastsMs) begin(left);
  return {
    until: (): number | undefined => until,
    /** Gives its end, ms since the epoch. Throws TillError `log.level` where it cannot be kept: nothing is raised. */
    raise(): number {
      const end = clock.now() + lastsMs;
      keep(end);
      begin(end);
      return end;
    },
    /** Back at once. Throws as `raise`; the level is back all the same. */
    lower(): void {
      back();
      keep(undefined);
    },
    stop: (): void => cancel(),
  };
}

function leftIn(file: string): number | undefined {
  try {
    return kept.parse(JSON.parse(readFileSync(file, 'utf8'))).until;
  } catch {
    // No file of ours: the usual level.
    return undefined;
  }
}
