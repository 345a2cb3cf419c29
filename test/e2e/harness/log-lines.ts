import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { RunningApp } from './launch.ts';

/** A line of the app's log, with those of its fields that tests look at. */
export interface LogLine {
  readonly level: number;
  readonly msg: string;
  readonly code?: string;
  readonly act?: string;
  readonly role?: string;
  readonly window?: string;
  /** A variable that was taken out of the environment. */
  readonly variable?: string;
}

export async function logOf({ userDataDir }: Pick<RunningApp, 'userDataDir'>): Promise<LogLine[]> {
  const text = await readFile(join(userDataDir, 'logs', 'tillmate.log'), 'utf8');
  // The last line may still be being written.
  const lines = text.split('\n').slice(0, -1);
  return lines.map((line) => JSON.parse(line) as LogLine);
}
