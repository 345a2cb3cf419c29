import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, watch, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Message of a second instance to the first before it exits. */
export interface Handover {
  readonly argv: readonly string[];
  readonly workingDirectory: string;
  readonly additionalData: unknown;
}

/** How long the first instance may take to accept the command line, as in Chromium. */
const PATIENCE_MS = Number(process.env['TILLMATE_HOST_SINGLETON_MS'] ?? 20_000);
const LOOK_EVERY_MS = 20;

/**
 * Takes the lock of a data folder: a file with the process that holds the lock, and a folder for the command lines of
 * later instances. Synchronous because `app.requestSingleInstanceLock()` is synchronous. Takes over the lock of a
 * process that is gone (killed, power cut). When the holder does not accept the command line in time, kills the holder
 * and takes over, as Chromium does on Linux and macOS.
 *
 * @returns a function that releases the lock, or `undefined` when another process holds it and has received `mine`.
 */
export function takeLock(
  folder: string,
  mine: Handover,
  onSecond: (handover: Handover) => void,
): (() => void) | undefined {
  mkdirSync(folder, { recursive: true });
  const lock = join(folder, 'SingletonLock');
  const inbox = join(folder, 'SingletonInbox');
  const holder = read(lock);
  if (holder !== undefined && holder !== identity(process.pid) && isAlive(holder)) {
    if (isTaken(leave(inbox, mine))) return undefined;
    process.stderr.write('host: the first instance does not answer: it is killed, as Chromium does.\n');
    if (isAlive(holder)) process.kill(pidOf(holder), 'SIGKILL');
  }
  if (!claim(lock, holder)) {
    leave(inbox, mine);
    return undefined;
  }
  rmSync(inbox, { recursive: true, force: true });
  mkdirSync(inbox, { recursive: true });
  const watcher = watch(inbox, { persistent: false }, () => collect(inbox, onSecond));
  return () => {
    watcher.close();
    rmSync(lock, { force: true });
    rmSync(inbox, { recursive: true, force: true });
  };
}

/** Blocks the process until the first instance has taken the file; false after the time limit. */
function isTaken(file: string): boolean {
  const asleep = new Int32Array(new SharedArrayBuffer(4));
  for (let waited = 0; waited < PATIENCE_MS; waited += LOOK_EVERY_MS) {
    if (!existsSync(file)) return true;
    Atomics.wait(asleep, 0, 0, LOOK_EVERY_MS);
  }
  return !existsSync(file);
}

/**
 * Creates the lock file, exclusively unless it replaces a dead holder's; returns whether this process holds the lock.
 */
function claim(lock: string, deadHolder: string | undefined): boolean {
  const mine = identity(process.pid) ?? String(process.pid);
  try {
    if (deadHolder === undefined) writeFileSync(lock, mine, { flag: 'wx' });
    else {
      writeFileSync(`${lock}.${process.pid}`, mine);
      renameSync(`${lock}.${process.pid}`, lock);
    }
  } catch (thrown) {
    if ((thrown as NodeJS.ErrnoException).code !== 'EEXIST') throw thrown;
  }
  return read(lock) === mine;
}

/** Returns the file; the first instance removes the file on reading. */
function leave(inbox: string, handover: Handover): string {
  mkdirSync(inbox, { recursive: true });
  const file = join(inbox, `${process.pid}-${process.hrtime.bigint()}`);
  writeFileSync(`${file}.part`, JSON.stringify(handover));
  renameSync(`${file}.part`, `${file}.json`);
  return `${file}.json`;
}

function collect(inbox: string, onSecond: (handover: Handover) => void): void {
  for (const name of readdirSync(inbox)) {
    if (!name.endsWith('.json')) continue;
    const file = join(inbox, name);
    const text = read(file);
    rmSync(file, { force: true });
    if (text !== undefined) onSecond(JSON.parse(text) as Handover);
  }
}

function read(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch (thrown) {
    if ((thrown as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw thrown;
  }
}

/** Process ID and, where /proc has it, start time: the system may have reused the process ID. */
function identity(pid: number): string | undefined {
  const stat = read(`/proc/${pid}/stat`);
  if (stat === undefined) return process.platform === 'linux' ? undefined : String(pid);
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return fields[0] === 'Z' ? undefined : `${pid} ${fields[19]}`;
}

function pidOf(holder: string): number {
  return Number(holder.split(' ')[0]);
}

function isAlive(holder: string): boolean {
  const pid = pidOf(holder);
  if (process.platform === 'linux') return identity(pid) === holder;
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
