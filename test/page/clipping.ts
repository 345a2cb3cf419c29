import type { Page } from '@playwright/test';

/**
 * Returns everything unreachable for a user who has zoomed in: a text that its container cuts off and no scrolling
 * reveals, and a control that stays outside the window or covered wherever the page is scrolled.
 */
export function lostOf(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => {
    const found: string[] = [];
    const { clientWidth, clientHeight, scrollWidth, scrollHeight } = document.documentElement;
    if (scrollWidth > clientWidth || scrollHeight > clientHeight) found.push('the page scrolls as a whole');
    const dialog = [...document.querySelectorAll<HTMLElement>('[aria-modal="true"]')].at(-1);
    const scope: HTMLElement = dialog ?? document.body;
    const isShown = (element: HTMLElement) =>
      element.checkVisibility({ visibilityProperty: true }) &&
      element.closest('[data-paper], [class*="unseen"], #recharts_measurement_span') === null;
    const scrolls = (element: Element) => /auto|scroll/.test(getComputedStyle(element).overflowY);
    const above = (element: Element) => {
      const all: Element[] = [];
      for (let parent = element.parentElement; parent !== null; parent = parent.parentElement) all.push(parent);
      return all;
    };

    for (const element of scope.querySelectorAll<HTMLElement>('*')) {
      const text = [...element.childNodes].find((node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim());
      if (text === undefined || !isShown(element)) continue;
      if ([element, ...above(element)].some((place) => getComputedStyle(place).textOverflow === 'ellipsis')) continue;
      const range = document.createRange();
      range.selectNodeContents(text);
      const box = range.getBoundingClientRect();
      const clipper = above(element).find((place) => getComputedStyle(place).overflowY !== 'visible');
      const frame = (clipper ?? document.documentElement).getBoundingClientRect();
      const isWide = box.left < frame.left - 1 || box.right > frame.right + 1;
      // A line box is higher than its letters.
      const air = range.getClientRects().length > 1 ? 3 : box.height * 0.2;
      const isHigh = box.top < frame.top - air || box.bottom > frame.bottom + air;
      const canScroll = clipper !== undefined && scrolls(clipper);
      if (isWide || (isHigh && !canScroll)) found.push(`cut off: ${text.textContent}`);
    }

    for (const target of scope.querySelectorAll<HTMLElement>('button, a, input, select, textarea')) {
      if (!isShown(target) || target.closest('[role="radiogroup"]') !== null) continue;
      const pressed = target.closest<HTMLElement>('label') ?? target;
      pressed.scrollIntoView({ block: 'nearest' });
      const box = pressed.getBoundingClientRect();
      const name = target.getAttribute('aria-label') ?? target.innerText;
      const inside = box.top >= -1 && box.left >= -1 && box.bottom <= clientHeight + 1 && box.right <= clientWidth + 1;
      const on = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
      if (!inside) found.push(`outside: ${name}`);
      else if (on === null || !(pressed.contains(on) || on.contains(pressed))) found.push(`covered: ${name}`);
    }
    return found;
  });
}

/** Returns the buttons outside the window without scrolling. */
export function outOfSight(page: Page): Promise<readonly string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('main button')]
      .filter((button) => {
        const box = button.getBoundingClientRect();
        return box.top < 0 || box.left < 0 || box.bottom > window.innerHeight || box.right > window.innerWidth;
      })
      .map((button) => button.innerText),
  );
}
