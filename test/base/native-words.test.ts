import { expect, test } from 'vitest';
import de from '../../preload/contract/language/native/de.json' with { type: 'json' };
import en from '../../preload/contract/language/native/en.json' with { type: 'json' };
import fr from '../../preload/contract/language/native/fr.json' with { type: 'json' };
import nl from '../../preload/contract/language/native/nl.json' with { type: 'json' };

/** Texts equal in two languages, each with the reason. */
const SAME: Readonly<Record<string, string>> = {
  'titles.till': 'the name of the app',
  figures: 'Dutch and English write euros alike here',
  'bands.TRAINING': 'Dutch says training',
  'menu.zoom': 'what macOS calls it in Dutch',
  'menu.services': 'what macOS calls it in French',
};

const placeholders = (text: string) => [...text.matchAll(/\{\{\w+\}\}/g)].map(([found]) => found).sort();

test.each([
  ['nl', nl],
  ['fr', fr],
  ['de', de],
] as const)('the native words in %s are complete and translated', (_, words) => {
  expect(Object.keys(words)).toEqual(Object.keys(en));
  for (const [key, text] of Object.entries(words)) {
    const english = en[key as keyof typeof en];
    expect(text.trim(), key).not.toBe('');
    expect(text === english && !(key in SAME), key).toBe(false);
    expect(placeholders(text), key).toEqual(placeholders(english));
  }
});
