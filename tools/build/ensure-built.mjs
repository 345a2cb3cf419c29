import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';

const sources = [
  'main',
  'preload',
  'renderer',
  'assets',
  'docs/guide/pictures/help',
  'electron.vite.config.ts',
  'package-lock.json',
  'tools/build',
];
const products = ['out/main/index.js', 'out/preload/index.cjs', 'out/renderer/till/index.html', 'out/licences.json'];

/** A build takes seconds, so an older lock was left by an aborted build. */
const LONGEST_BUILD_MS = 120_000;

/**
 * Builds out/ if outdated, a single build at a time across processes. Prints the builder's output only on failure.
 * @param {string} root
 * @param {{ force?: boolean }} [options]
 * @returns {Promise<'fresh' | 'built' | 'failed'>}
 */
export async function ensureBuilt(root, { force = false } = {}) {
  const lock = join(root, 'out', '.building');
  mkdirSync(join(root, 'out'), { recursive: true });
  while (!taken(lock)) await setTimeout(200);
  try {
    return await build(root, force);
  } finally {
    rmSync(lock, { recursive: true, force: true });
  }
}

/** @param {string} lock */
function taken(lock) {
  const since = statSync(lock, { throwIfNoEntry: false })?.mtimeMs;
  if (since !== undefined && Date.now() - since < LONGEST_BUILD_MS) return false;
  try {
    if (since !== undefined) rmSync(lock, { recursive: true, force: true });
    mkdirSync(lock);
    return true;
  } catch {
    // Another process took the lock first.
    return false;
  }
}

/** @param {string} root @param {boolean} force @returns {Promise<'fresh' | 'built' | 'failed'>} */
async function build(root, force) {
  const stamp = join(root, 'out', '.built');
  const facts = {
    builtAt: builtAt(stamp),
    newestSource: Math.max(...sources.map((source) => newestChange(join(root, source)))),
    productsThere: products.every((product) => existsSync(join(root, product))),
  };
  if (!force && isFresh(facts)) return 'fresh';

  // Measured before the build, so that a change during the build makes the result outdated.
  const startedAt = Date.now();
  console.log('Building the app.');
  const builder = join(root, 'node_modules', 'electron-vite', 'bin', 'electron-vite.js');
  /** @type {string | undefined} */
  const fault = await new Promise((done) => {
    execFile(process.execPath, [builder, 'build', '--logLevel', 'warn'], { cwd: root }, (failure, stdout, stderr) =>
      done(failure === null ? undefined : `${stdout}${stderr}`),
    );
  });
  if (fault !== undefined) {
    console.error(`${fault}\nBuild of the app failed.`);
    return 'failed';
  }
  const { describeShipped } = await import('./describe-shipped.mjs');
  describeShipped(root);
  writeFileSync(stamp, String(startedAt));
  console.log(`  done in ${((Date.now() - startedAt) / 1000).toFixed(1)} s`);
  return 'built';
}

/** @param {{ builtAt: number, newestSource: number, productsThere: boolean }} facts times in ms since the epoch */
export function isFresh({ builtAt, newestSource, productsThere }) {
  return productsThere && builtAt > newestSource;
}

/**
 * Returns the time of the last change in a file or folder, ms. A folder's own time also covers deleted files.
 * @param {string} path
 * @returns {number}
 */
export function newestChange(path) {
  const about = statSync(path, { throwIfNoEntry: false });
  if (about === undefined) return 0;
  if (!about.isDirectory()) return about.mtimeMs;
  return readdirSync(path).reduce((newest, name) => Math.max(newest, newestChange(join(path, name))), about.mtimeMs);
}

/** @param {string} stamp */
function builtAt(stamp) {
  return existsSync(stamp) ? Number(readFileSync(stamp, 'utf8')) || 0 : 0;
}
