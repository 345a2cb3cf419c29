import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Language } from '../../preload/contract/setting-values.ts';
import type { DisplaySnapshot, TillSnapshot } from '../../preload/contract/views.ts';
import type { TextKey } from '../../renderer/ui/language.ts';

const folder = resolve(import.meta.dirname, '../../preload/contract/language');

/** Returns the texts of a language from its file, with their keys in order and plural forms separate. */
export function textsOf(language: Language): Readonly<Record<string, string>> {
  return JSON.parse(readFileSync(join(folder, `${language}.json`), 'utf8'));
}

/** Returns a function that looks up a text of a language by its key, without filling in values. */
export function finder(language: Language): (key: TextKey) => string {
  const texts = textsOf(language);
  return (key) => {
    const text = texts[key];
    if (text === undefined) throw new Error(`${language} has no ${key}`);
    return text;
  };
}

/** Returns the snapshot for a window set to another language. */
export function spoken<Snapshot extends TillSnapshot | DisplaySnapshot>(
  snapshot: Snapshot,
  language: Language,
): Snapshot {
  const languages = { till: language, display: language };
  return { ...snapshot, language, counter: { ...snapshot.counter, languages } };
}
