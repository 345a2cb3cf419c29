import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { ensureBuilt } from './build/ensure-built.mjs';
import { builderArgs, systemsOf } from './dist/builder-args.mjs';
import { signing } from './dist/signing.mjs';

/** `npm run dist -- ARGS`: builds the app and its installers, and says how they are signed; ARGS are electron-builder's. */
const root = join(import.meta.dirname, '..');
const built = await ensureBuilt(root);
if (built === 'failed') process.exit(1);

const args = process.argv.slice(2);
for (const system of systemsOf(args, process.platform)) {
  for (const line of signing(system, process.env)) console.log(line);
}
const builder = join(root, 'node_modules/electron-builder/cli.js');
const { status } = spawnSync(process.execPath, [builder, ...builderArgs(args, process.platform)], {
  cwd: root,
  stdio: 'inherit',
});
if (status !== 0) process.exit(status ?? 1);
const signer = join(root, 'tools/dist/sign-release.mjs');
process.exit(spawnSync(process.execPath, [signer], { cwd: root, stdio: 'inherit' }).status ?? 1);
