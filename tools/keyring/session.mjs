import { spawn } from 'node:child_process';
import { accessSync, existsSync, constants as fileConstants, mkdtempSync, rmSync } from 'node:fs';
import { constants, tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { createInterface } from 'node:readline';

/** Time to end when asked, ms, before it is ended. */
const GRACE_MS = 10_000;

/**
 * Runs `command` under a session bus with an unlocked GNOME Keyring; answers with its exit code (128 + signal when it
 * was ended by one). SIGTERM and SIGINT of this process, and the end of `limit`, end the command and all that it started.
 * @param {string} command
 * @param {readonly string[]} args
 * @param {Record<string, string>} [env]
 * @param {AbortSignal} [limit]
 */
export async function runWithKeyring(command, args, env = {}, limit = undefined) {
  if (process.platform !== 'linux') {
    const alone = spawn(command, args, { stdio: 'inherit', env: { ...process.env, ...env } });
    limit?.addEventListener('abort', () => alone.kill('SIGKILL'));
    return exitOf(alone);
  }
  const absent = missingCommands();
  if (absent.length > 0) {
    console.error(`No keychain to test with: ${absent.join(', ')} missing. Run: node tools/setup.mjs test`);
    return 1;
  }
  const home = mkdtempSync(join(quickFolder(), 'tillmate-keyring-'));
  const session = spawn('dbus-run-session', ['--', 'bash', join(import.meta.dirname, 'unlock.sh'), command, ...args], {
    // The bus writes much to its error stream, which is filtered below. The command's own goes through descriptor 3.
    stdio: ['inherit', 'inherit', 'pipe', 2],
    // In a process group of its own: dbus-run-session passes no signal on, so the whole group gets it.
    detached: true,
    env: { ...process.env, ...env, XDG_DATA_HOME: home, XDG_RUNTIME_DIR: home },
  });
  if (session.stderr !== null) {
    createInterface(session.stderr).on('line', (line) => {
      // The bus reports each service that it starts, and in a container that it may not raise its limits.
      if (!line.startsWith('dbus-daemon[')) process.stderr.write(`${line}\n`);
    });
  }
  const pass = (/** @type {NodeJS.Signals} */ signal) => {
    if (session.pid === undefined) return;
    try {
      process.kill(-session.pid, signal);
    } catch {
      // Nobody is left of the group.
    }
  };
  const end = () => {
    pass('SIGTERM');
    setTimeout(() => pass('SIGKILL'), GRACE_MS).unref();
  };
  process.on('SIGTERM', end);
  process.on('SIGINT', pass);
  limit?.addEventListener('abort', end);
  try {
    return await exitOf(session);
  } finally {
    process.off('SIGTERM', end);
    process.off('SIGINT', pass);
    limit?.removeEventListener('abort', end);
    rmSync(home, { recursive: true, force: true });
  }
}

/** In memory where that can be had: the keyring waits for its disk at each write, and a busy one takes seconds. */
function quickFolder() {
  const inMemory = '/dev/shm';
  try {
    accessSync(inMemory, fileConstants.W_OK);
    return inMemory;
  } catch {
    return tmpdir();
  }
}

/** Commands that the session needs and PATH does not have. */
export function missingCommands(path = process.env.PATH ?? '') {
  const folders = path.split(delimiter);
  return ['dbus-run-session', 'dbus-send', 'gnome-keyring-daemon', 'bash'].filter(
    (name) => !folders.some((folder) => existsSync(join(folder, name))),
  );
}

/** @param {import('node:child_process').ChildProcess} child @returns {Promise<number>} */
function exitOf(child) {
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('exit', (code, signal) => resolve(code ?? (signal === null ? 1 : 128 + constants.signals[signal])));
  });
}
