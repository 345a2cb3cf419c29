import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { copyFile, mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import rules, { rooms, tillRooms } from '../../.dependency-cruiser.mjs';

/** The import rules, checked against the files of a small project with a copy of our rules. */

const root = join(import.meta.dirname, '../..');

/** The linter's rule for imports in tests. */
const LINTED = 'noRestrictedImports';

/** Rule, file, and the import refused there. */
const refused: readonly (readonly [string, string, string])[] = [
  ['nothing-loose-in-main', 'main/new.ts', './base/clock.ts'],
  ['the-app-is-composed-without-electron', 'main/app.ts', './shell/shell.ts'],
  ['only-the-shell-knows-electron', 'main/sale/new.ts', 'electron'],
  ['only-the-shell-knows-electron', 'main/till/new.ts', 'electron/main'],
  ['only-the-shell-knows-electron', 'renderer/till/new.ts', 'electron'],
  ['only-one-file-knows-keytar', 'main/settings/new.ts', 'keytar'],
  ['only-one-file-knows-electron-updater', 'main/updates/new.ts', 'electron-updater'],
  ['only-one-file-knows-electron-updater', 'main/shell/new.ts', 'electron-updater'],
  ['only-training-opens-the-sandbox', 'main/sale/new.ts', '../sandbox/options.ts'],
  ['only-training-opens-the-sandbox', 'main/till/new.ts', '../sandbox/index.ts'],
  ['the-sandbox-stands-alone', 'main/sandbox/new.ts', '../base/clock.ts'],
  ['the-sandbox-stands-alone', 'main/sandbox/engine/new.ts', '../../service/retry.ts'],
  ['the-sandbox-stands-alone', 'main/sandbox/engine/new.ts', '../../../preload/contract/fields.ts'],
  ['the-shell-shows-what-it-is-handed', 'main/shell/new.ts', '../journal/journal.ts'],
  ['what-is-stored-is-not-what-windows-are-told', 'main/journal/new.ts', '../../preload/contract/fields.ts'],
  ['no-circle', 'main/sale/new.ts', './new-back.ts'],
  ['main-does-not-import-the-renderer', 'main/journal/new.ts', '../../renderer/ui/money.ts'],
  ['what-ships-does-not-import-what-tests-it', 'main/sale/new.ts', '../../test/sale/harness.ts'],
  ['the-contract-is-for-both-processes', 'preload/contract/new.ts', '../../main/base/clock.ts'],
  ['the-contract-is-for-both-processes', 'preload/contract/new.ts', 'undici'],
  ['the-preload-is-bundled-alone', 'preload/index.ts', 'zod'],
  ['the-renderer-asks-through-the-contract', 'renderer/till/new.ts', '../../main/base/clock.ts'],
  ['the-renderer-asks-through-the-contract', 'renderer/till/new.ts', '../../preload/index.ts'],
  ['the-renderer-is-a-web-page', 'renderer/ui/new.ts', 'node:fs'],
  ['what-both-windows-share-knows-neither', 'renderer/ui/new.ts', '../till/form/amount-entry.ts'],
  ['the-windows-share-only-ui', 'renderer/display/new.ts', '../till/form/amount-entry.ts'],
  ['no-till-needs-the-chain', 'main/sale/new.ts', '../../chain/options.ts'],
  ['no-till-needs-the-chain', 'renderer/ui/new.ts', '../../chain/options.ts'],
  ['the-page-of-the-chain-imports-no-till', 'chain/page/new.ts', '../../renderer/till/till-store.ts'],
  ['the-chain-shares-formats-alone', 'chain/new.ts', '../main/journal/schema.ts'],
  ['the-chain-shares-formats-alone', 'chain/web/new.ts', '../../renderer/ui/money.ts'],
  ...refusedByRooms('main', '', rooms),
  ...refusedByRooms('renderer/till', 'till-', tillRooms),
  [LINTED, 'test/sale/new.ts', 'electron'],
  [LINTED, 'test/independent/new.ts', '../../main/base/clock.ts'],
  [LINTED, 'test/independent/new.ts', 'undici'],
];

const allowed: readonly (readonly [string, string])[] = [
  ['main/shell/new.ts', 'electron'],
  ['main/identity/open-keychain.ts', 'keytar'],
  ['main/shell/update-installer.ts', 'electron-updater'],
  ['main/till/open-training.ts', '../sandbox/index.ts'],
  ['main/sandbox/http/new.ts', '../options.ts'],
  ['preload/contract/new.ts', './fields.ts'],
  ['renderer/till/new.ts', '../../preload/contract/contract.ts'],
  ['renderer/till/new.ts', '../ui/money.ts'],
  ['chain/new.ts', '../main/upload/wire.ts'],
  ['chain/page/new.ts', '../../renderer/ui/money.ts'],
];

let folder: string;
/** `file rule` for each broken rule. */
let broken: ReadonlySet<string>;
beforeAll(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), 'tillmate-rules-')));
  for (const name of ['.dependency-cruiser.mjs', 'biome.json']) await copyFile(join(root, name), join(folder, name));
  const all = [...refused.map(([, path, from]) => [path, from] as const), ...allowed];
  for (const [index, [path, from]] of all.entries()) {
    const file = join(folder, numbered(path, index));
    if (from.startsWith('.')) await put(join(dirname(file), from), '');
    await put(file, `import { one } from '${from}';\nexport const two = one;\n`);
    if (from === './new-back.ts')
      await put(join(dirname(file), from), `export * from './${numbered('new.ts', index)}';\n`);
  }
  broken = new Set([...brokenIn(folder), ...lintedIn(folder)]);
});
afterAll(() => rm(folder, { recursive: true }));

