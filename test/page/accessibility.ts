import type { Page } from '@playwright/test';
import axe from 'axe-core';

/**
 * WCAG 2.2 up to AAA as far as axe checks the rules, and best practices. Requires a contrast of 7:1 for text of any
 * size.
 */
const options: axe.RunOptions = {
  runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'wcag2aaa', 'best-practice'],
  resultTypes: ['violations', 'incomplete'],
};
const everyText = { normal: { expected: 7 }, large: { expected: 7 } };
const configuration: axe.Spec = {
  checks: [{ id: 'color-contrast-enhanced', options: { contrastRatio: everyText } }],
  rules: [{ id: 'color-contrast-enhanced', enabled: true }],
};

/** Returns each fault that axe finds and each undetermined contrast: rule, element, reason. */
export async function accessibilityFaults(page: Page): Promise<readonly string[]> {
  // Evaluated, because the page's content policy refuses a script element.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  // A colour in transition is neither the old nor the new colour.
  await page.evaluate(() => Promise.all(document.getAnimations().map((each) => each.finished)));
  const { violations, incomplete } = await page.evaluate(
    async ({ spec, run }) => {
      // axe cannot determine contrast on stripes. The plain ground below the stripes gives less contrast than either
      // stripe.
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
