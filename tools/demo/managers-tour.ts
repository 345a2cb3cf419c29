import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { launchApp } from '../../test/e2e/harness/index.ts';
import { liveFortnight } from './fortnight.ts';
import { type Step, tourPage } from './tour-page.ts';

/** Says a step and keeps pictures of the till as it is then. */
type Look = (sentence: string, slug: string) => Promise<void>;

interface Chapter {
  readonly title: string;
  play(till: Page, look: Look): Promise<void>;
}

const SIZES = [
  [1024, 768],
  [1920, 1080],
] as const;

/**
 * Presses through every view of a manager in the real window, with two weeks of training behind it. Writes each in light
 * and dark, small and large, to `folder`, and index.html to look through them. Rejects where a view does not open.
 */
export async function managersTour(folder: string, say: (line: string) => void): Promise<void> {
  const userDataDir = mkdtempSync(join(tmpdir(), 'tillmate-demo-'));
  say('Two weeks in training: sales, refunds, payouts.');
  await liveFortnight(userDataDir);
  const app = await launchApp({ args: ['--training'], userDataDir });
  const chapters: { title: string; steps: Step[] }[] = [];
  let taken = 0;
  try {
    const { till } = app;
    await till.getByRole('button', { name: 'Charge', exact: true }).waitFor();
    for (const { title, play } of await chaptersOf(till)) {
      say(`\n${title}`);
      const steps: Step[] = [];
      chapters.push({ title, steps });
      await play(till, async (sentence, slug) => {
        taken += 1;
        const pictures = await picturesOf(till, folder, `${String(taken).padStart(2, '0')}-${slug}`);
        steps.push({ sentence, pictures });
        say(`${String(taken).padStart(2)}  ${sentence}`);
      });
    }
  } catch (thrown) {
    await picturesOf(app.till, folder, 'stopped');
    say(
      `\nThe tour stopped after step ${taken}. What the window shows now is in stopped-*.png. The app said:\n${app.output()}`,
    );
    throw thrown;
  } finally {
    await app.stop();
    rmSync(userDataDir, { recursive: true, force: true });
  }
  writeFileSync(
    join(folder, 'index.html'),
    tourPage({ title: "Tillmate: the manager's tour", chapters, languages: [], scenes: [] }),
  );
}

/** The payments, every other view of the navigation with all its parts, and what opens over them. */
async function chaptersOf(till: Page): Promise<readonly Chapter[]> {
  const links = await till.getByRole('navigation', { name: 'Views' }).getByRole('link').allInnerTexts();
  const views = links.map((link) => link.replace(/\s*F\d$/, '')).filter((name) => !['Sale', 'Payments'].includes(name));
  return [
    { title: 'Payments', play: payments },
    ...views.map((name) => ({ title: name, play: (page: Page, look: Look) => view(page, look, name) })),
    { title: 'The sticker for the counter', play: sticker },
  ];
}

async function payments(till: Page, look: Look): Promise<void> {
  await till.getByRole('link', { name: 'Payments' }).click();
  await till.getByRole('row').nth(3).waitFor();
  await look('Two weeks of payments, the newest in front.', 'payments');
  await till.getByRole('combobox', { name: 'State' }).selectOption({ label: 'Refunded' });
  await till.getByRole('row').filter({ hasText: 'efunded' }).first().click();
  await till.getByText('Brought back').first().waitFor();
  await look('One that went back, with all that is known of it.', 'payment-details');
}

/** A view, and each of its parts where it has some. */
async function view(till: Page, look: Look, name: string): Promise<void> {
  await till.getByRole('link', { name, exact: true }).click();
  await settled(till);
  const tabs = till.getByRole('main').getByRole('tab');
  const parts = await tabs.allInnerTexts();
  if (parts.length === 0) return look(`${name}.`, slugOf(name));
  for (const [index, part] of parts.entries()) {
    await tabs.nth(index).click();
    await settled(till);
    await look(`${name}: ${part}.`, slugOf(`${name} ${part}`));
  }
}

async function sticker(till: Page, look: Look): Promise<void> {
  await till.getByRole('link', { name: 'Settings', exact: true }).click();
  await till.getByRole('tab', { name: 'Shop and till' }).click();
  await till.getByRole('button', { name: "Sticker with this till's code" }).click();
  await till.getByRole('dialog', { name: 'Sticker for the counter' }).waitFor();
  await look('The sticker with the code of this POS: printed, or saved as PDF, SVG or PNG.', 'sticker');
  await till.keyboard.press('Escape');
}

/** What a view asks main for is there after this time. */
async function settled(till: Page): Promise<void> {
  await till.waitForTimeout(700);
}

function slugOf(name: string): string {
  return name.toLowerCase().replaceAll(/[^a-z]+/g, '-');
}

/** Writes the four pictures of what the till shows now; gives their names. */
async function picturesOf(till: Page, folder: string, step: string): Promise<readonly string[]> {
  const names: string[] = [];
  for (const [width, height] of SIZES) {
    await till.setViewportSize({ width, height });
    for (const colorScheme of ['light', 'dark'] as const) {
      await till.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await till.waitForTimeout(250);
      const name = `${step}-${width}x${height}-${colorScheme}.png`;
      writeFileSync(join(folder, name), await till.screenshot({ type: 'png', animations: 'disabled' }));
      names.push(name);
    }
  }
  return names;
}
