import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** What the app runs on: Electron where its binary and a display are, the Chromium host otherwise, as `npm start`. */
export interface Runtime {
  readonly name: 'electron' | 'host';
  readonly command: string;
  /** Arguments up to the app, which the app's own follow. */
  readonly args: readonly string[];
}

export const projectRoot = fileURLToPath(new URL('../../../', import.meta.url));

/** `script`: the built main bundle, for the host; Electron finds it through package.json. */
export function chooseRuntime(script = join(projectRoot, 'out/main/index.js')): Runtime {
  const electron = electronBinary();
  if (electron !== undefined) {
    const root = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
    const x11 = process.platform === 'linux' && process.env['DISPLAY'] ? ['--ozone-platform=x11'] : [];
    return { name: 'electron', command: electron, args: [projectRoot, ...root, ...x11] };
  }
  const register = join(projectRoot, 'test/host/register.mjs');
  return { name: 'host', command: process.execPath, args: ['--import', register, script] };
}

function electronBinary(): string | undefined {
  if (process.platform === 'linux' && !process.env['DISPLAY'] && !process.env['WAYLAND_DISPLAY']) return undefined;
  const folder = join(projectRoot, 'node_modules/electron');
  const told = join(folder, 'path.txt');
  if (!existsSync(told)) return undefined;
  const binary = join(folder, 'dist', readFileSync(told, 'utf8').trim());
  return existsSync(binary) ? binary : undefined;
}