test.each(refused.map((rule, index) => [...rule, index] as const))(
  '%s: %s may not import %s',
  (rule, path, _from, index) => {
    expect(broken).toContain(`${numbered(path, index)} ${rule}`);
  },
);

test.each(allowed.map((rule, index) => [...rule, refused.length + index] as const))(
  '%s may import %s',
  (path, _from, index) => {
    expect([...broken].filter((one) => one.startsWith(numbered(path, index)))).toEqual([]);
  },
);

test('each rule refuses an import', () => {
  const names = (rules.forbidden ?? []).map(({ name }) => name);
  expect(new Set(refused.map(([rule]) => rule))).toEqual(new Set([...names, LINTED]));
});

test('each folder in the examples exists in the project', () => {
  const shown = [...refused.map(([, path, from]) => [path, from] as const), ...allowed];
  const folders = shown.flatMap(([path, from]) => [
    dirname(path),
    ...(from.startsWith('.') ? [dirname(join(dirname(path), from))] : []),
  ]);
  expect(folders.filter((name) => !existsSync(join(root, name)))).toEqual([]);
  const files = allowed.flatMap(([path, from]) => [path, ...(from.startsWith('.') ? [join(dirname(path), from)] : [])]);
  expect(files.filter((name) => !name.includes('new') && !existsSync(join(root, name)))).toEqual([]);
});

function numbered(path: string, index: number): string {
  return path.replace('new', `new-${index}`);
}

async function put(file: string, text: string): Promise<void> {
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, text, { flag: text === '' ? 'a' : 'w' });
}

interface Cruised {
  readonly summary: {
    readonly violations: readonly { readonly from: string; readonly rule: { readonly name: string } }[];
  };
}

function brokenIn(cwd: string): readonly string[] {
  const bin = join(root, 'node_modules/dependency-cruiser/bin/dependency-cruiser.mjs');
  const args = ['--config', '.dependency-cruiser.mjs', '--output-type', 'json', 'chain', 'main', 'preload', 'renderer'];
  const { stdout } = spawnSync(process.execPath, [bin, ...args], { cwd, encoding: 'utf8', maxBuffer: 2 ** 26 });
  const { summary } = JSON.parse(stdout) as Cruised;
  return summary.violations.map(({ from, rule }) => `${from} ${rule.name}`);
}

function lintedIn(cwd: string): readonly string[] {
  const bin = join(root, 'node_modules/@biomejs/biome/bin/biome');
  const args = ['lint', `--only=style/${LINTED}`, '--max-diagnostics=none', '--vcs-enabled=false', '--reporter=github'];
  const { stdout } = spawnSync(process.execPath, [bin, ...args, '.'], { cwd, encoding: 'utf8' });
  return [...stdout.matchAll(/file=([^,]+),/g)].map(
    ([, file = '']) => `${relative(cwd, file).replaceAll('\\', '/')} ${LINTED}`,
  );
}

/** Each room refuses imports from the room above and from its neighbours. */
function refusedByRooms(place: string, prefix: string, lines: readonly (readonly string[])[]) {
  return lines.flatMap((line, index) =>
    line.flatMap((room) =>
      [...(lines[index - 1]?.slice(0, 1) ?? []), ...line.filter((other) => other !== room)].map(
        (other) =>
          [`nothing-runs-back-up-from-${prefix}${room}`, `${place}/${room}/new.ts`, `../${other}/other.ts`] as const,
      ),
    ),
  );
}
