import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openPoints } from '../../main/sandbox/open-points.ts';
import { provisioningFile } from '../../main/settings/provisioning-file.ts';
import packageJson from '../../package.json' with { type: 'json' };
import english from '../../preload/contract/language/en.json' with { type: 'json' };
import { everySetting } from '../../preload/contract/settings-table.ts';

const root = join(import.meta.dirname, '../..');
const read = (file: string) => readFileSync(join(root, file), 'utf8');
const documents = [
  'README.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
  ...readdirSync(join(root, 'docs')).map((name) => `docs/${name}`),
];
const sourcesOf = (folder: string) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(ts|tsx|mjs)$/.test(name))
    .map((name) => join(folder, name));
const markdown = documents.filter((name) => name.endsWith('.md'));

test.each(markdown)('each file that %s names is there', (document) => {
  const named = [...read(document).matchAll(/`((?:main|preload|renderer|test|tools|docs|assets)\/[\w./-]*)`/g)];
  const missing = named.map(([, path = '']) => path).filter((path) => !existsSync(join(root, path)));
  expect(missing).toEqual([]);
  // These two are guides to the files: a way of naming them that this test does not see would make it check nothing.
  if (/architecture|CONTRIBUTING/.test(document)) expect(named.length).toBeGreaterThan(5);
});

const scriptsIn = (document: string) =>
  [...read(document).matchAll(/`npm (?:run )?([a-z-]+)/g)].map(([, name = '']) => name);

test('each npm script that SECURITY.md names is there', () => {
  expect(scriptsIn('SECURITY.md').filter((name) => !(name in packageJson.scripts))).toEqual([]);
  expect(scriptsIn('SECURITY.md')).toContain('check-electron');
});

test.each(['README.md', 'CONTRIBUTING.md'])('each npm script that %s names is there', (document) => {
  const named = scriptsIn(document);
  expect(named.filter((name) => !(name in packageJson.scripts))).toEqual([]);
  expect(named).toEqual(expect.arrayContaining(['start', 'test', 'simulate', 'mutate', 'kill', 'bench', 'lint']));
});

test('each npm script that people run is in the README', () => {
  const text = read('README.md');
  const people = Object.keys(packageJson.scripts).filter(
    (name) => !(name.startsWith('pre') && name.slice(3) in packageJson.scripts),
  );
  expect(people.filter((name) => !new RegExp(`\\bnpm (run )?${name}\\b`).test(text))).toEqual([]);
});

test('the table of rooms has every room of main, and no other', () => {
  const rows = read('docs/architecture.md').matchAll(/^\| `main\/([\w./-]+?)\/?` \|/gm);
  const there = readdirSync(join(root, 'main'));
  expect([...rows].map(([, room = '']) => room).sort()).toEqual(there.sort());
});

test('each section that a comment cites is there', () => {
  const sources = ['main', 'preload', 'renderer', 'test', 'tools'].flatMap(sourcesOf);
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

test('each key of the interface is one that the windows listen for', () => {
  const [, section = ''] = read('docs/interface.md').split(/^## Keys$/m);
  const keys = [...(section.split('\n## ')[0] ?? '').matchAll(/^\| `(\w+)` \|/gm)].map(([, key = '']) => key);
  expect(keys).toEqual(expect.arrayContaining(['Enter', 'Escape', 'F2']));
  const windows = sourcesOf('renderer').map(read).join('\n');
  expect(keys.filter((key) => !windows.includes(`'${key}'`))).toEqual([]);
});

test.each(['README.md', 'docs/interface.md'])('each option of the app in %s is one that the app reads', (document) => {
  const options = [...read(document).matchAll(/^\| `(--[a-z-]+)[^`]*` \|/gm)].map(([, option = '']) => option);
  expect(options.length).toBeGreaterThan(3);
  const ours = read('main/settings/command-line.ts');
  const chromiums = ['--remote-debugging-port'];
  expect(options.filter((option) => !chromiums.includes(option) && !ours.includes(`'${option}'`))).toEqual([]);
});

test('each shape of one sale is in one of the files that the table names for it', () => {
  const [, section = ''] = read('docs/architecture.md').split(/^## The shapes of one sale$/m);
  const rows = [...section.matchAll(/^\| (`[A-Z][^|]*) \| (`[^|]*\.ts`) \|/gm)];
  expect(rows.length).toBeGreaterThan(4);
  for (const [, names = '', files = ''] of rows) {
    const code = [...files.matchAll(/`([^`]+)`/g)].map(([, file = '']) => read(file)).join('\n');
    for (const [, name] of names.matchAll(/`(\w+)`/g))
      expect(code).toMatch(new RegExp(`^export (interface|type|const) ${name}\\b`, 'm'));
  }
});

test('no file that ships or sets up is longer than CONTRIBUTING.md allows', () => {
  expect(read('CONTRIBUTING.md')).toContain('400 is the end');
  const files = ['main', 'preload', 'renderer', 'tools'].flatMap(sourcesOf);
  expect(files.filter((file) => read(file).split('\n').length > 401)).toEqual([]);
  expect(files.length).toBeGreaterThan(200);
});

test('each part of a provisioning file is described, and no other', () => {
  const [, section = ''] = read('docs/interface.md').split(/^## Provisioning file$/m);
  const rows = [...section.matchAll(/^\| `(\w+)`(?:, may be absent)? \| (.*) \|$/gm)];
  // The fields of a part stand in its row, or below the table where they are many.
  const below = (part: string) => new RegExp(`^\`${part}\` has (.*?)(?=\n\n)`, 'ms').exec(section)?.[1] ?? '';
  const described = new Map(rows.map(([, part = '', fields = '']) => [part, fields + below(part)]));
  const shape = provisioningFile.shape;
  expect([...described.keys()].sort()).toEqual(Object.keys(shape).sort());
  for (const [part, schema] of Object.entries(shape)) {
    const fields = 'unwrap' in schema ? schema.unwrap() : schema;
    if (!('shape' in fields)) continue;
    for (const field of Object.keys(fields.shape)) expect(described.get(part)).toContain(`\`${field}\``);
  }
});

test('each setting of the counter that a provisioning file takes is described', () => {
  const [, section = ''] = read('docs/interface.md').split(/^## Provisioning file$/m);
  const provisioned = everySetting.filter(({ path, provisioned }) => provisioned && /^counter\..*\./.test(path));
  const missing = provisioned.filter(({ path }) => {
    const [group, field] = path.split('.').slice(-2);
    return !new RegExp(`\`${group}\` has [^;:.]*\`${field}\``).test(section);
  });
  expect(missing.map(({ path }) => path)).toEqual([]);
  expect(provisioned.map(({ path }) => path)).toContain('counter.display.idle.name');
});

test('each open point that the sandbox decides is in the description of the service', () => {
  const text = read('docs/service.md');
  expect(Object.keys(openPoints).filter((name) => !text.includes(`\`${name}\``))).toEqual([]);
});
