import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { type PlayedTour, type Step, tourPage } from './tour-page.ts';

/** Says a step and keeps pictures of what the windows show then. */
export type Look = (sentence: string, slug: string) => Promise<void>;

/**
 * A tour in the making: its chapters are played one after the other, in whichever windows they need. `take` keeps pictures of
 * these under a name, and gives their files below `folder`.
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
    /** The titles of the chapters that did not come to their end. */
    stopped: stopped as readonly string[],
    /** Plays a chapter. One that stops is told, with pictures of where that was, and the next can follow. */
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
    /** Writes index.html to look through it. */
    finish(title: string, scenes: Pick<PlayedTour, 'languages' | 'scenes'> = { languages: [], scenes: [] }) {
      writeFileSync(join(folder, 'index.html'), tourPage({ title, chapters, ...scenes }));
    },
  };
}

const SIZES = [
  [1024, 768],
  [1920, 1080],
] as const;

/** A tour of the till's window: each step in light and dark, on a small screen and on a large one. */
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

export const press = (within: Page | Locator, name: string | RegExp) =>
  within.getByRole('button', { name, exact: typeof name === 'string' }).click();

/** A dialog that a chapter left behind is closed first. */
export async function openView(till: Page, name: string): Promise<void> {
  if ((await till.getByRole('dialog').count()) > 0) await till.keyboard.press('Escape');
  await till.getByRole('navigation', { name: 'Views' }).getByRole('link', { name }).click();
}

/** A view has the answers of main after this time. */
export const settled = (till: Page) => till.waitForTimeout(700);
