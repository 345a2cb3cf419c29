import type { Browser, Page } from '@playwright/test';
import { typesLikeHands } from './hands.ts';

export type WindowName = 'till' | 'display';

const titles: Readonly<Record<WindowName, RegExp>> = { till: /^Tillmate$/, display: /^Tillmate – / };

/** Finds the page of a window by its title: waits for the page without limit, or rejects after `withinMs`. */
export async function findWindow(browser: Browser, name: WindowName, withinMs?: number): Promise<Page> {
  const found = Promise.withResolvers<Page>();
  const tooLate = () => found.reject(new Error(`There is no ${name} window yet.`));
  const patience = withinMs === undefined ? undefined : setTimeout(tooLate, withinMs);
  const consider = async (page: Page) => {
    // Accepts any window's title: polling for one title would redraw the other window sixty times a second.
    const title = await page.waitForFunction(() => /^Tillmate/.exec(document.title)?.input, undefined, { timeout: 0 });
    if (titles[name].test((await title.jsonValue()) ?? '')) found.resolve(page);
  };
  // Ignores a page that closes while its title is read.
  const look = (page: Page) => void consider(page).catch(() => undefined);
  const contexts = browser.contexts();
  for (const context of contexts) {
    context.on('page', look);
    for (const page of context.pages()) look(page);
  }
  try {
    const page = await found.promise;
    // Animations delay clicks and keep the machine busy.
    await page.emulateMedia({ reducedMotion: 'reduce' });
    return typesLikeHands(page);
  } finally {
    clearTimeout(patience);
    for (const context of contexts) context.off('page', look);
  }
}
