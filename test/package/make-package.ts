import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, cpSync, existsSync, mkdirSync, mkdtempSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { electronBinary } from '../../tools/setup/electron.mjs';
import { openPackage, type Package } from './open-package.ts';
import { placeholderElectron } from './placeholder-electron.ts';
import { planted } from './planted.ts';

/**
 * Packs the built app with electron-builder and the project's own settings, offline: around Electron if its binary is
 * installed, otherwise around a placeholder with the same shape. Forbidden files are planted in the folder first. If
 * `TILLMATE_PACKAGE` names a package made by `npm run dist`, opens that package instead.
 */
export async function makePackage(project: string): Promise<Package> {
  const told = process.env['TILLMATE_PACKAGE'];
  if (told) return openPackage(told, { electron: 'real' });
  const folder = mkdtempSync(join(tmpdir(), 'tillmate-package-'));
  for (const file of ['package.json', 'package-lock.json', 'electron-builder.yml']) {
    copyFileSync(join(project, file), join(folder, file));
  }
  for (const part of ['assets', 'packaging', ...built]) {
    cpSync(join(project, part), join(folder, part), { recursive: true });
  }
  symlinkSync(join(project, 'node_modules'), join(folder, 'node_modules'), 'junction');
  for (const [path, text] of Object.entries(planted)) {
    const file = join(folder, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  }

  const binary = electronBinary(project);
  const real = binary === undefined ? undefined : distOf(binary);
  // The placeholder always has the Linux shape: electron-builder would inspect the programs of other systems.
  const dist = real ?? placeholderElectron(join(folder, 'electron'));
  const said = await runBuilder(project, folder, [
    ...(real === undefined ? ['--linux'] : []),
    '--dir',
    // Uses the binding installed by npm: only releases compile the binding (tools/dist.mjs).
    '-c.npmRebuild=false',
    `-c.electronDist=${dist}`,
    '--publish=never',
  ]);
  return openPackage(join(folder, 'dist'), { electron: real === undefined ? 'placeholder' : 'real', folder, said });
}

const built = ['out/main', 'out/preload', 'out/renderer', 'out/licences.json', 'out/sbom.cdx.json', 'profiles'];

/** Returns the folder of all Electron files: on macOS the folder above the app bundle. */
function distOf(binary: string): string {
  const [bundle] = /^.*?(?=\/Electron\.app\/)/.exec(binary) ?? [];
  return bundle ?? dirname(binary);
}

/**
 * Runs electron-builder in `folder` and returns its output. Never signs, even with a certificate in the keychain of the
 * machine.
 */
export async function runBuilder(
  project: string,
  folder: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv = {},
): Promise<string> {
  const builder = join(project, 'node_modules/electron-builder/cli.js');
  if (!existsSync(builder)) throw new Error(`electron-builder is not installed in ${project}.`);
  const child = spawn(process.execPath, [builder, ...args], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, CSC_IDENTITY_AUTO_DISCOVERY: 'false', SOURCE_DATE_EPOCH: '0', ...env },
  });
  let text = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk;
    });
  }
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error(`electron-builder failed:\n${text}`);
  return text;
}
