import { execFileSync } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { isFresh, newestChange } from './ensure-built.mjs';

const sources = ['chain/page', 'chain/web', 'renderer', 'preload/contract', 'package-lock.json'];

/** Builds the chain's page if outdated. Throws Vite's error. @param {string} root */
export function ensurePageBuilt(root) {
  const page = join(root, 'out', 'chain', 'page', 'index.html');
  const facts = {
    productsThere: existsSync(page),
    builtAt: statSync(page, { throwIfNoEntry: false })?.mtimeMs ?? 0,
    newestSource: Math.max(...sources.map((source) => newestChange(join(root, source)))),
  };
  if (isFresh(facts)) return;
  console.log("Building the chain's page.");
  const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js');
  const args = [vite, 'build', '--config', join(root, 'chain', 'page', 'vite.config.ts'), '--logLevel', 'warn'];
  // In a separate process: tests set NODE_ENV, which would select React's development build.
  execFileSync(process.execPath, args, {
    cwd: root,
    env: { ...process.env, NODE_ENV: 'production' },
    stdio: 'inherit',
  });
}
