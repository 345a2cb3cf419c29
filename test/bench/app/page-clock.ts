import type { Page } from '@playwright/test';

/** Wall-clock time (ms since the epoch) of the largest paint that a page has made so far. */
export function largestPaintAt(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      new Promise<number>((resolve, reject) => {
        const limit = setTimeout(() => reject(new Error('The page has painted nothing.')), 30_000);
        new PerformanceObserver((list) => {
          const last = list.getEntries().at(-1);
          if (last === undefined) return;
          clearTimeout(limit);
          resolve(performance.timeOrigin + last.startTime);
        }).observe({ type: 'largest-contentful-paint', buffered: true });
      }),
  );
}

/** Longer than any window takes to show something, on any machine. */
const LIMIT_MS = 30_000;

/** Something that a page watches for from now on; `at` is the wall-clock time when it came. */
export interface Lookout {
  readonly at: () => Promise<number>;
}

/** Watches for the next press on the button of this name. The time is the one of the browser's input event. */
export async function lookOutForPress(page: Page, name: string): Promise<Lookout> {
  const looking = await page.evaluateHandle(
    ({ wanted, limitMs }) => ({
      at: new Promise<number>((resolve, reject) => {
        const limit = setTimeout(() => reject(new Error(`Nobody pressed ${wanted}.`)), limitMs);
        const onClick = (event: Event) => {
          const button = event.target instanceof Element ? event.target.closest('button') : null;
          if (button?.textContent !== wanted) return;
          document.removeEventListener('click', onClick, true);
          clearTimeout(limit);
          resolve(performance.timeOrigin + event.timeStamp);
        };
        document.addEventListener('click', onClick, true);
      }),
    }),
    { wanted: name, limitMs: LIMIT_MS },
  );
  return { at: () => looking.evaluate((found) => found.at) };
}

/** Watches for the first frame in which an element matches `selector` and holds one of `words`. */
export async function lookOutFor(page: Page, selector: string, words: readonly string[] = ['']): Promise<Lookout> {
  const looking = await page.evaluateHandle(
    ({ wanted, texts, limitMs }) => ({
      at: new Promise<number>((resolve, reject) => {
        const isThere = () =>
          [...document.querySelectorAll(wanted)].some((found) =>
            texts.some((text) => found.textContent?.includes(text)),
          );
        const look = () => {
          if (!isThere()) return;
          observer.disconnect();
          clearTimeout(limit);
          // The frame after the change is the first that a person can see.
          requestAnimationFrame(() => resolve(performance.timeOrigin + performance.now()));
        };
        const observer = new MutationObserver(look);
        const limit = setTimeout(() => {
          observer.disconnect();
          reject(new Error(`${wanted} never showed ${texts.join(' or ')}.`));
        }, limitMs);
        observer.observe(document, { subtree: true, childList: true, characterData: true, attributes: true });
        look();
      }),
    }),
    { wanted: selector, texts: [...words], limitMs: LIMIT_MS },
  );
  return { at: () => looking.evaluate((found) => found.at) };
}
