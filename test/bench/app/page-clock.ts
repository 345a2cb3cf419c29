import type { Page } from '@playwright/test';

/** Returns the time of the page's largest paint so far, in ms since the epoch. */
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

/** Longer than any window takes to paint, on any machine. */
const LIMIT_MS = 30_000;

/** An observer on a page; `at` resolves with the time of the awaited event, in ms since the epoch. */
export interface Lookout {
  readonly at: () => Promise<number>;
}

/** Observes the next click on the named button. The time is the timestamp of the browser's input event. */
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

/** Observes the first frame in which an element matches `selector` and contains one of `words`. */
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
          // The frame after the DOM change is the first visible frame.
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
