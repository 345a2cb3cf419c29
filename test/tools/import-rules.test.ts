import { spawnSync } from 'node:child_process';
import { copyFile, mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';

/** The linter's word on files of a project that has our rules and nothing else: what a folder may import is no habit. */

const root = join(import.meta.dirname, '../..');

const refused = [
  ['main/sale/new.ts', 'electron'],
  ['main/till/new.ts', 'electron/main'],
  ['main/terminal/new.ts', 'keytar'],
  ['main/sale/new.ts', '../sandbox/options.ts'],
  ['main/till/new.ts', '../sandbox/index.ts'],
  ['main/shell/new.ts', '../journal/journal.ts'],
  ['main/journal/new.ts', '../../renderer/ui/money.ts'],
  ['main/sale/new.ts', '../../test/sale/new.ts'],
  ['main/sandbox/new.ts', '../base/clock.ts'],
  ['main/sandbox/engine/new.ts', '../../service/limits.ts'],
  ['main/sandbox/engine/new.ts', '../../../preload/fields.ts'],
  ['preload/new.ts', '../main/base/clock.ts'],
  ['preload/new.ts', 'undici'],
  ['preload/new.ts', 'electron'],
  ['renderer/till/new.ts', '../../main/base/clock.ts'],
  ['renderer/till/new.ts', '../../preload/index.ts'],
  ['renderer/ui/new.ts', 'node:fs'],
  ['renderer/display/new.ts', '../till/amount.ts'],
  ['test/sale/new.ts', 'electron'],
  ['test/independent/new.ts', '../../main/base/clock.ts'],
] as const;

const allowed = [
  ['main/shell/new.ts', 'electron'],
  ['main/till/open-training.ts', '../sandbox/index.ts'],
  ['main/sandbox/http/new.ts', '../options.ts'],
  ['preload/new.ts', './fields.ts'],
  ['renderer/till/new.ts', '../../preload/contract.ts'],
] as const;

let folder: string;
let broken: readonly string[];
beforeAll(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), 'tillmate-rules-')));
  await copyFile(join(root, 'biome.json'), join(folder, 'biome.json'));
  for (const [index, [path, from]] of [...refused, ...allowed].entries()) {
    const file = join(folder, path.includes('new') ? path.replace('new', `new-${index}`) : path);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, `import { one } from '${from}';\nexport const two = one;\n`);
  }
  broken = brokenBy(folder);
});
afterAll(() => rm(folder, { recursive: true }));

test.each(refused.map((rule, index) => [...rule, index] as const))('%s may not import %s', (path, _from, index) => {
  expect(broken).toContain(path.replace('new', `new-${index}`));
});

test.each(allowed.map((rule, index) => [...rule, refused.length + index] as const))(
  '%s may import %s',
  (path, _from, index) => {
    expect(broken).not.toContain(path.replace('new', `new-${index}`));
  },
);

/** Files whose imports the linter refuses. */
function brokenBy(cwd: string): readonly string[] {
  const biome = join(root, 'node_modules', '@biomejs', 'biome', 'bin', 'biome');
  const only = ['--only=style/noRestrictedImports', '--max-diagnostics=none', '--vcs-enabled=false'];
  const linted = spawnSync(process.execPath, [biome, 'lint', ...only, '--reporter=github', '.'], {
    cwd,
    encoding: 'utf8',
  });
  return [...linted.stdout.matchAll(/file=([^,]+),/g)].map(([, file = '']) =>
    relative(cwd, file).replaceAll('\\', '/'),
  );
}
