import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { type Step, tourPage } from './tour-page.ts';

const SIZES = [
  [1024, 768],
  [1920, 1080],
] as const;

/** Says a step and keeps pictures of the till as it is then. */
export type Look = (sentence: string, slug: string) => Promise<void>;

/** A tour in the making: its chapters are played one after the other, in whichever window they need. */
export interface Tour {
  /** Plays a chapter. One that does not come to its end is told, with pictures of where it stopped, and the next can follow. */
  chapter(title: string, till: Page, play: (till: Page, look: Look) => Promise<void>): Promise<void>;
  /** Writes index.html to look through it; gives the titles of the chapters that stopped before their end. */
  finish(title: string): readonly string[];
}

/** Begins a tour whose pictures go to `folder`: each step in light and dark, on a small screen and on a large one. */
export function beginTour(folder: string, say: (line: string) => void): Tour {
  const chapters: { readonly title: string; readonly steps: readonly Step[] }[] = [];
  const stopped: string[] = [];
  let taken = 0;
  return {
    async chapter(title, till, play) {
      say(`\n${title}`);
      const steps: Step[] = [];
      const look: Look = async (sentence, slug) => {
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
    },
    finish(title) {
      writeFileSync(join(folder, 'index.html'), tourPage({ title, chapters, languages: [], scenes: [] }));
      return stopped;
    },
  };
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
