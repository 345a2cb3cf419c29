import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import type { RunningApp } from './launch.ts';

/** PNG of a window as it is now. */
export function picture(page: Page): Promise<Buffer> {
  return page.screenshot({ type: 'png', animations: 'disabled' });
}

/** Writes a picture of both windows, `<step>-till.png` and `<step>-display.png`; answers with the paths. */
export async function writePictures(app: RunningApp, folder: string, step: string): Promise<string[]> {
  await mkdir(folder, { recursive: true });
  const windows = [
    ['till', app.till],
    ['display', app.display],
  ] as const;
  return Promise.all(
    windows.map(async ([name, page]) => {
      const file = join(folder, `${step}-${name}.png`);
      await writeFile(file, await picture(page));
      return file;
    }),
  );
}
