import type { Page } from '@playwright/test';

/**
 * Returns faults of the outline for screen readers: a view has a single heading of level one and a single main part.
 */
export function outlineFaults(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => {
    const shown = (selector: string) =>
      [...document.querySelectorAll<HTMLElement>(selector)].filter(
        (element) => element.closest('[data-paper]') === null && element.checkVisibility(),
      );
    const faults: string[] = [];
    const headings = shown('h1');
    const mains = shown('main, [role="main"]');
    if (headings.length !== 1)
      faults.push(`${headings.length} h1: ${headings.map((each) => each.innerText).join(', ')}`);
    if (mains.length !== 1) faults.push(`${mains.length} main parts`);
    // The header of a section is not a landmark.
    const landmarks = shown('header:not([role]), footer, nav, aside, main, section[aria-label]')
      .filter((each) => each.tagName !== 'HEADER' || each.closest('main, section, article') === null)
      .map((each) => `${each.tagName.toLowerCase()} ${each.getAttribute('aria-label') ?? ''}`);
    faults.push(...landmarks.filter((name, index) => landmarks.indexOf(name) < index).map((name) => `twice: ${name}`));
    return faults;
  });
}

interface Region {
  readonly live: string;
  readonly node: number;
}

/** Returns the live regions of the browser's accessibility tree, including regions in inert parts. */
export async function liveRegions(page: Page): Promise<readonly Region[]> {
  return (await accessibilityNodes(page)).flatMap(({ properties, backendDOMNodeId }) => {
    const own = (name: string) => properties?.find((property) => property.name === name)?.value;
    const live = String(own('live')?.value ?? 'off');
    const root = own('root')?.relatedNodes?.[0]?.backendDOMNodeId ?? backendDOMNodeId;
    return live === 'off' || root !== backendDOMNodeId || backendDOMNodeId === undefined
      ? []
      : [{ live, node: backendDOMNodeId }];
  });
}

export async function accessibilityNodes(page: Page) {
  const session = await page.context().newCDPSession(page);
  const { nodes } = await session.send('Accessibility.getFullAXTree');
  await session.detach();
  return nodes;
}
