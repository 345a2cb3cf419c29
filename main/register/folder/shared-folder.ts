import { randomUUID } from 'node:crypto';
import { constants, type Stats } from 'node:fs';
import * as systemDisk from 'node:fs/promises';
import { posix, win32 } from 'node:path';
import { TillError } from '../../base/till-error.ts';

export type Disk = Pick<typeof systemDisk, 'lstat' | 'mkdir' | 'open' | 'readdir' | 'realpath' | 'rename' | 'unlink'>;

const PLACES = { in: ['in'], taken: ['in', 'taken'], refused: ['in', 'refused'], out: ['out'] } as const;
export type Place = keyof typeof PLACES;
type Names = readonly string[];

interface FoundFile {
  /** Undefined if larger than `MOST_BYTES`. */
  readonly bytes: Buffer | undefined;
  /** ms since the epoch, by the clock of the sharing machine. */
  readonly mtimeMs: number;
}

interface Reached {
  readonly path: string;
  verify(): Promise<void>;
  close(): Promise<void>;
}

export const MOST_BYTES = 16 * 1024;
const { O_DIRECTORY, O_NOFOLLOW, O_NONBLOCK, O_RDONLY } = constants;
const DRAFT = /^\.tillmate-[\da-f-]{36}\.(part|probe)$/;

/**
 * A folder that other machines write to. Subfolders may be replaced with links to the till's data, so each operation
 * verifies its folders and uses plain files only: on Linux through folder handles, elsewhere before and after. Throws
 * `TillError` `register.folder`, and disk errors for a single file.
 */
export class SharedFolder {
  readonly #root: string;
  readonly #disk: Disk;
  readonly #platform: NodeJS.Platform;
  readonly #join: typeof posix.join;
  /** Permission bits of the folder, copied to the till's own files. Undefined on Windows. */
  #mode: number | undefined;

  constructor(folder: string, disk: Disk = systemDisk, platform: NodeJS.Platform = process.platform) {
    const path = platform === 'win32' ? win32 : posix;
    // With a trailing slash, a link would be followed.
    this.#root = path.resolve(folder);
    this.#join = path.join;
    this.#disk = disk;
    this.#platform = platform;
  }

  /** A missing share is not created. */
  async prepare(): Promise<void> {
    const { mode } = await this.#within([], async () => this.#disk.lstat(this.#root));
    if (this.#platform !== 'win32') this.#mode = mode;
    for (const names of Object.values(PLACES))
      await this.#within(names, async () => undefined).catch((thrown: unknown) =>
        isAbsent(thrown) ? this.#make(names) : Promise.reject(thrown),
      );
  }

  names(place: Place): Promise<readonly string[]> {
    return this.#within(PLACES[place], (path) => this.#disk.readdir(path));
  }

  stat(place: Place, name: string): Promise<Stats> {
    return this.#within(PLACES[place], (path) => this.#disk.lstat(this.#join(path, name)));
  }

