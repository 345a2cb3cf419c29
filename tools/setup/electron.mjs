import { existsSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { projectNode } from './node.mjs';
import { reachable } from './reachable.mjs';
import { isOfToday, readRefusal, refusalFile, rememberRefusal, run, step } from './run.mjs';

const CACHE_ONLY_MS = 5_000;
const DOWNLOAD_LIMIT_MS = 900_000;

/** @typedef {{ version: string, at: number }} Refusal */

/**
 * Returns Electron's executable; undefined if npm installed the package without the binary. ELECTRON_OVERRIDE_DIST_PATH
 * names the folder of a manually unpacked Electron.
 * @param {string} root
 */
export function electronBinary(root) {
  const folder = join(root, 'node_modules', 'electron');
  const chosen = process.env['ELECTRON_OVERRIDE_DIST_PATH'];
  const name = textOf(join(folder, 'path.txt')) ?? (chosen ? executableName(process.platform) : undefined);
  if (name === undefined) return undefined;
  const binary = join(chosen || join(folder, 'dist'), name);
  return existsSync(binary) ? binary : undefined;
}

/** Returns the path inside Electron's published archive. @param {NodeJS.Platform} platform */
function executableName(platform) {
  if (platform === 'win32') return 'electron.exe';
  return platform === 'darwin' ? join('Electron.app', 'Contents', 'MacOS', 'Electron') : 'electron';
}

/** Returns true for a packaged app. Electron itself needs the app as an argument. @param {string} path */
export function isPackagedApp(path) {
  return !/^electron\d*(\.exe)?$/i.test(basename(path));
}

/**
 * Downloads Electron's binary once; on failure prints the reason and continues, since the Chromium host can replace
 * Electron.
 * @param {string} root
 * @param {{ asked: boolean }} request
 */
export async function fetchElectron(root, { asked }) {
  const version = electronVersion(root);
  if (version === undefined || electronBinary(root) !== undefined) return;
  const record = refusalFile(root, 'electron');
  if (!shouldTry({ version, refusal: readRefusal(record), now: Date.now(), asked, env: process.env })) return;

  await step(`Fetching Electron ${version}.`, async () => {
    const unreachable = new AbortController();
    const judged = downloadsReachable().then((reached) => {
      // Without a network the installer gets a moment, because its cache may hold the binary.
      if (!reached)
        setTimeout(() => unreachable.abort('No connection to the download address.'), CACHE_ONLY_MS).unref();
    });
    const installer = join(root, 'node_modules', 'electron', 'install.js');
    await run([projectNode(root), installer], { limitMs: DOWNLOAD_LIMIT_MS, until: unreachable.signal });
    await judged;
    if (electronBinary(root) !== undefined) return;
    rememberRefusal(record, { version });
    console.log("  Electron's binary is not available, so the app will run on the Chromium host.");
    console.log('  To try again: node tools/setup.mjs start --electron');
  });
}

/**
 * @param {{ version: string, refusal: Refusal | undefined, now: number, asked: boolean, env: Record<string, string | undefined> }} facts
 */
export function shouldTry({ version, refusal, now, asked, env }) {
  if (asked) return true;
  if (env['ELECTRON_SKIP_BINARY_DOWNLOAD']) return false;
  if (refusal === undefined || refusal.version !== version) return true;
  return !isOfToday(refusal, now);
}

/** Returns true for a mirror: only the installer knows its content. */
function downloadsReachable() {
  const mirrored = process.env['ELECTRON_MIRROR'] || process.env['npm_config_electron_mirror'];
  return mirrored ? Promise.resolve(true) : reachable('https://github.com/electron/electron/releases');
}

/** @param {string} root */
function electronVersion(root) {
  const text = textOf(join(root, 'node_modules', 'electron', 'package.json'));
  return text === undefined ? undefined : String(JSON.parse(text).version);
}

/** @param {string} path */
function textOf(path) {
  return existsSync(path) ? readFileSync(path, 'utf8').trim() : undefined;
}
