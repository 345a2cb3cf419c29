import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';

/** On the project's disk: the system's temporary folder may be in memory. */
export const benchFolder = join(import.meta.dirname, '..', '..', 'out', 'bench');

/** Calls `work` with an empty folder and removes the folder afterwards. */
export async function inBenchFolder<T>(work: (folder: string) => Promise<T> | T): Promise<T> {
  mkdirSync(benchFolder, { recursive: true });
  const folder = mkdtempSync(join(benchFolder, 'work-'));
  try {
    return await work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
