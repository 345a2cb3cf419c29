import { spawn } from 'node:child_process';
import { createServer } from 'node:net';
import { constants } from 'node:os';
import { join } from 'node:path';
import { ensureBuilt } from './build/ensure-built.mjs';
import { electronBinary } from './setup/electron.mjs';
import { chooseRuntime, howToLook } from './start/runtime.mjs';

/** `npm start -- ARGS`: builds if outdated and opens the app; ARGS are the app's own (docs/guide/administrators.md). */
const root = join(import.meta.dirname, '..');
const built = await ensureBuilt(root);
if (built === 'failed') process.exit(1);

const args = process.argv.slice(2);
const choice = chooseRuntime({
  root,
  args,
  node: process.execPath,
  electron: electronBinary(root),
  platform: process.platform,
  screen: Boolean(process.env['DISPLAY'] || process.env['WAYLAND_DISPLAY']),
  x11: Boolean(process.env['DISPLAY']),
  asRoot: process.getuid?.() === 0,
  freePort: await freePort(9222),
});
console.log(choice.says);
if (choice.debugPort !== undefined) console.log(howToLook(choice.debugPort));

const app = spawn(choice.command, choice.args, { cwd: root, stdio: 'inherit' });
for (const signal of /** @type {const} */ (['SIGTERM', 'SIGHUP'])) process.on(signal, () => app.kill(signal));
process.on('SIGINT', () => {
  // In a terminal Ctrl+C already reaches the app, and must not be sent twice.
  if (!process.stdin.isTTY) app.kill('SIGINT');
});
app.on('error', (error) => {
  console.error(`Start of the app failed: ${error.message}`);
  process.exitCode = 1;
});
app.on('exit', (code, signal) => {
  process.exitCode = code ?? (signal === null ? 1 : 128 + constants.signals[signal]);
});

/** Returns `wanted` if free, else any free port. @param {number} wanted @returns {Promise<number>} */
function freePort(wanted) {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', () => (wanted === 0 ? reject(new Error('No free port.')) : resolve(freePort(0))));
    probe.listen(wanted, '127.0.0.1', () => {
      const address = probe.address();
      const port = typeof address === 'object' && address !== null ? address.port : wanted;
      probe.close(() => resolve(port));
    });
  });
}
