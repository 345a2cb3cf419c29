import { expect, test } from 'vitest';
import { nativeWords } from '../../main/windows/native-words/native-words.ts';

/** Each text by its path; a text that is put together is called with names of what goes in. */
function texts(words: object, path = ''): readonly (readonly [string, string])[] {
  return Object.entries(words).flatMap(([name, value]: [string, unknown]) => {
    const at = `${path}.${name}`;
    if (typeof value === 'function') return [[at, String(value('AMOUNT', 'REFERENCE', 'STATE'))] as const];
    return typeof value === 'string' ? [[at, value] as const] : texts(Object(value), at);
  });
}

const english = new Map(texts(nativeWords.en));

/** Texts that are the same in two languages, each for a reason. */
const SAME: Readonly<Record<string, string>> = {
  '.titles.till': 'the name of the app',
  '.figures': 'Dutch and English write euros alike here',
  '.bands.TRAINING': 'Dutch says training',
  '.menu.zoom': 'what macOS calls it in Dutch',
  '.menu.services': 'what macOS calls it in French',
};

test.each(['nl', 'fr', 'de'] as const)(
  'none of the native words is left in English in %s, or leaves out what goes in',
  (spoken) => {
    const left = texts(nativeWords[spoken]).filter(([path, text]) => text === english.get(path) && !(path in SAME));
    expect(left).toEqual([]);
    const said = nativeWords[spoken].crash.sale('AMOUNT', 'REFERENCE', 'STATE');
    expect(said).toMatch(/AMOUNT.*REFERENCE.*STATE/);
    for (const [path, text] of texts(nativeWords[spoken])) expect(text.trim(), path).not.toBe('');
  },
);
