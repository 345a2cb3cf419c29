import { spawn } from 'node:child_process';
import { accessSync, existsSync, constants as fileConstants, mkdtempSync, rmSync } from 'node:fs';
import { constants, tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { createInterface } from 'node:readline';

/** Time between SIGTERM and SIGKILL, ms. */
const GRACE_MS = 10_000;

/**
 * Runs `command` under a session bus with an unlocked GNOME Keyring; returns its exit code (128 + signal for a killed
 * command). SIGTERM, SIGINT and the end of `limit` end the command and its children.
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
    // The bus writes much to stderr, filtered below. The command's stderr uses descriptor 3.
    stdio: ['inherit', 'inherit', 'pipe', 2],
    // A separate process group: dbus-run-session forwards no signals, so the whole group is signalled.
    detached: true,
    env: { ...process.env, ...env, XDG_DATA_HOME: home, XDG_RUNTIME_DIR: home },
  });
  if (session.stderr !== null) {
    createInterface(session.stderr).on('line', (line) => {
      // The bus reports each started service and, in a container, its failure to raise limits.
      if (!line.startsWith('dbus-daemon[')) process.stderr.write(`${line}\n`);
    });
  }
  const pass = (/** @type {NodeJS.Signals} */ signal) => {
    if (session.pid === undefined) return;
    try {
      process.kill(-session.pid, signal);
    } catch {
      // The group has already ended.
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

/** Prefers memory: the keyring waits for its disk at each write, which takes seconds on a busy disk. */
function quickFolder() {
  const inMemory = '/dev/shm';
  try {
    accessSync(inMemory, fileConstants.W_OK);
    return inMemory;
  } catch {
    return tmpdir();
  }
}

/** Returns the session's required commands missing in PATH. */
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
