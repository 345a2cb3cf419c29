import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { provisioningFile } from '../../main/provisioning/provisioning-file.ts';
import { openPoints } from '../../main/sandbox/open-points.ts';
import packageJson from '../../package.json' with { type: 'json' };
import german from '../../preload/contract/language/de.json' with { type: 'json' };
import english from '../../preload/contract/language/en.json' with { type: 'json' };
import french from '../../preload/contract/language/fr.json' with { type: 'json' };
import dutch from '../../preload/contract/language/nl.json' with { type: 'json' };
import { everySetting } from '../../preload/contract/settings-table.ts';
import { folder } from '../base/test-folder.ts';
import { pinnedPoints } from '../pairing/client-over-sockets.ts';
import { drawConditions } from '../simulation/world/draw-conditions.ts';
import { SeededDraw } from '../simulation/world/seeded-draw.ts';

const root = join(import.meta.dirname, '../..');
const read = (file: string) => readFileSync(join(root, file), 'utf8');
const documents = [
  'README.md',
  'CHANGELOG.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
  ...readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' }).map((name) => `docs/${name}`),
];
const sourcesOf = (folder: string) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(ts|tsx|mjs)$/.test(name))
    .map((name) => join(folder, name));
const markdown = documents.filter((name) => name.endsWith('.md'));

test.each(markdown)('each file named in %s exists', (document) => {
  const named = [...read(document).matchAll(/`((?:main|preload|renderer|test|tools|docs|assets)\/[\w./-]*)`/g)];
  const missing = named.map(([, path = '']) => path).filter((path) => !existsSync(join(root, path)));
  expect(missing).toEqual([]);
  // Both documents are guides to the files. If this test does not match their notation, the test checks nothing.
  if (/architecture|CONTRIBUTING/.test(document)) expect(named.length).toBeGreaterThan(5);
});

const headingsOf = (document: string) =>
  [...read(document).matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) => heading.replaceAll('`', ''));

test.each(markdown)('each link in %s has a target', (document) => {
  const links = [...read(document).matchAll(/(?:\]\(| src=")([\w./-]*)(?:#([\w-]+))?[)"]/g)];
  const wrong = links.filter(([, path = '', anchor]) => {
    const file = path === '' ? document : join(document, '..', path);
    if (!existsSync(join(root, file))) return true;
    const anchors = (anchor === undefined ? [] : headingsOf(file)).map((heading) =>
      heading
        .toLowerCase()
        .replaceAll(/[^\w -]/g, '')
        .replaceAll(' ', '-'),
    );
    return anchor !== undefined && !anchors.includes(anchor);
  });
  expect(wrong.map(([link]) => link)).toEqual([]);
});

/** Returns the commands of a document: in a code block or between back quotes, complete as typed. */
const commandsIn = (document: string) =>
  [...read(document).matchAll(/(?:^ *|`)((?:npm (?:run [a-z]|start|test)|node (?:tools|test)\/)[^`\n]*)/gm)].map(
    ([, command = '']) => command,
  );
const scripts: Record<string, string> = packageJson.scripts;
const scriptOf = (command: string) => /\bnpm (?:run )?([a-z:-]+)/.exec(command)?.[1];
const programOf = (command: string) =>
  /\S+\.m?[jt]s$/.exec(scripts[scriptOf(command) ?? ''] ?? '')?.[0] ?? /^node (\S+)/.exec(command)?.[1];
/**
 * `npm start` takes options of the app and Chromium, `npm test` also of vitest, `npm run dist` also of
 * electron-builder.
 */
const otherOptions: Record<string, string> = {
  start: `${read('main/command-line/options.ts')} 'remote-debugging-port'`,
  test: "'project' 'inspect-brk' 'no-file-parallelism'",
  setup: "'electron'",
};

test.each(markdown)('each command in %s exists, with its options', (document) => {
  const wrong = commandsIn(document).filter((command) => {
    const script = scriptOf(command);
    const program = programOf(command);
    if (script !== undefined && !(script in scripts)) return true;
    if (program === undefined) return false;
    const parts = program.replace(/(\/cli)?\.\w+$/, '');
    const sources = [program, ...(existsSync(join(root, parts)) ? sourcesOf(parts) : [])].map(read).join('\n');
    const options = [...command.matchAll(/ --([a-z][a-z-]*)/g)].map(([, option = '']) => option);
    const known = `${sources} ${otherOptions[script ?? 'setup'] ?? ''}`;
    return options.some((option) => !new RegExp(`['" -]${option}['"=:,]`).test(known));
  });
  expect(wrong).toEqual([]);
});

