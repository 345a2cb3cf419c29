import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Language } from '../../preload/contract/setting-values.ts';
import type { DisplaySnapshot, TillSnapshot } from '../../preload/contract/views.ts';
import type { TextKey } from '../../renderer/ui/language.ts';

const folder = resolve(import.meta.dirname, '../../preload/contract/language');

/** The texts of a language as its file has them: keys in their order, plural forms apart. */
export function textsOf(language: Language): Readonly<Record<string, string>> {
  return JSON.parse(readFileSync(join(folder, `${language}.json`), 'utf8'));
}

/** Finds what a window says in a language: the text of a key without values. */
export function finder(language: Language): (key: TextKey) => string {
  const texts = textsOf(language);
  return (key) => {
    const text = texts[key];
    if (text === undefined) throw new Error(`${language} has no ${key}`);
    return text;
  };
}

/** The same snapshot in another language: what a window gets that was set to it. */
export function spoken<Snapshot extends TillSnapshot | DisplaySnapshot>(
  snapshot: Snapshot,
  language: Language,
): Snapshot {
  const languages = { till: language, display: language };
  return { ...snapshot, language, counter: { ...snapshot.counter, languages } };
}
