import type { Browser, Page } from '@playwright/test';
import { typesLikeHands } from '../e2e/harness/hands.ts';

/**
 * Pages that are used again. A browser takes five times as long for a new page as for new content in one that it has;
 * what is in a page, its scripts and timers included, goes when it loads something else.
 */
export interface Pages {
  /** A page that nobody else uses, with no pointer over it. What was in it goes when something else is loaded. */
  take(scale: number): Promise<Page>;
  /** Gives it back, as a test has left it. */
  giveBack(page: Page): Promise<void>;
}

export function usedAgain(browser: Browser): Pages {
  const free = new Map<number, Page[]>();
  const scales = new Map<Page, number>();
  const spent = new Set<Page>();

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
      spent.add(page);
      return install(options);
    };
    return page;
  }

  return {
    async take(scale) {
      return free.get(scale)?.pop() ?? open(scale);
    },
    async giveBack(page) {
      if (spent.has(page) || page.isClosed()) return page.context().close();
      await page.emulateMedia({ media: null });
      await page.mouse.move(-1, -1);
      const scale = scales.get(page) ?? 1;
      free.set(scale, [...(free.get(scale) ?? []), page]);
    },
  };
}

/** The page, which has been laid out when a new size is set: what fits itself to its room does so in the frame after. */
function laidOutInEachSize(page: Page): Page {
  const setViewportSize = page.setViewportSize.bind(page);
  page.setViewportSize = async (size) => {
    await setViewportSize(size);
    await page.evaluate(
      async ([width, height]) => {
        const frame = () => new Promise((drawn) => requestAnimationFrame(drawn));
        while (window.innerWidth !== width || window.innerHeight !== height) await frame();
        await frame();
        await frame();
      },
      [size.width, size.height] as const,
    );
  };
  return page;
}
