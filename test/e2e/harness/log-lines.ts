import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { RunningApp } from './launch.ts';

/** A line of the app's log, with the fields used in tests. */
export interface LogLine {
  readonly level: number;
  readonly msg: string;
  readonly code?: string;
  readonly act?: string;
  readonly role?: string;
  readonly window?: string;
  /** Variable removed from the environment. */
  readonly variable?: string;
}

export async function logOf({ userDataDir }: Pick<RunningApp, 'userDataDir'>): Promise<LogLine[]> {
  const text = await readFile(join(userDataDir, 'logs', 'tillmate.log'), 'utf8');
  // The last line may be incomplete.
  const lines = text.split('\n').slice(0, -1);
  return lines.map((line) => JSON.parse(line) as LogLine);
}