  /** Undefined for a link or a folder. */
  read(place: Place, name: string): Promise<FoundFile | undefined> {
    return this.#within(PLACES[place], async (folder) => {
      const path = this.#join(folder, name);
      const seen = await this.#disk.lstat(path);
      if (!seen.isFile()) return undefined;
      const file = await this.#disk.open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
      try {
        const { size, mtimeMs, ino, dev } = await file.stat();
        if (ino !== seen.ino || dev !== seen.dev) return undefined;
        return { mtimeMs, bytes: size > MOST_BYTES ? undefined : await file.readFile() };
      } finally {
        await file.close();
      }
    });
  }

  move(from: { readonly place: Place; readonly name: string }, place: Place, name: string): Promise<void> {
    return this.#within(PLACES[from.place], (source) =>
      this.#within(PLACES[place], async (target) => {
        const path = this.#join(source, from.name);
        if (!(await this.#disk.lstat(path)).isFile()) throw notPlain(from.name);
        await this.#disk.rename(path, this.#join(target, name));
      }),
    );
  }

  remove(place: Place, name: string): Promise<void> {
    return this.#within(PLACES[place], async (folder) => {
      const path = this.#join(folder, name);
      const found = await this.#found(path);
      if (found === undefined) return;
      if (!found.isFile()) throw notPlain(name);
      await this.#disk.unlink(path);
    });
  }

  write(place: Place, name: string, text: string): Promise<void> {
    return this.#within(PLACES[place], async (folder) => {
      const path = this.#join(folder, name);
      if ((await this.#found(path))?.isFile() === false) throw notPlain(name);
      const draft = await this.#draft(folder, 'part', text);
      try {
        await this.#disk.rename(draft, path);
      } catch (thrown) {
        await this.#disk.unlink(draft);
        throw thrown;
      }
    });
  }

  /** ms since the epoch, by the clock of the sharing machine. */
  now(): Promise<number> {
    return this.#within(PLACES.taken, async (folder) => {
      const probe = await this.#draft(folder, 'probe', '.');
      const { mtimeMs } = await this.#disk.lstat(probe);
      await this.#disk.unlink(probe);
      return mtimeMs;
    });
  }

  /** Drafts, and names accepted by `isOwn`: plain files older than `time` only. */
  async clean(place: Place, time: number, isOwn: (name: string) => boolean): Promise<void> {
    for (const name of await this.names(place)) {
      if (!DRAFT.test(name) && !isOwn(name)) continue;
      const found = await this.stat(place, name);
      if (found.isFile() && found.mtimeMs < time) await this.remove(place, name);
    }
  }

  async #draft(folder: string, kind: 'part' | 'probe', text: string): Promise<string> {
    const path = this.#join(folder, `.tillmate-${randomUUID()}.${kind}`);
    const file = await this.#disk.open(path, 'wx', 0o600);
    try {
      if (this.#mode !== undefined) await file.chmod(this.#mode & 0o666);
      await file.writeFile(text);
      await file.sync();
    } finally {
      await file.close();
    }
    return path;
  }

  async #found(path: string): Promise<Stats | undefined> {
    return this.#disk.lstat(path).catch((thrown: unknown) => (isAbsent(thrown) ? undefined : Promise.reject(thrown)));
  }

  #make(names: Names): Promise<void> {
    const name = names.at(-1) ?? '';
    return this.#within(names.slice(0, -1), async (parent) => {
      const path = this.#join(parent, name);
      await this.#disk.mkdir(path, 0o700);
      if (this.#mode === undefined) return;
      const made = await this.#disk.open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW);
      // Keeps the setgid bit, with which files inherit the group.
      await made.chmod(this.#mode & 0o2777).finally(() => made.close());
    });
  }

  async #within<T>(names: Names, act: (path: string) => Promise<T>): Promise<T> {
    const fault = (thrown: unknown) => Promise.reject(toFolderError(thrown, this.#join(this.#root, ...names)));
    const reached = await (this.#platform === 'linux' ? this.#held(names) : this.#checked(names)).catch(fault);
    try {
      const result = await act(reached.path);
      await reached.verify().catch(fault);
      return result;
    } finally {
      await reached.close();
    }
  }

  /** Opens folders through the handle of the parent: a link created later has no effect. */
  async #held(names: Names): Promise<Reached> {
    const handles: systemDisk.FileHandle[] = [];
    const close = async () => {
      for (const handle of handles) await handle.close();
    };
    let path = this.#root;
    try {
      for (const name of ['', ...names]) {
        const handle = await this.#disk.open(this.#join(path, name), O_RDONLY | O_DIRECTORY | O_NOFOLLOW);
        handles.push(handle);
        path = `/proc/self/fd/${handle.fd}`;
      }
    } catch (thrown) {
      await close();
      throw thrown;
    }
    return { path, close, verify: async () => undefined };
  }

  async #checked(names: Names): Promise<Reached> {
    const before = await this.#identity(names);
    const verify = async () => {
      if ((await this.#identity(names)) !== before) throw new Error('was replaced');
    };
    return { path: this.#join(this.#root, ...names), verify, close: async () => undefined };
  }

  /** `lstat` reports a junction to a drive as a link. A junction to a volume shows only in `realpath`. */
  async #identity(names: Names): Promise<string> {
    let [path, real, identity] = [this.#root, '', ''];
    for (const name of ['', ...names]) {
      path = this.#join(path, name);
      const facts = await this.#disk.lstat(path);
      const parent = real;
      real = await this.#disk.realpath(path);
      const isInPlace = name === '' || real.toLowerCase() === this.#join(parent, name).toLowerCase();
      if (!facts.isDirectory() || !isInPlace) throw new Error('is a link or not a folder');
      identity += ` ${facts.dev}:${facts.ino}`;
    }
    return identity;
  }
}

/** A disk fault may pass by itself; a fault of the request does not. */
export function isDiskFault(thrown: unknown): boolean {
  return thrown instanceof TillError
    ? thrown.code === 'register.folder'
    : thrown instanceof Error && 'syscall' in thrown;
}

export function toFolderError(thrown: unknown, path: string): TillError {
  if (thrown instanceof TillError && thrown.code === 'register.folder') return thrown;
  const why = thrown instanceof Error ? thrown.message : String(thrown);
  return new TillError('register.folder', `Folder for registers not usable: ${path}: ${why}`, {
    retryable: true,
    values: { file: path },
    cause: thrown,
  });
}

function isAbsent(thrown: unknown): boolean {
  const fault = thrown instanceof TillError ? thrown.cause : thrown;
  return fault instanceof Error && 'code' in fault && fault.code === 'ENOENT';
}

function notPlain(name: string): TillError {
  return new TillError('register.folder', `${name} is a link or a folder`, { retryable: true, values: { file: name } });
}
