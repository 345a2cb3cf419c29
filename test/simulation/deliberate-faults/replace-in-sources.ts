import { readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { fileURLToPath, pathToFileURL } from 'node:url';

/** An exact text of a source file and its replacement. */
export interface Replacement {
  /** Relative to the project root. */
  readonly file: string;
  readonly find: string;
  readonly replace: string;
}

export const at = (file: string, find: string, replace: string): Replacement => ({ file, find, replace });

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));

/**
 * Applies the replacements to every module loaded from now on. Throws unless each text occurs exactly once: otherwise
 * an outdated deliberate fault would count as a fault that the simulation misses.
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