const quick = new Set(markdown.flatMap(commandsIn).filter((command) => / --(?:help|picks|seed \d+.*)$/.test(command)));
test.each([...quick])('%s runs as documented', (command) => {
  const words = command.split(' -- ')[1]?.split(' ') ?? [];
  const { status, stderr } = spawnSync(process.execPath, [programOf(command) ?? '', ...words], {
    cwd: root,
    encoding: 'utf8',
  });
  expect(stderr).toBe('');
  expect(status).toBe(0);
});

test('the sample of twenty tills produces a file for each', () => {
  const [command = ''] = commandsIn('docs/guide/administrators.md').filter((line) => line.includes(' --base=docs'));
  const out = join(folder, 'fleet');
  const words = command.replace('--out=out/fleet', `--out=${out}`).split(' -- ')[1]?.split(' ') ?? [];
  const input = 'drie appels en een peer\n';
  const tool = spawnSync(process.execPath, ['tools/provision.ts', ...words], { cwd: root, encoding: 'utf8', input });
  expect(tool.stderr).toBe('');
  expect(readdirSync(out)).toEqual(expect.arrayContaining(['jwks.json', 'provision-TILL01.jwe']));
});

test('the README takes at most five minutes to read', () => {
  expect(read('README.md').split(/\s+/).length).toBeLessThan(1_200);
});

test('CONTRIBUTING.md lists each npm script for developers', () => {
  const people = Object.keys(scripts).filter((name) => !(name.startsWith('pre') && name.slice(3) in scripts));
  const named = new Set(commandsIn('CONTRIBUTING.md').map(scriptOf));
  expect(people.filter((name) => !named.has(name))).toEqual([]);
});

test('the table of rooms matches the folders of main', () => {
  const rows = read('docs/architecture.md').matchAll(/^\| `main\/([\w./-]+?)\/?` \|/gm);
  const there = readdirSync(join(root, 'main'));
  expect([...rows].map(([, room = '']) => room).sort()).toEqual(there.sort());
});

test('each section cited in a comment exists', () => {
  const sources = ['main', 'preload', 'renderer', 'test', 'tools'].flatMap(sourcesOf);
  const wrong: string[] = [];
  let cited = 0;
  for (const source of sources)
    for (const [, document = '', section = ''] of read(source).matchAll(
      /(docs\/[\w/]+\.md)(?:, ([A-Z][^.;:,()]*))?/g,
    )) {
      cited += 1;
      const words = section.replaceAll(/\s*\n\s*(\*|\/\/)?\s*/g, ' ').trim();
      const headings = existsSync(join(root, document)) ? headingsOf(document) : undefined;
      if (headings === undefined || (words !== '' && !headings.some((heading) => words.startsWith(heading))))
        wrong.push(`${source}: ${document}, ${words}`);
    }
  expect(wrong).toEqual([]);
  expect(cited).toBeGreaterThan(20);
});

