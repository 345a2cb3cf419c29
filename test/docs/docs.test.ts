import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openPoints } from '../../main/sandbox/open-points.ts';
import { provisioningFile } from '../../main/terminal/provisioning-file.ts';
import english from '../../renderer/ui/language/en.json' with { type: 'json' };

/** What the documents claim, held against the code. */

const root = join(import.meta.dirname, '../..');
const read = (file: string) => readFileSync(join(root, file), 'utf8');
const documents = ['README.md', 'CONTRIBUTING.md', ...readdirSync(join(root, 'docs')).map((name) => `docs/${name}`)];
const markdown = documents.filter((name) => name.endsWith('.md'));

test.each(markdown)('each file that %s names is there', (document) => {
  const named = [...read(document).matchAll(/`((?:main|preload|renderer|test|tools|docs|assets)\/[\w./-]*)`/g)];
  const missing = named.map(([, path = '']) => path).filter((path) => !existsSync(join(root, path)));
  expect(missing).toEqual([]);
});

test('each section that a comment cites is there', () => {
  const sources = ['main', 'preload', 'renderer', 'test', 'tools'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.(ts|tsx|mjs)$/.test(name))
      .map((name) => join(folder, name)),
  );
  const wrong: string[] = [];
  let cited = 0;
  for (const source of sources)
    for (const [, document = '', section = ''] of read(source).matchAll(/(docs\/\w+\.md)(?:, ([A-Z][^.;:,()]*))?/g)) {
      cited += 1;
      const words = section.replaceAll(/\s*\n\s*(\*|\/\/)?\s*/g, ' ').trim();
      const headings = existsSync(join(root, document))
        ? [...read(document).matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) => heading.replaceAll('`', ''))
        : undefined;
      if (headings === undefined || (words !== '' && !headings.some((heading) => words.startsWith(heading))))
        wrong.push(`${source}: ${document}, ${words}`);
    }
  expect(wrong).toEqual([]);
  expect(cited).toBeGreaterThan(20);
});

test('each accessible name of the interface is a text of the windows', () => {
  const [, table = ''] = read('docs/interface.md').split(/^## (?:Accessible names|Keys)$/m);
  const names = [...table.matchAll(/^\|.*\|.*\|(.*)\|$/gm)].flatMap(([, cell = '']) =>
    [...cell.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name),
  );
  const texts = new Set<string>(Object.values(english));
  expect(names.filter((name) => !texts.has(name) && !/^\d+$/.test(name))).toEqual([]);
  expect(names.length).toBeGreaterThan(30);
});

test('each part of a provisioning file is described, and no other', () => {
  const [, section = ''] = read('docs/interface.md').split(/^## Provisioning file$/m);
  const rows = [...section.matchAll(/^\| `(\w+)`(?:, may be absent)? \| (.*) \|$/gm)];
  const described = new Map(rows.map(([, part = '', fields = '']) => [part, fields]));
  const shape = provisioningFile.shape;
  expect([...described.keys()].sort()).toEqual(Object.keys(shape).sort());
  for (const [part, schema] of Object.entries(shape)) {
    const fields = 'unwrap' in schema ? schema.unwrap() : schema;
    if (!('shape' in fields)) continue;
    for (const field of Object.keys(fields.shape)) expect(described.get(part)).toContain(`\`${field}\``);
  }
});

test('each open point that the sandbox decides is in the description of the service', () => {
  const text = read('docs/service.md');
  expect(Object.keys(openPoints).filter((name) => !text.includes(`\`${name}\``))).toEqual([]);
});
