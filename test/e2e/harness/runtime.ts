import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { TestOptions } from 'vitest';
import { electronBinary } from '../../../tools/setup/electron.mjs';
import { onlyWhere } from '../../base/only-where.ts';

/** Electron if its binary and a display exist, otherwise the Chromium host; as in `npm start`. */
export interface Runtime {
  readonly name: 'electron' | 'host';
  readonly command: string;
  /** Arguments before the app's own arguments. */
  readonly args: readonly string[];
}

export const projectRoot = fileURLToPath(new URL('../../../', import.meta.url));

/** `--import` needs a URL: a Windows path would be read as a URL with the scheme `c:`. */
export const hostAddress = pathToFileURL(join(projectRoot, 'test/host/register.mjs')).href;

/** `script`: a main script in place of the built app's; only the host accepts one. */
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

/** Returns the binary from `npm run check-electron`, otherwise from the npm package if there is a display. */
function chosenElectron(): string | undefined {
  const told = process.env['TILLMATE_ELECTRON'];
  if (told) return told;
  if (process.platform === 'linux' && !process.env['DISPLAY'] && !process.env['WAYLAND_DISPLAY']) return undefined;
  return electronBinary(projectRoot);
}

/**
 * Options for a test that needs events which cannot be played to Electron automatically; `why` gives the event. `npm
 * run check-electron` lists these tests. `test/tools/host-only-tests.test.ts` finds tests without these options.
 */
export function onlyOnHost(why: string): TestOptions {
  return onlyWhere('on the Chromium host', chooseRuntime().name === 'host', why);
}

/** Runs the app like a fleet tool or a nightly job, on a till's folder; resolves when the app has ended. */
export async function runHeadless(userDataDir: string, ...words: readonly string[]) {
  const { command, args } = chooseRuntime();
  const child = spawn(command, [...args, `--user-data-dir=${userDataDir}`, ...words]);
  const [out, err, [status]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
  return { status: status as number, out, err };
}
