import { spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { ensureBuilt } from './build/ensure-built.mjs';
import { builderArgs, refusal, systemsOf } from './dist/builder-args.mjs';
import { signing } from './dist/signing.mjs';

/**
 * `npm run dist -- ARGS`: builds the app and its installers, and reports their signing; ARGS are electron-builder's.
 * Always compiles the keychain binding, so that no downloaded binary gets into a package.
 */
const root = join(import.meta.dirname, '..');
const args = process.argv.slice(2);
const refused = refusal(args, process);
if (refused !== undefined) {
  console.error(refused);
  process.exit(2);
}
const built = await ensureBuilt(root);
if (built === 'failed') process.exit(1);

const signatures = systemsOf(args, process.platform).flatMap((system) => signing(system, process.env));
for (const line of signatures) console.log(line);
const binding = join(root, 'node_modules/keytar/build');
rmSync(binding, { recursive: true, force: true });
const builder = join(root, 'node_modules/electron-builder/cli.js');
const { status } = spawnSync(process.execPath, [builder, ...builderArgs(args, process.platform)], {
  cwd: root,
  stdio: 'inherit',
});
// The binding is now for the last packed processor. Set-up compiles this machine's binding again.
rmSync(binding, { recursive: true, force: true });
// Repeated, because electron-builder has printed much output in between.
for (const line of signatures) console.log(line);
if (status !== 0) process.exit(status ?? 1);
const signer = join(root, 'tools/dist/sign-release.mjs');
process.exit(spawnSync(process.execPath, [signer], { cwd: root, stdio: 'inherit' }).status ?? 1);
