import { join } from 'node:path';
import type { Language } from '../../preload/counter.ts';
import { builtWindows } from '../../test/renderer/open-windows.ts';
import { takeScenePictures } from '../../test/renderer/take-pictures.ts';
import type { Tour } from './tour-page.ts';

/** Each language by its own name. */
export const languageNames: Readonly<Record<Language, string>> = {
  en: 'English',
  nl: 'Nederlands',
  fr: 'Français',
  de: 'Deutsch',
};

const SIZE = [1024, 768] as const;

/** Writes a picture of every scene of both windows in each language below `folder`; gives their paths from there. */
export async function everyScene(folder: string): Promise<Tour['scenes']> {
  const windows = await builtWindows();
  try {
    const languages = Object.keys(languageNames) as Language[];
    const taken = new Map<string, string[]>();
    for (const language of languages) {
      const directory = join(folder, language);
      const names = await takeScenePictures(windows, { directory, language, sizes: [SIZE], schemes: ['light'] });
      for (const name of names) taken.set(name, [...(taken.get(name) ?? []), `${language}/${name}`]);
    }
    return [...taken].map(([name, pictures]) => ({ name: name.replace(/-\d+x\d+-light\.png$/, ''), pictures }));
  } finally {
    await windows.close();
  }
}
