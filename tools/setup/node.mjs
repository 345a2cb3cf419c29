import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { npm, npmStop } from './dependencies.mjs';
import { SetupStop, step } from './run.mjs';

/**
 * Finds the Node for everything after set-up: from the npm package `node`, with binaries for the usual systems, or else
 * Node 24 or later of this machine.
 */

const OLDEST = 24;

/** Ensures a usable Node, and that npm scripts find the same Node first. @param {string} root */
export async function ensureNode(root) {
  if (existsSync(shim(root, process.platform)) && runs(projectNode(root))) return;
  const output = await step('Installing Node 24 for this project.', async () => {
    forgetNode(root);
    const { code, output } = await npm(root, ['rebuild', 'node', '--prefer-offline']);
    return code === 0 && runs(packageNode(root)) ? undefined : output;
  });
  if (output === undefined) return;
  const found = candidates({ root, platform: process.platform, env: process.env, self: process.execPath }).find(runs);
  forgetNode(root);
  if (found === undefined) throw noNode(output);
  takeNode(root, found, process.platform);
  console.log(`  The Node of the npm package "node" does not run on this machine: using ${found}.`);
}

/** Returns the package's own Node, or the replacement found by set-up. @param {string} root */
export function projectNode(root) {
  const own = packageNode(root);
  if (existsSync(own)) return own;
  const record = recordIn(root);
  return existsSync(record) ? readFileSync(record, 'utf8').trim() : own;
}

/**
 * Returns other Nodes of the machine: npm's, the running Node, and those in PATH.
 * @param {{ root: string, platform: NodeJS.Platform, env: Record<string, string | undefined>, self: string }} machine
 */
export function candidates({ root, platform, env, self }) {
  const name = platform === 'win32' ? 'node.exe' : 'node';
  const inPath = (env['PATH'] ?? env['Path'] ?? '').split(delimiter).map((folder) => join(folder, name));
  const all = [env['npm_node_execpath'], self, ...inPath].filter((path) => path !== undefined);
  return [...new Set(all)].filter((path) => !path.startsWith(join(root, 'node_modules')) && existsSync(path));
}

/** @param {string} printed by `node --version` */
export function isNewEnough(printed) {
  const [, major] = /^v(\d+)\./.exec(printed) ?? [];
  return Number(major) >= OLDEST;
}

/**
 * Links a Node of the machine to the first place in which npm scripts look, and stores the path.
 * @param {string} root
 * @param {string} path
 * @param {NodeJS.Platform} platform
 */
export function takeNode(root, path, platform) {
  mkdirSync(dirname(shim(root, platform)), { recursive: true });
  if (platform === 'win32') writeFileSync(shim(root, platform), `@"${path}" %*\r\n`);
  else symlinkSync(path, shim(root, platform));
  mkdirSync(dirname(recordIn(root)), { recursive: true });
  writeFileSync(recordIn(root), `${path}\n`);
}

/** Removes a broken Node, which would otherwise be found first. @param {string} root */
function forgetNode(root) {
  const links = ['node', 'node.cmd', 'node.ps1'].map((name) => join(root, 'node_modules', '.bin', name));
  for (const path of [...links, packageNode(root), recordIn(root)]) rmSync(path, { force: true });
}

/** Path that npm scripts resolve as `node`. @param {string} root @param {NodeJS.Platform} platform */
function shim(root, platform) {
  return join(root, 'node_modules', '.bin', platform === 'win32' ? 'node.cmd' : 'node');
}

/** @param {string} root */
function packageNode(root) {
  return join(root, 'node_modules', 'node', 'bin', process.platform === 'win32' ? 'node.exe' : 'node');
}

/** @param {string} root */
function recordIn(root) {
  return join(root, 'node_modules', '.tillmate', 'node.txt');
}

/** Detects a binary for another C library, which exists but cannot run. @param {string} path */
function runs(path) {
  if (!existsSync(path)) return false;
  const { status, stdout } = spawnSync(path, ['--version'], { encoding: 'utf8', timeout: 20_000 });
  return status === 0 && isNewEnough(stdout);
}

/** @param {string} output of npm */
function noNode(output) {
  const stop = npmStop(
    `Node ${OLDEST} or later is required, but not available for ${process.platform} ${process.arch}.`,
    output,
  );
  return new SetupStop(stop.message.replace(/ Output of npm:$/, ''), [
    `The Node of the npm package "node" does not run. Install Node ${OLDEST} or later by hand, from nodejs.org or from`,
    'the packages of this system, and check it with "node --version". Then run the same npm command again.',
    '',
    'Output of npm:',
    ...stop.advice,
  ]);
}
