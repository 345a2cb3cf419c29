import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { decisions, happenings, states } from '../../alerts/raise.ts';

const page = join(import.meta.dirname, '../../page');
const read = (language: string): Record<string, string> =>
  JSON.parse(readFileSync(join(page, 'words', `${language}.json`), 'utf8'));
const english = read('en');
const bare = (key: string) => key.replace(/_(one|many|other)$/, '');
const marks = (text: string) => [...text.matchAll(/\{\{\w+/g)].map(([mark]) => mark).sort();

test.each(['nl', 'fr', 'de'])('%s has every text, with the same placeholders', (language) => {
  const texts = read(language);
  expect([...new Set(Object.keys(texts).map(bare))]).toEqual([...new Set(Object.keys(english).map(bare))]);
  for (const [key, text] of Object.entries(english)) expect(marks(texts[key] ?? ''), key).toEqual(marks(text));
});

test('each text is used', () => {
  const source = readdirSync(page)
    .filter((name) => /\.tsx?$/.test(name))
    .map((name) => readFileSync(join(page, name), 'utf8'))
    .join('\n');
  const asked = [...source.matchAll(/'(chain\.[\w.-]+|error\.[\w.-]+)'|`(chain\.[^`]+)`/g)].map(
    ([, plain = '', template = '']) =>
      new RegExp(`^${(plain || template).replaceAll('.', '\\.').replaceAll(/\$\{[^}]*\}/g, '[\\w.-]+')}$`),
  );
  const codes = /^error\.(page|sales|settings|member|payouts)\./;
  expect(Object.keys(english).filter((key) => !codes.test(key) && !asked.some((one) => one.test(bare(key))))).toEqual(
    [],
  );
});

test('each kind of alert has a text', () => {
  for (const kind of [...states, ...happenings, ...decisions])
    expect(english, kind).toHaveProperty([`chain.alert.${kind}`]);
});
