import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { type PlayedTour, type Step, tourPage } from './tour-page.ts';

/** Prints a step and saves screenshots. */
export type Look = (sentence: string, slug: string) => Promise<void>;

/**
 * Starts a tour, whose chapters are played one after the other in the windows of each. `take` saves screenshots under a
 * name and returns the files below `folder`.
 */
export function beginTour<Windows>(
  folder: string,
  say: (line: string) => void,
  take: (windows: Windows, name: string) => Promise<readonly string[]>,
) {
  const chapters: { readonly title: string; readonly steps: readonly Step[] }[] = [];
  const stopped: string[] = [];
  let taken = 0;
  return {
    /** Titles of the failed chapters. */
    stopped: stopped as readonly string[],
    /** Plays a chapter. Reports a failure with screenshots, after which the next chapter can follow. */
    async chapter(title: string, windows: Windows, play: (windows: Windows, look: Look) => Promise<void>) {
      say(`\n${title}`);
      const steps: Step[] = [];
      const look: Look = async (sentence, slug) => {
        taken += 1;
        const number = String(taken).padStart(2, '0');
        steps.push({ sentence, pictures: await take(windows, `${number}-${slug}`) });
        say(`${number}  ${sentence}`);
      };
      chapters.push({ title, steps });
      try {
        await play(windows, look);
      } catch (thrown) {
        stopped.push(title);
        say(thrown instanceof Error ? thrown.message : String(thrown));
        await look('The chapter stopped here.', 'stopped');
      }
    },
    finish(title: string, scenes: Pick<PlayedTour, 'languages' | 'scenes'> = { languages: [], scenes: [] }) {
      writeFileSync(join(folder, 'index.html'), tourPage({ title, chapters, ...scenes }));
    },
  };
}

const SIZES = [
  [1024, 768],
  [1920, 1080],
] as const;

/** Starts a tour of the till's window: each step in light and dark, on a small and a large screen. */
export function beginTillTour(folder: string, say: (line: string) => void) {
  return beginTour(folder, say, async (till: Page, step) => {
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
  });
}

export const click = (within: Page | Locator, name: string | RegExp) =>
  within.getByRole('button', { name, exact: typeof name === 'string' }).click();

/** First closes a dialog left open by a chapter. */
export async function openView(till: Page, name: string): Promise<void> {
  if ((await till.getByRole('dialog').count()) > 0) await till.keyboard.press('Escape');
  await till.getByRole('navigation', { name: 'Views' }).getByRole('link', { name }).click();
}

/** Waits until a view has received main's answers. */
export const settled = (till: Page) => till.waitForTimeout(700);
