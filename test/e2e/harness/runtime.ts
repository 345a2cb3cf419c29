import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { electronBinary } from '../../../tools/setup/electron.mjs';

/** What the app runs on: Electron where its binary and a display are, the Chromium host otherwise, as `npm start`. */
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
