import type { LogLevel } from './log-level.ts';

/** What support sees of the log. */
export interface SupportLogs {
  /** Where its files are. */
  readonly folder: string;
  readonly level: Pick<LogLevel, 'until' | 'raise' | 'lower'>;
}
