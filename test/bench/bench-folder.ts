import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';

/** On the project's own disk: the system's folder for temporary files may be memory. */
export const benchFolder = join(import.meta.dirname, '..', '..', 'out', 'bench');

/** Gives `work` an empty folder, gone with its end. */
export async function inBenchFolder<T>(work: (folder: string) => Promise<T> | T): Promise<T> {
  mkdirSync(benchFolder, { recursive: true });
  const folder = mkdtempSync(join(benchFolder, 'work-'));
  try {
    return await work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
