import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, watch, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** What a second instance hands to the first before it goes. */
export interface Handover {
  readonly argv: readonly string[];
  readonly workingDirectory: string;
  readonly additionalData: unknown;
}

/** How long Chromium gives the first instance to take the command line. */
const PATIENCE_MS = Number(process.env['TILLMATE_HOST_SINGLETON_MS'] ?? 20_000);
const LOOK_EVERY_MS = 20;

/**
 * The lock of one data folder: a file that names the process holding it, and a folder in which later instances leave
 * their command line. Everything is synchronous because `app.requestSingleInstanceLock()` is. A lock whose process is
 * gone (killed, power cut) is taken over. So is that of a process that does not take the command line in time: as
 * Chromium does on Linux and macOS, the second instance kills it.
 *
 * @returns how to release it, or `undefined` when another process has it, which then has `mine`.
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

/** Waits, with the whole process, until the first instance has taken the file; false when it does not. */
function isTaken(file: string): boolean {
  const asleep = new Int32Array(new SharedArrayBuffer(4));
  for (let waited = 0; waited < PATIENCE_MS; waited += LOOK_EVERY_MS) {
    if (!existsSync(file)) return true;
    Atomics.wait(asleep, 0, 0, LOOK_EVERY_MS);
  }
  return !existsSync(file);
}

/** Creates the lock, exclusively unless a dead holder's is to be replaced; tells whether it is ours afterwards. */
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

/** Answers with the file, which the first instance removes when it takes it. */
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

/** Process id and, where /proc tells it, start time: a process id alone may have been given to somebody else since. */
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