test('each documented accessible name is an interface text', () => {
  const [, table = ''] = read('docs/interface.md').split(/^## (?:Accessible names|Keys)$/m);
  const names = [...table.matchAll(/^\|.*\|.*\|(.*)\|$/gm)].flatMap(([, cell = '']) =>
    [...cell.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name),
  );
  const texts = new Set<string>(Object.values(english));
  expect(names.filter((name) => !texts.has(name) && !/^\d+$/.test(name))).toEqual([]);
  expect(names.length).toBeGreaterThan(30);
});

test.each([
  ['cashier', english],
  ['cashier-nl', dutch],
  ['cashier-fr', french],
  ['cashier-de', german],
  ['managers', english],
  ['support', english],
  ['administrators', english],
])('each text quoted in the guide %s exists', (guide, catalogue) => {
  const text = read(`docs/guide/${guide}.md`);
  const quoted = [...text.matchAll(/(?<![*\w])\*([^*\n]+)\*(?![*\w])/g)].map(([, words = '']) =>
    words.replace(/ …$/, ''),
  );
  const texts = [
    ...Object.values(catalogue).map((words) => words.replace(/ ?{{.*/, '')),
    ...markdown.flatMap(headingsOf),
  ];
  expect(quoted.filter((words) => !texts.includes(words))).toEqual([]);
  expect(quoted.length).toBeGreaterThan(20);
});

test('each documented key is handled in the windows', () => {
  const [, section = ''] = read('docs/interface.md').split(/^## Keys$/m);
  const keys = [...(section.split('\n## ')[0] ?? '').matchAll(/^\| `(\w+)` \|/gm)].map(([, key = '']) => key);
  expect(keys).toEqual(expect.arrayContaining(['Enter', 'Escape', 'F2']));
  const windows = sourcesOf('renderer').map(read).join('\n');
  expect(keys.filter((key) => !windows.includes(`'${key}'`))).toEqual([]);
});

test('each documented app option exists', () => {
  const options = [...read('docs/guide/administrators.md').matchAll(/^\| `(--[a-z-]+)[^`]*` \|/gm)].map(
    ([, option = '']) => option,
  );
  expect(options.length).toBeGreaterThan(3);
  const ours = read('main/command-line/options.ts');
  const chromiums = ['--remote-debugging-port'];
  expect(options.filter((option) => !chromiums.includes(option) && !ours.includes(`'${option}'`))).toEqual([]);
});

test('each shape of a sale is in its documented file', () => {
  const [, section = ''] = read('docs/architecture.md').split(/^## The shapes of one sale$/m);
  const rows = [...section.matchAll(/^\| (`[A-Z][^|]*) \| (`[^|]*\.ts`) \|/gm)];
  expect(rows.length).toBeGreaterThan(4);
  for (const [, names = '', files = ''] of rows) {
    const code = [...files.matchAll(/`([^`]+)`/g)].map(([, file = '']) => read(file)).join('\n');
    for (const [, name] of names.matchAll(/`(\w+)`/g))
      expect(code).toMatch(new RegExp(`^export (interface|type|const) ${name}\\b`, 'm'));
  }
});

test('no source file exceeds the limit in CONTRIBUTING.md', () => {
  expect(read('CONTRIBUTING.md')).toContain('400 is the end');
  const files = ['main', 'preload', 'renderer', 'tools'].flatMap(sourcesOf);
  expect(files.filter((file) => read(file).split('\n').length > 401)).toEqual([]);
  expect(files.length).toBeGreaterThan(200);
});

test('documents exactly the parts of a provisioning file', () => {
  const [, section = ''] = read('docs/guide/administrators.md').split(/^## Provisioning file$/m);
  const rows = [...section.matchAll(/^\| `(\w+)`(?:, may be absent)? \| (.*) \|$/gm)];
  // The fields of a part are in its row, or below the table when there are many.
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

test('documents each provisioned counter setting', () => {
  const [, section = ''] = read('docs/guide/administrators.md').split(/^## Provisioning file$/m);
  const provisioned = everySetting.filter(({ path, provisioned }) => provisioned && /^counter\..*\./.test(path));
  const missing = provisioned.filter(({ path }) => {
    const [group, field] = path.split('.').slice(-2);
    return !new RegExp(`\`${group}\` has [^;:.]*\`${field}\``).test(section);
  });
  expect(missing.map(({ path }) => path)).toEqual([]);
  expect(provisioned.map(({ path }) => path)).toContain('counter.display.idle.name');
});

test('each public fact names an existing open point', () => {
  const [, section = ''] = read('docs/service.md').split(/^## What public sources show$/m);
  const drawnBy = [...section.matchAll(/^\|.*\| `(\w+)` \|$/gm)].map(([, name = '']) => name);
  expect(drawnBy.filter((name) => !(name in openPoints))).toEqual([]);
  expect(drawnBy.length).toBeGreaterThanOrEqual(20);
});

describe('the open choices of the service', () => {
  const [text = '', table = ''] = read('docs/service.md').split(/^## Open choices$/m);
  const drawn = drawConditions(new SeededDraw(1), 1).openPoints;
  const playedBy = (name: string, others: number) => {
    if (name in drawn) return 'simulation';
    // The day at the till has no callbacks.
    const isOfTheDay = others > 0 && !(name in pinnedPoints) && !name.startsWith('callback');
    return isOfTheDay ? 'day at the till' : 'a test of its own';
  };

  test.each(Object.entries(openPoints))('%s is described and listed', (name, point) => {
    const options = 'options' in point ? point.options.join(', ') : `${point.standard} ${point.unit}, or any other`;
    const played = playedBy(name, 'options' in point ? point.options.length - 1 : 0);
    expect(text).toContain(`\`${name}\``);
    expect(table).toContain(`| \`${name}\` | ${point.spec} | ${point.question} | ${options} | ${played} |`);
  });
});
