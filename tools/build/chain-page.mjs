import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'vite';
import { isFresh, newestChange } from './ensure-built.mjs';

const sources = ['chain/page', 'chain/web', 'renderer', 'preload/contract', 'package-lock.json'];

/** Builds the chain's page unless it is newer than all that it is made of. Errors: Vite's. @param {string} root */
export async function ensurePageBuilt(root) {
  const page = join(root, 'out', 'chain', 'page', 'index.html');
  const facts = {
    productsThere: existsSync(page),
    builtAt: statSync(page, { throwIfNoEntry: false })?.mtimeMs ?? 0,
    newestSource: Math.max(...sources.map((source) => newestChange(join(root, source)))),
  };
  if (isFresh(facts)) return;
  console.log("Building the chain's page.");
  await build({ configFile: join(root, 'chain', 'page', 'vite.config.ts'), logLevel: 'warn' });
}
