import type { Browser, Page } from '@playwright/test';
import { typesLikeHands } from '../e2e/harness/hands.ts';

/**
 * Reuses pages: a window is closed and opened from an empty state, like a page from the browser's back/forward cache.
 * Loading a page takes twenty times as long.
 */
export interface Pages {
  /**
   * Returns a page in exclusive use, without a pointer over the page: new, or reused with this address loaded and its
   * window closed.
   */
  take(address: string, scale: number): Promise<Page>;
  /** Returns a page after a test. A spent page is never reused. */
  giveBack(page: Page, spent: boolean): Promise<void>;
}

export function usedAgain(browser: Browser): Pages {
  const free: Page[] = [];
  const scales = new Map<Page, number>();
  const stopped = new Set<Page>();

  async function open(scale: number): Promise<Page> {
    const context = await browser.newContext({
      deviceScaleFactor: scale,
      locale: 'en-GB',
      timezoneId: 'Europe/Amsterdam',
    });
    const page = laidOutInEachSize(typesLikeHands(await context.newPage()));
    scales.set(page, scale);
    // A clock installed in a page stays for the life of the page.
    const install = page.clock.install.bind(page.clock);
    page.clock.install = (options) => {
      stopped.add(page);
      return install(options);
    };
    return page;
  }

  return {
    async take(address, scale) {
      const index = free.findIndex((page) => page.url() === address && scales.get(page) === scale);
      const [page] = index < 0 ? [] : free.splice(index, 1);
      return page ?? open(scale);
    },
    async giveBack(page, spent) {
      if (spent || stopped.has(page) || page.isClosed()) return page.context().close();
      await page.evaluate(() => window.dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true })));
      await page.mouse.move(-1, -1);
      free.push(page);
    },
  };
}

/** Resolves when the current content of the page, if any, has been laid out. */
export function laidOut(page: Page): Promise<void> {
  return page.evaluate(() => globalThis.fake?.settled());
}

/** Makes `setViewportSize` wait for the layout in the new size. */
function laidOutInEachSize(page: Page): Page {
  const setViewportSize = page.setViewportSize.bind(page);
  page.setViewportSize = async (size) => {
    const before = page.viewportSize();
    if (before?.width === size.width && before.height === size.height) return;
    await setViewportSize(size);
    await page.evaluate(
      async ([width, height]) => {
        const frame = () => new Promise((drawn) => requestAnimationFrame(drawn));
        while (window.innerWidth !== width || window.innerHeight !== height) await frame();
      },
      [size.width, size.height] as const,
    );
    await laidOut(page);
  };
  return page;
}
