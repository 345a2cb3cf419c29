import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { type Language, language as languageName } from '../../preload/contract/setting-values.ts';
import { builtWindows, type Windows } from './open-windows.ts';
import { shots } from './pictures/shots.ts';
import { finder } from './texts.ts';

/** Takes pictures of every scene of both windows for visual inspection; no test depends on the pictures. */

export interface Pictures {
  readonly directory: string;
  readonly language: Language;
  /** Part of the names of the scenes to take. */
  readonly filter?: string;
  /** Width and height in px. */
  readonly sizes: readonly (readonly [number, number])[];
  readonly schemes?: readonly ('light' | 'dark')[];
}

export async function takeScenePictures(windows: Windows, pictures: Pictures): Promise<readonly string[]> {
  const { directory, language, filter = '', sizes, schemes = ['light', 'dark'] } = pictures;
  await mkdir(directory, { recursive: true });
  const taken: string[] = [];
  for (const shot of shots.filter(({ name }) => name.includes(filter)))
    for (const [width, height] of sizes)
      for (const scheme of schemes) {
        const window = await shot.open(windows, { width, height, dark: scheme === 'dark', language });
        await shot.act?.(window.page, finder(language));
        await window.page.waitForTimeout(700);
        const name = `${shot.name}-${width}x${height}-${scheme}.png`;
        await window.page.screenshot({ path: join(directory, name) });
        if (window.faults.length > 0) console.log(name, language, window.faults);
        taken.push(name);
        await window.close();
      }
  return taken;
}

/** `node test/page/take-pictures.ts [DIR] [filter] [sizes] [languages]`, such as out/look waiting 1024x768 nl,fr. */
async function fromCommandLine([
  directory = 'out/look',
  filter = '',
  sizes = '1024x768,1280x800,1920x1080',
  spoken = 'en',
]: readonly string[]) {
  const windows = await builtWindows();
  const measures = sizes.split(',').map((size) => size.split('x').map(Number));
  for (const language of spoken.split(',').map((name) => languageName.parse(name)))
    await takeScenePictures(windows, {
      directory: spoken.includes(',') ? join(directory, language) : directory,
      language,
      filter,
      sizes: measures.map(([width = 1280, height = 800]) => [width, height] as const),
    });
  await windows.close();
}

if (import.meta.main) await fromCommandLine(process.argv.slice(2));
