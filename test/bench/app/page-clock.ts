import type { Page } from 'playwright-core';

/** Wall-clock time (ms since the epoch) of the largest paint that a page has made so far. */
export function largestPaintAt(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        new PerformanceObserver((list) => {
          const last = list.getEntries().at(-1);
          if (last !== undefined) resolve(performance.timeOrigin + last.startTime);
        }).observe({ type: 'largest-contentful-paint', buffered: true });
      }),
  );
}

/** Wall-clock time of the next press on the button of this name, as the browser took it from the finger. */
export function nextPressAt(page: Page, name: string): Promise<number> {
  return page.evaluate(
    (wanted) =>
      new Promise<number>((resolve) => {
        const onClick = (event: Event) => {
          const button = event.target instanceof Element ? event.target.closest('button') : null;
          if (button?.textContent !== wanted) return;
          document.removeEventListener('click', onClick, true);
          resolve(performance.timeOrigin + event.timeStamp);
        };
        document.addEventListener('click', onClick, true);
      }),
    name,
  );
}

/** Wall-clock time of the first frame in which something matches `selector` and holds `text`. */
export function shownAt(page: Page, selector: string, text = ''): Promise<number> {
  return page.evaluate(
    ({ selector: wanted, text: word }) =>
      new Promise<number>((resolve) => {
        const isThere = () => [...document.querySelectorAll(wanted)].some((found) => found.textContent?.includes(word));
        const look = () => {
          if (!isThere()) return;
          observer.disconnect();
          // The frame after the change is the first that a person can see.
          requestAnimationFrame(() => resolve(performance.timeOrigin + performance.now()));
        };
        const observer = new MutationObserver(look);
        observer.observe(document, { subtree: true, childList: true, characterData: true, attributes: true });
        look();
      }),
    { selector, text },
  );
}
