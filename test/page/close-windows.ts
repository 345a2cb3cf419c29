import { afterEach } from 'vitest';
import type { OpenWindow } from './open-windows.ts';
import { windows } from './windows.ts';

/** Closes the windows of a test. After a failure, first adds their contents to the error message. */
afterEach(async ({ task }) => {
  const [error] = task.result?.errors ?? [];
  for (const window of windows.opened) {
    if (error !== undefined) {
      error.message += `\n${await shownBy(window)}`;
      await window.page.close();
    }
    await window.close();
  }
});

async function shownBy({ page, faults }: OpenWindow): Promise<string> {
  const text = await page.evaluate(() => {
    const dialogs = [...document.querySelectorAll<HTMLElement>('[role="dialog"], [role="alertdialog"]')];
    const shown = dialogs.length > 0 ? dialogs : [document.body];
    return `${document.title}: ${shown.map(({ innerText }) => innerText).join(' | ')}`;
  });
  return [text.replaceAll(/\s+/g, ' ').slice(0, 600), ...faults].join('\n');
}
