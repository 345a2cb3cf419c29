import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { TestOptions } from 'vitest';
import { electronBinary } from '../../../tools/setup/electron.mjs';
import { onlyWhere } from '../../base/only-where.ts';

/** Electron where its binary and a display are, the Chromium host otherwise, as `npm start`. */
export interface Runtime {
  readonly name: 'electron' | 'host';
  readonly command: string;
  /** Arguments up to the app, which the app's own follow. */
  readonly args: readonly string[];
}

export const projectRoot = fileURLToPath(new URL('../../../', import.meta.url));

/** `--import` takes an address: a path of Windows would be read as one with the scheme `c:`. */
export const hostAddress = pathToFileURL(join(projectRoot, 'test/host/register.mjs')).href;

/** `script`: another main script than the built app's, which only the host can be given. */
export function chooseRuntime(script?: string): Runtime {
  const electron = script === undefined ? chosenElectron() : undefined;
  if (electron === undefined) {
    const main = script ?? join(projectRoot, 'out/main/index.js');
    return { name: 'host', command: process.execPath, args: ['--import', hostAddress, main] };
  }
  const root = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  const x11 = process.platform === 'linux' && process.env['DISPLAY'] ? ['--ozone-platform=x11'] : [];
  return { name: 'electron', command: electron, args: [projectRoot, ...root, ...x11] };
}

/** `npm run check-electron` says which; otherwise the one that npm has brought, where a display is. */
function chosenElectron(): string | undefined {
  const told = process.env['TILLMATE_ELECTRON'];
  if (told) return told;
  if (process.platform === 'linux' && !process.env['DISPLAY'] && !process.env['WAYLAND_DISPLAY']) return undefined;
  return electronBinary(projectRoot);
}

/**
 * For a test that plays what nobody can play to Electron without hands: `why` says what. `npm run check-electron` lists
 * these. `test/tools/host-only-tests.test.ts` finds the tests that should say so.
 */
export function onlyOnHost(why: string): TestOptions {
  return onlyWhere('on the Chromium host', chooseRuntime().name === 'host', why);
}

/** The app as a fleet tool or a nightly job starts it, on a till's own folder; resolves when it has ended. */
export async function runHeadless(userDataDir: string, ...words: readonly string[]) {
  const { command, args } = chooseRuntime();
  const child = spawn(command, [...args, `--user-data-dir=${userDataDir}`, ...words]);
  const [out, err, [status]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
  return { status: status as number, out, err };
}
