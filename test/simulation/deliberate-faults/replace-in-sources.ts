import { readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { fileURLToPath, pathToFileURL } from 'node:url';

/** One exact text of one source file, and what stands in its place. */
export interface Replacement {
  /** From the project's root. */
  readonly file: string;
  readonly find: string;
  readonly replace: string;
}

export const at = (file: string, find: string, replace: string): Replacement => ({ file, find, replace });

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));

/**
 * Makes every module that is loaded after this come with the replacements. Throws when a text is not there exactly
 * once: a deliberate fault that is no longer one would pass for a fault that nobody finds.
 */
export function replaceInSources(replacements: readonly Replacement[]): void {
  for (const replacement of replacements) check(replacement);
  registerHooks({
    load(url, context, nextLoad) {
      const loaded = nextLoad(url, context);
      const here = replacements.filter(({ file }) => url === pathToFileURL(ROOT + file).href);
      if (here.length === 0 || loaded.source === undefined || loaded.source === null) return loaded;
      const source = here.reduce((text, { find, replace }) => text.replace(find, () => replace), textOf(loaded.source));
      return { ...loaded, source };
    },
  });
}

function check({ file, find }: Replacement): void {
  const times = readFileSync(ROOT + file, 'utf8').split(find).length - 1;
  if (times !== 1) throw new Error(`the text to replace is in ${file} ${times} times: ${find}`);
}

function textOf(source: string | ArrayBuffer | NodeJS.TypedArray): string {
  return typeof source === 'string' ? source : new TextDecoder().decode(source);
}
