import { readFileSync } from 'node:fs';
import { z } from 'zod';
import type { Clock } from '../../base/clock.ts';
import { replaceFile } from '../../base/durable-files.ts';
import { firmFiles } from '../../base/patient-files.ts';
import { TillError } from '../../base/till-error.ts';
import type { LevelledLog } from '../log.ts';

/** Raised for an hour, then lowered automatically. */
type LogLevel = ReturnType<typeof openLogLevel>;

export interface SupportLogs {
  readonly folder: string;
  readonly level: Pick<LogLevel, 'until' | 'raise' | 'lower'>;
}

interface LogLevelParts {
  readonly clock: Clock;
  readonly log: LevelledLog;
  /** Keeps the end of the raised level across a restart. */
  readonly file: string;
  readonly lastsMs?: number;
}

const HOUR_MS = 60 * 60_000;
/** Longest delay in ms after a sleep of the machine or a change of its clock. */
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
      throw new TillError('log.level', 'End of the raised log level not stored', { retryable: true, cause });
    }
  }

  function back(): void {
    cancel();
    if (until !== undefined) log.info('Log level back to normal');
    until = undefined;
    log.raise(false);
  }

  function look(): void {
    if (until === undefined) return;
    // After the clock was set back, the level must not stay raised longer than requested.
    if (clock.now() < until && until - clock.now() <= lastsMs) {
      cancel = clock.after(Math.min(LOOK_EVERY_MS, until - clock.now()), look);
      return;
    }
    back();
    try {
      keep(undefined);
    } catch {
      // The next start reads a time in the past.
    }
  }

  function begin(end: number): void {
    cancel();
    until = end;
    log.raise(true);
    log.info('Log level raised for a limited time', { waitMs: end - clock.now() });
    look();
  }

  const left = leftIn(file);
  if (left !== undefined && left > clock.now() && left - clock.now() <= lastsMs) begin(left);
  return {
    until: (): number | undefined => until,
    /** Returns the end, ms since the epoch. Throws `TillError` `log.level`; the level then stays as before. */
    raise(): number {
      const end = clock.now() + lastsMs;
      keep(end);
      begin(end);
      return end;
    },
    /** Throws `TillError` `log.level` with the level lowered nevertheless. */
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
    // Missing or invalid file: the usual level.
    return undefined;
  }
}
