import type { Browser, Page } from '@playwright/test';
import { typesLikeHands } from '../e2e/harness/hands.ts';

/**
 * Pages that are used again: the window in them is closed, and opens from nothing, as in a page that a browser had put
 * aside. To load a page takes twenty times as long.
 */
export interface Pages {
  /** A page that nobody else uses, with no pointer over it: with this address loaded and its window closed, or new. */
  take(address: string, scale: number): Promise<Page>;
  /** Gives it back as a test has left it. One that is spent is never used again. */
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
    // A clock that was put into a page stays in it for good.
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

/** Once the page has been laid out as it is now, if anything is in it. */
export function laidOut(page: Page): Promise<void> {
  return page.evaluate(() => globalThis.fake?.settled());
}

/** The page, which has been laid out when a new size is set. */
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
