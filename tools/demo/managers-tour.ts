import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { launchApp } from '../../test/e2e/harness/index.ts';
import { liveFortnight } from './fortnight.ts';
import { managersChapters } from './managers-chapters.ts';
import { type Step, tourPage } from './tour-page.ts';

const SIZES = [
  [1024, 768],
  [1920, 1080],
] as const;

/**
 * Presses through every view of a manager in the real window, with two weeks of training behind it. Writes each in light
 * and dark, small and large, to `folder`, and index.html to look through them. Gives the titles of the chapters that did
 * not come to their end; what the window showed then is among the pictures.
 */
export async function managersTour(folder: string, say: (line: string) => void): Promise<readonly string[]> {
  const userDataDir = mkdtempSync(join(tmpdir(), 'tillmate-demo-'));
  say('Two weeks in training: sales, refunds, payouts.');
  await liveFortnight(userDataDir);
  const app = await launchApp({ args: ['--training'], userDataDir });
  const chapters: { readonly title: string; readonly steps: readonly Step[] }[] = [];
  const stopped: string[] = [];
  let taken = 0;
  try {
    const { till } = app;
    await till.getByRole('button', { name: 'Charge', exact: true }).waitFor();
    for (const { title, play } of managersChapters) {
      say(`\n${title}`);
      const steps: Step[] = [];
      const look = async (sentence: string, slug: string) => {
        taken += 1;
        const pictures = await picturesOf(till, folder, `${String(taken).padStart(2, '0')}-${slug}`);
        steps.push({ sentence, pictures });
        say(`${String(taken).padStart(2)}  ${sentence}`);
      };
      try {
        await play(till, look);
      } catch (thrown) {
        stopped.push(title);
        say(thrown instanceof Error ? thrown.message : String(thrown));
        await look('The chapter stopped here.', 'stopped');
        await till.keyboard.press('Escape');
      }
      chapters.push({ title, steps });
    }
  } finally {
    await app.stop();
    rmSync(userDataDir, { recursive: true, force: true });
  }
  const page = tourPage({ title: "Tillmate: the manager's tour", chapters, languages: [], scenes: [] });
  writeFileSync(join(folder, 'index.html'), page);
  return stopped;
}

/** Writes the four pictures of what the till shows now; gives their names. */
async function picturesOf(till: Page, folder: string, step: string): Promise<readonly string[]> {
  const names: string[] = [];
  for (const [width, height] of SIZES) {
    await till.setViewportSize({ width, height });
    for (const colorScheme of ['light', 'dark'] as const) {
      await till.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await till.waitForTimeout(250);
      const name = `${step}-${width}x${height}-${colorScheme}.png`;
      writeFileSync(join(folder, name), await till.screenshot({ type: 'png', animations: 'disabled' }));
      names.push(name);
    }
  }
  return names;
}
