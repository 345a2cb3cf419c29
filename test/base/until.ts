import { setTimeout as wait } from 'node:timers/promises';

const APART_MS = 20;

/** Resolves once `holds` is true; rejects after `mostMs` with `what`, the awaited condition in words. */
export async function until(what: string, holds: () => boolean | Promise<boolean>, mostMs: number): Promise<void> {
  const end = performance.now() + mostMs;
  while (!(await holds())) {
    if (performance.now() > end) throw new Error(`In ${mostMs} ms it did not come to this: ${what}.`);
    await wait(APART_MS);
  }
}
