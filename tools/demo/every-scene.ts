import { join } from 'node:path';
import { language } from '../../preload/contract/setting-values.ts';
import { builtWindows } from '../../test/page/open-windows.ts';
import { takeScenePictures } from '../../test/page/take-pictures.ts';
import { finder } from '../../test/page/texts.ts';
import type { PlayedTour } from './tour-page.ts';

/** Each language's own name, in the app's usual order. */
export const languageNames: readonly string[] = language.options.map((spoken) => finder('en')(`language.${spoken}`));

const SIZE = [1024, 768] as const;

/** Saves a screenshot of every scene of both windows in each language below `folder`; returns the relative paths. */
export async function everyScene(folder: string): Promise<PlayedTour['scenes']> {
  const windows = await builtWindows();
  try {
    const taken = new Map<string, string[]>();
    for (const spoken of language.options) {
      const directory = join(folder, spoken);
      const names = await takeScenePictures(windows, {
        directory,
        language: spoken,
        sizes: [SIZE],
        schemes: ['light'],
      });
      for (const name of names) taken.set(name, [...(taken.get(name) ?? []), `${spoken}/${name}`]);
    }
    return [...taken].map(([name, pictures]) => ({ name: name.replace(/-\d+x\d+-light\.png$/, ''), pictures }));
  } finally {
    await windows.close();
  }
}
