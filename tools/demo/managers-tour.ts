import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { launchApp } from '../../test/e2e/harness/index.ts';
import { liveFortnight } from './fortnight.ts';
import { managersChapters } from './managers-chapters.ts';
import { beginTour } from './tour.ts';

/**
 * Presses through every view of a manager in the real window, with two weeks of training behind it; pictures and
 * index.html go to `folder`. Gives the titles of the chapters that did not come to their end.
 */
export async function managersTour(folder: string, say: (line: string) => void): Promise<readonly string[]> {
  const userDataDir = mkdtempSync(join(tmpdir(), 'tillmate-demo-'));
  const tour = beginTour(folder, say);
  say('Two weeks in training: sales, refunds, payouts.');
  await liveFortnight(userDataDir);
  const app = await launchApp({ args: ['--training'], userDataDir });
  try {
    await app.till.getByRole('button', { name: 'Charge', exact: true }).waitFor();
    for (const { title, play } of managersChapters) await tour.chapter(title, app.till, play);
  } finally {
    await app.stop();
    rmSync(userDataDir, { recursive: true, force: true });
  }
  return tour.finish("Tillmate: the manager's tour");
}
