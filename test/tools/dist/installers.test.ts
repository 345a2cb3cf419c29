import {
  chmodSync,
  copyFileSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { builderArgs } from '../../../tools/dist/builder-args.mjs';
import { notOnWindows } from '../../base/only-where.ts';
import { expectedBeside, systemOf } from '../../package/expected.ts';
import { runBuilder } from '../../package/make-package.ts';
import { openPackage } from '../../package/open-package.ts';
import { placeholderElectron } from '../../package/placeholder-electron.ts';

/**
 * Runs electron-builder itself with the real settings and stand-ins for its downloads: Electron, the packer of deb and
 * rpm, and the AppImage tools. Windows cannot start the stand-ins, because they are scripts.
 */
const posix = notOnWindows('its stand-ins for the packers are scripts with permission bits');

/** A minimal build output. The exact contents of the package are checked in test/package/. */
const built = ['out/main/index.js', 'out/preload/index.cjs', 'out/licences.json', 'out/sbom.cdx.json'];

const project = join(import.meta.dirname, '../../..');
let folder = '';
let said = '';
beforeAll(async () => {
  if (process.platform === 'win32') return;
  folder = mkdtempSync(join(tmpdir(), 'tillmate-package-'));
  for (const file of ['package.json', 'package-lock.json', 'electron-builder.yml']) {
    copyFileSync(join(project, file), join(folder, file));
  }
  cpSync(join(project, 'packaging'), join(folder, 'packaging'), { recursive: true });
  symlinkSync(join(project, 'node_modules'), join(folder, 'node_modules'), 'dir');
  for (const path of built) write(path, path);
  const electron = placeholderElectron(join(folder, 'electron'));
  // Both packers leave their input where the test finds the files.
  script('fpm', "writeFileSync(args[args.indexOf('--package') + 1], JSON.stringify(args))");
  script(
    'appimage/mksquashfs',
    "cpSync(args[0], args[1] + '.packed', { recursive: true }); writeFileSync(args[1], '')",
  );
  script('appimage/desktop-file-validate', '');
  for (const architecture of ['x64', 'arm64']) {
    write(`appimage/runtimes/runtime-${architecture}`, '');
    mkdirSync(join(folder, 'appimage/lib', architecture), { recursive: true });
  }
  const args = builderArgs(['--linux', 'AppImage', 'deb', 'rpm'], process.platform);
  const offline = ['-c.npmRebuild=false', `-c.electronDist=${electron}`, '--publish', 'never'];
  const packers = { CUSTOM_FPM_PATH: join(folder, 'fpm'), APPIMAGE_TOOLS_PATH: join(folder, 'appimage') };
  said = await runBuilder(project, folder, [...args, ...offline], packers);
}, 240_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('AppImage keeps the sandbox where the system lets it', posix, () => {
  const packed = readdirSync(join(folder, 'dist'), { recursive: true, encoding: 'utf8' });
  const entry = packed.find((path) => /\.packed\/[^/]+\.desktop$/.test(path)) ?? '';
  const text = readFileSync(join(folder, 'dist', entry), 'utf8');
  expect(text).toContain('Exec=AppRun');
  expect(text).not.toContain('--no-sandbox');
});

test('deb and rpm name libsecret as their systems do', posix, () => {
  const asked = (ending: string) => {
    const file = readdirSync(join(folder, 'dist')).find((name) => name.endsWith(ending)) ?? '';
    return JSON.parse(readFileSync(join(folder, 'dist', file), 'utf8')) as string[];
  };
  const [deb, rpm] = [asked('.deb'), asked('.rpm')];
  const dependsOf = (args: readonly string[]) => args.filter((_arg, at) => args[at - 1] === '-d');
  expect(dependsOf(deb)).toContain('libsecret-1-0');
  expect(deb).toContain('gnome-keyring');
  expect(dependsOf(rpm)).toContain('(libsecret or libsecret-1-0)');
  expect(rpm).toContain('Recommends: gnome-keyring');
  for (const args of [deb, rpm]) expect(args[args.indexOf('--url') + 1]).toMatch(/\.invalid\/$/);
});

test('only listed files are next to the archive', posix, () => {
  const made = openPackage(join(folder, 'dist/linux-unpacked'), { electron: 'placeholder' });
  expect(made.resources).toContain('package-type');
  expect(made.resources.filter((file) => !expectedBeside[systemOf(made.program)].test(file))).toEqual([]);
});

test('electron-builder reports no fault in the settings', posix, () => {
  expect(said).not.toMatch(/missed|deprecated|default Electron icon|doesn't exist/);
});

function write(path: string, text: string, mode = 0o644): void {
  const file = join(folder, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text, 'latin1');
  chmodSync(file, mode);
}

/** Writes an executable script with its arguments in `args`. */
function script(path: string, code: string): void {
  const imports = "import { cpSync, writeFileSync } from 'node:fs';";
  write(path, `#!${process.execPath}\n${imports}\nconst args = process.argv.slice(2);\n${code};\n`, 0o755);
}
