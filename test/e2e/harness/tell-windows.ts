import { setTimeout } from 'node:timers/promises';
import type { Page } from '@playwright/test';
import { afterEach } from 'vitest';
import { type RunningApp, runningApps } from './launch.ts';
import { logOf } from './log-lines.ts';

/** The log's level for warnings. */
const WARN = 40;

/**
 * Adds the text of all windows and the last warnings of the logs to a failed test's message: a build server keeps
 * nothing else.
 */
afterEach(async ({ task }) => {
  const [error] = task.result?.errors ?? [];
  if (error === undefined) return;
  const told = await Promise.all([...runningApps].map(stateOf));
  error.message += `\n${told.flat().join('\n')}`;
});

async function stateOf(app: RunningApp): Promise<string[]> {
  const pages = app.browser.contexts().flatMap((context) => context.pages());
  const windows = await Promise.all(pages.map(saidBy));
  return [...windows, ...(await warnings(app))];
}

/** A page that hangs gives no text. */
async function saidBy(page: Page): Promise<string> {
  const said = page.evaluate(() => {
    const dialogs = [...document.querySelectorAll<HTMLElement>('[role="dialog"]')];
    const shown = dialogs.length > 0 ? dialogs : [document.body];
    return `${document.title}: ${shown.map(({ innerText }) => innerText).join(' | ')}`;
  });
  const text = await Promise.race([said, setTimeout(2_000, 'A window does not answer.')]).catch(String);
  return text.replaceAll(/\s+/g, ' ').slice(0, 600);
}

async function warnings(app: RunningApp): Promise<string[]> {
  const lines = await logOf(app).catch(() => []);
  return lines
    .filter(({ level }) => level >= WARN)
    .slice(-3)
    .map((line) => JSON.stringify(line).slice(0, 300));
}
