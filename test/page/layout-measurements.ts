import type { Page } from '@playwright/test';
import type { DisplaySnapshot, TillSnapshot } from '../../preload/contract/views.ts';
import type { OpenWindow } from './open-windows.ts';

export interface Place {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export function placesOf(page: Page): Promise<Record<string, Place>> {
  return page.evaluate(() => {
    const places = [...document.querySelectorAll<HTMLElement>('[data-place]')].map((element) => {
      const { x, y, width, height } = element.getBoundingClientRect();
      return [element.dataset['place'] ?? '', { x, y, width, height }] as const;
    });
    return Object.fromEntries(places);
  });
}

export function overflowOf(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => {
    const found: string[] = [];
    const { scrollWidth, scrollHeight, clientWidth, clientHeight } = document.documentElement;
    if (scrollWidth > clientWidth || scrollHeight > clientHeight) found.push('the page');
    for (const element of document.querySelectorAll<HTMLElement>('#root *')) {
      const box = element.getBoundingClientRect();
      const { overflowY, display } = getComputedStyle(element);
      if (display === 'none' || box.width === 0 || element.closest('[data-paper]') !== null) continue;
      const scrolls = (overflowY === 'auto' || overflowY === 'scroll') && element.scrollHeight > element.clientHeight;
      if (scrolls) found.push(`${element.className} scrolls`);
      const outside = box.right > clientWidth + 1 || box.bottom > clientHeight + 1 || box.left < -1 || box.top < -1;
      if (outside) found.push(`${element.className} is outside`);
    }
    return found;
  });
}

/** Returns text that its container cuts off: lines too wide, or too many lines. */
export function cutOf(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => {
    const inPlaces =
      '[data-place="apps"] span, [data-place="amount"], [data-place="state"], [data-place="amount"] *, [data-place="state"] *';
    const wide = [...document.querySelectorAll<HTMLElement>(inPlaces)].filter(
      (element) =>
        element.scrollWidth > element.clientWidth + 1 && !getComputedStyle(element).display.startsWith('inline'),
    );
    const high = [...document.querySelectorAll<HTMLElement>('[data-place="body"], main, button')].filter(
      ({ scrollHeight, clientHeight }) => scrollHeight > clientHeight + 1,
    );
    return [...wide, ...high].map((element) => `${element.className}: ${element.innerText}`);
  });
}

/** Returns all buttons and links whose accessible name lacks their visible text. */
export function misnamedOf(page: Page): Promise<readonly string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('button[aria-label], a[aria-label]')]
      .map((target) => ({ seen: target.innerText.trim(), said: target.ariaLabel ?? '' }))
      .filter(({ seen, said }) => /[\p{L}\d]/u.test(seen) && !said.toLowerCase().includes(seen.toLowerCase()))
      .map(({ seen, said }) => `${seen} is called ${said}`),
  );
}

/** Height in px of every button, link and input, by text or name. The amount's box counts for its input. */
export function targetsOf(page: Page): Promise<readonly { readonly name: string; readonly height: number }[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('button, a, input')]
      .filter((target) => target.checkVisibility() && target.getBoundingClientRect().height > 0)
      .map((target) => ({
        name: target.getAttribute('aria-label') ?? target.innerText,
        height: Math.round((target.closest('[data-place="amount"] > label') ?? target).getBoundingClientRect().height),
      })),
  );
}

/** Every visible piece of text with its size in px. */
export function textSizesOf(page: Page): Promise<readonly { readonly text: string; readonly size: number }[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('body *:not([type="radio"], [type="checkbox"])')]
      .filter((element) => element.checkVisibility({ visibilityProperty: true }))
      .filter((element) => element.closest('[aria-hidden="true"], :disabled, script, style, svg') === null)
      .map((element) => {
        const own = [...element.childNodes].filter((node) => node.nodeType === Node.TEXT_NODE);
        const text = own.map((node) => node.textContent).join('');
        return {
          text: (element instanceof HTMLInputElement ? element.value : text).trim(),
          size: Number.parseFloat(getComputedStyle(element).fontSize),
        };
      })
      .filter(({ text }) => text !== ''),
  );
}

