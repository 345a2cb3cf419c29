import { accessSync, closeSync, constants, openSync, readSync, statSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';

/**
 * @typedef {object} Machine
 * @property {NodeJS.Platform} platform
 * @property {Record<string, string | undefined>} env
 * @property {string} home
 * @property {(path: string) => boolean} isExecutable
 * @property {(path: string) => string} headOf returns the first bytes of a file, as text
 */

/** @typedef {{ readonly path: string, readonly snap: boolean }} Browser */

/** Names in PATH, best first. */
export const browserCommands = [
  'chromium',
  'chromium-browser',
  'google-chrome-stable',
  'google-chrome',
  'microsoft-edge-stable',
  'microsoft-edge',
];

const SNAP = '/snap/bin/chromium';

/**
 * Returns the browser of TILLMATE_CHROMIUM, or else the first browser in PATH or in the usual places; undefined without
 * a browser. Throws when the variable names a file that cannot be executed.
 * @param {Machine} [machine]
 */
export function findBrowser(machine = thisMachine()) {
  const chosen = machine.env['TILLMATE_CHROMIUM'];
  if (chosen) {
    if (machine.isExecutable(chosen)) return browserAt(chosen, machine);
    throw new Error(`TILLMATE_CHROMIUM: ${chosen} is not executable.`);
  }
  return [...inPath(machine), ...usualPlaces(machine)]
    .filter((path) => machine.isExecutable(path))
    .map((path) => browserAt(path, machine))
    .find((browser) => browser !== undefined);
}

/**
 * Returns a folder for this browser's profiles. A snap has a private /tmp and cannot see hidden folders of the home;
 * only its own folder is shared.
 * @param {Browser} browser
 * @param {string} [home]
 */
export function profileParent(browser, home = homedir()) {
  return browser.snap ? join(home, 'snap', 'chromium', 'common') : tmpdir();
}

/** @param {NodeJS.Platform} platform */
export function howToGetBrowser(platform) {
  const named = 'or name a browser in TILLMATE_CHROMIUM';
  if (platform !== 'linux') return `install Google Chrome or Chromium, ${named}.`;
  return `install it (node tools/setup.mjs start does, or says how), ${named}.`;
}

/** @param {Machine} machine */
function inPath({ env, platform }) {
  // Windows puts no browser into PATH.
  if (platform === 'win32') return [];
  const folders = (env['PATH'] ?? '').split(delimiter).filter((folder) => folder !== '');
  return browserCommands.flatMap((name) => folders.map((folder) => join(folder, name)));
}

/** @param {Machine} machine @returns {string[]} */
function usualPlaces({ platform, env, home }) {
  switch (platform) {
    case 'win32':
      return windowsPlaces(env);
    case 'darwin':
      return ['/Applications', `${home}/Applications`].flatMap((folder) =>
        ['Chromium', 'Google Chrome', 'Microsoft Edge'].map((name) => `${folder}/${name}.app/Contents/MacOS/${name}`),
      );
    default:
      return [SNAP, '/opt/google/chrome/chrome', '/opt/microsoft/msedge/msedge'];
  }
}

/** @param {Machine['env']} env */
function windowsPlaces(env) {
  const names = ['Chromium\\Application\\chrome.exe', 'Google\\Chrome\\Application\\chrome.exe'];
  const roots = ['LOCALAPPDATA', 'ProgramFiles', 'ProgramFiles(x86)'].flatMap((name) => env[name] ?? []);
  return [...names, 'Microsoft\\Edge\\Application\\msedge.exe'].flatMap((name) =>
    roots.map((root) => `${root}\\${name}`),
  );
}

/**
 * Skips Ubuntu's chromium-browser script when the snap is missing: the script only prints a hint.
 * @param {string} path
 * @param {Machine} machine
 */
function browserAt(path, { isExecutable, headOf }) {
  if (path.startsWith('/snap/')) return { path, snap: true };
  const head = headOf(path);
  if (!head.startsWith('#!') || !head.includes(SNAP)) return { path, snap: false };
  return isExecutable(SNAP) ? { path: SNAP, snap: true } : undefined;
}

/** @returns {Machine} */
function thisMachine() {
  return { platform: process.platform, env: process.env, home: homedir(), isExecutable, headOf };
}

/** @param {string} path */
export function isExecutable(path) {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

/** @param {string} path */
function headOf(path) {
  try {
    const handle = openSync(path, 'r');
    const bytes = Buffer.alloc(2_048);
    const length = readSync(handle, bytes);
    closeSync(handle);
    return bytes.toString('latin1', 0, length);
  } catch {
    // Executable but not readable: not a script, because scripts must be readable to run.
    return '';
  }
}
