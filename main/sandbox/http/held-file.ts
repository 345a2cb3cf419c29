import type { Clock } from '../clock.ts';

const HELD: ReadonlySet<unknown> = new Set(['EPERM', 'EBUSY', 'EACCES']);
/** ms, in total 2 s. */
const PAUSES_MS = [20, 60, 120, 300, 500, 1_000];

/** Repeats `task` for a moment if Windows reports that another program, such as a virus scanner, has the file open. */
export async function whenLetGo(
  task: () => Promise<void>,
  clock: Clock,
  platform: NodeJS.Platform = process.platform,
): Promise<void> {
  for (const pauseMs of platform === 'win32' ? PAUSES_MS : []) {
    try {
      return await task();
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && HELD.has(error.code))) throw error;
    }
    await new Promise<void>((resolve) => clock.after(pauseMs, resolve));
  }
  await task();
}