/** Pairs of visible targets less than 8 px apart. Adjacent table rows are exempt: a miss only opens the wrong row. */
export function crowdedOf(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => {
    const scrollerOf = (target: Element | null): Element | undefined => {
      if (target === null) return undefined;
      return /auto|scroll/.test(getComputedStyle(target).overflowY) ? target : scrollerOf(target.parentElement);
    };
    const targets = [...document.querySelectorAll<HTMLElement>('button, a, input, tr[tabindex]')]
      .filter((target) => {
        const box = target.getBoundingClientRect();
        const scroller = scrollerOf(target)?.getBoundingClientRect();
        const inSight = scroller === undefined || (box.top >= scroller.top && box.bottom <= scroller.bottom);
        return target.checkVisibility() && box.height > 0 && inSight;
      })
      .map((target) => {
        const pressed = target.closest<HTMLElement>('[data-place="amount"] > label') ?? target;
        return {
          name: target.getAttribute('aria-label') ?? target.innerText,
          box: pressed.getBoundingClientRect(),
          // A box and its own button count as a unit: hitting either has no effect that the other must avoid.
          whole: target.closest('[data-whole], tbody'),
        };
      });
    const apart = (one: DOMRect, other: DOMRect) =>
      Math.max(one.left - other.right, other.left - one.right, one.top - other.bottom, other.top - one.bottom);
    return targets.flatMap((one, index) =>
      targets
        .slice(index + 1)
        .filter((other) => apart(one.box, other.box) < 8 && (one.whole === null || one.whole !== other.whole))
        .map((other) => `${one.name} and ${other.name}: ${apart(one.box, other.box)} px apart`),
    );
  });
}

/**
 * Returns texts that do not fit: a line that extends beyond its window, button, place or paragraph, or is cut off by an
 * ancestor. Scrolling containers may hold more than is visible, and texts marked `data-cut` end in an ellipsis on
 * purpose.
 */
export function tooLongTextsOf(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const found: string[] = [];
    // A line box is higher than its letters.
    const reaches = (line: DOMRect, box: DOMRect) => {
      const room = 3 + 0.15 * line.height;
      const high = line.top < box.top - room || line.bottom > box.bottom + room;
      return high || line.left < box.left - 1.5 || line.right > box.right + 1.5;
    };
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const owner = node.parentElement;
      const text = node.textContent?.trim() ?? '';
      if (text === '' || owner === null || owner.closest('[aria-hidden="true"], script, style, [data-cut]')) continue;
      if (!owner.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      const lines = [...range.getClientRects()].filter((line) => line.width > 1);
      const around: Element[] = [];
      let scrolls = false;
      for (let box: Element | null = owner; box !== null && !scrolls; box = box.parentElement) {
        const { overflowX, overflowY } = getComputedStyle(box);
        scrolls = /auto|scroll/.test(overflowY);
        if (
          !scrolls &&
          (box.matches('button, a, [data-place], p, h1, h2, legend') || /hidden|clip/.test(overflowX + overflowY))
        )
          around.push(box);
      }
      const unseen = around.some((box) => box.getBoundingClientRect().width < 2);
      if (unseen) continue;
      const view = new DOMRect(0, 0, window.innerWidth, scrolls ? Number.POSITIVE_INFINITY : window.innerHeight);
      const boxes = [...around.map((box) => box.getBoundingClientRect()), ...(scrolls ? [] : [view])];
      if (lines.some((line) => boxes.some((box) => reaches(line, box)))) found.push(text.slice(0, 80));
    }
    return found;
  });
}

/**
 * Returns the places of all parts in each scene of a window, one scene after the other, and the faults of each scene.
 */
export async function follow(
  window: OpenWindow,
  scenes: readonly (readonly [string, () => TillSnapshot | DisplaySnapshot])[],
) {
  const places: Record<string, Place>[] = [];
  const faults: string[] = [];
  for (const [name, snapshot] of scenes) {
    await window.show(snapshot());
    const { page } = window;
    const [place, targets, ...more] = await Promise.all([
      placesOf(page),
      targetsOf(page),
      ...[overflowOf(page), cutOf(page), crowdedOf(page)],
    ]);
    places.push(place);
    faults.push(...more.flat().map((fault) => `${name}: ${fault}`));
    for (const target of targets)
      if (target.height < 56) faults.push(`${name}: ${target.name} is ${target.height} px high`);
  }
  return { places, faults };
}
