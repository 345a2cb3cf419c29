import type { Page } from '@playwright/test';
import axe from 'axe-core';

/** WCAG 2.2 up to AAA as far as axe checks it, and good practice. Contrast is 7:1 here for text of any size. */
const options: axe.RunOptions = {
  runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'wcag2aaa', 'best-practice'],
  resultTypes: ['violations', 'incomplete'],
};
const everyText = { normal: { expected: 7 }, large: { expected: 7 } };
const configuration: axe.Spec = {
  checks: [{ id: 'color-contrast-enhanced', options: { contrastRatio: everyText } }],
  rules: [{ id: 'color-contrast-enhanced', enabled: true }],
};

/** Each fault that axe finds and each contrast that it could not tell: rule, element, reason. */
export async function accessibilityFaults(page: Page): Promise<readonly string[]> {
  // Evaluated, because the page's content policy refuses a script element.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  // A colour on its way to another is neither.
  await page.evaluate(() => Promise.all(document.getAnimations().map((each) => each.finished)));
  const { violations, incomplete } = await page.evaluate(
    async ({ spec, run }) => {
      // axe tells no contrast on stripes: on the plain ground below them the text is harder to read than on either.
      for (const band of document.querySelectorAll<HTMLElement>('[data-environment]'))
        band.style.backgroundImage = 'none';
      const { axe: inPage } = window as unknown as { axe: typeof axe };
      inPage.configure(spec);
      return inPage.run(document, run);
    },
    { spec: configuration, run: options },
  );
  const untold = incomplete.filter(({ id }) => id.startsWith('color-contrast'));
  return [...violations, ...untold].flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html}\n${failureSummary ?? ''}`),
  );
}
