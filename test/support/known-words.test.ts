import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { knownWords } from '../../main/support/known-words.ts';

const main = join(import.meta.dirname, '../../main');

/** Sentences of the code: what a message of the log or of an error can say. */
const SENTENCE = /(['`])([A-Z][a-z]+ [^'`\n]+)\1/g;

function sentencesOf(file: string): readonly string[] {
  const texts = [...readFileSync(join(main, file), 'utf8').matchAll(SENTENCE)].map(([, , text = '']) => text);
  // What is filled in says nothing of the code's own words.
  return texts.map((text) => text.replaceAll(/\$\{[^}]*\}/g, ' '));
}

test('every word of the messages in the code is known, so the log can tell them whole: tools/known-words.mjs', () => {
  const files = readdirSync(main, { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('.ts') && !file.startsWith('sandbox') && !file.includes('native-words'),
  );
  const sentences = files.flatMap(sentencesOf);
  expect(sentences.length).toBeGreaterThan(400);
  const words = new Set(sentences.flatMap((text) => text.match(/(?<![A-Za-z])[A-Za-z]{2,24}(?![A-Za-z])/g) ?? []));
  expect([...words].filter((word) => !knownWords.has(word.toLowerCase()))).toEqual([]);
});
