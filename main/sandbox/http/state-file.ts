import { readFileSync, renameSync } from 'node:fs';
import { mkdir, open, rename } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Clock } from '../clock.ts';
import { dateTime } from '../engine/dates.ts';
import type { StoredRecords } from '../engine/in-memory-store.ts';
import type { SandboxLog } from '../options.ts';
import type { StoredKey } from './service-keys.ts';

/** What a sandbox remembers from one run to the next. */
export interface SandboxState {
  readonly version: 1;
  /** Used again where no port is asked for, so that QR codes on screens stay valid. */
  readonly port: number;
  readonly ledger: StoredRecords;
  readonly serviceKeys: readonly StoredKey[];
}

export interface StateFile {
  /** Writes the state soon; changes of the same moment are written once. */
  changed(): void;
  /** Resolves once all changes so far are written. A write that fails is logged, and resolves too. */
  saved(): Promise<void>;
}

/** Reads the state. A file that is no state is renamed and logged; then, as without a file, the answer is undefined. */
export function readState(path: string, now: number, log: SandboxLog): SandboxState | undefined {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
  const state = parse(text);
  if (state) return state;
  const aside = `${path}.broken-${dateTime(now).replace(/[:.]/g, '-')}`;
  renameSync(path, aside);
  log.warn({ path, aside }, 'the state file cannot be read; it was set aside and a fresh state begins');
  return undefined;
}

export function createStateFile(path: string, read: () => SandboxState, log: SandboxLog, clock: Clock): StateFile {
  let dirty = false;
  let writing: Promise<void> | undefined;

  const writeChanges = async () => {
    // Changes during a write are written by the next turn of the loop.
    await Promise.resolve();
    while (dirty) {
      dirty = false;
      try {
        await writeWhole(path, JSON.stringify(read()), clock);
      } catch (error) {
        log.warn({ path, error }, 'the state file cannot be written');
      }
    }
    writing = undefined;
  };

  return {
    changed() {
      dirty = true;
      writing ??= writeChanges();
    },
    saved: () => writing ?? Promise.resolve(),
  };
}

/**
 * Written to a second file, which then replaces the first, so that a crash leaves one whole. Only the owner may read
 * it.
 */
async function writeWhole(path: string, text: string, clock: Clock): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  const beside = `${path}.next`;
  const file = await open(beside, 'w', 0o600);
  try {
    await file.writeFile(text);
    await file.datasync();
  } finally {
    await file.close();
  }
  await whenLetGo(() => rename(beside, path), clock);
}

const HELD: ReadonlySet<unknown> = new Set(['EPERM', 'EBUSY', 'EACCES']);
/** 2 s in all, ms. */
const PAUSES_MS = [20, 60, 120, 300, 500, 1_000];

/** Runs `task` again for a moment where Windows says that another program, such as a virus scanner, holds the file. */
export async function whenLetGo(
  task: () => Promise<void>,
  clock: Clock,
  platform: NodeJS.Platform = process.platform,
): Promise<void> {
  for (const pauseMs of platform === 'win32' ? PAUSES_MS : []) {
    try {
      return await task();
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && HELD.has(error.code))) throw error;
    }
    await new Promise<void>((resolve) => clock.after(pauseMs, resolve));
  }
  await task();
}

function parse(text: string): SandboxState | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isState(value) ? value : undefined;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

function isState(value: unknown): value is SandboxState {
  if (typeof value !== 'object' || value === null) return false;
  const { version, ledger, serviceKeys } = value as Partial<SandboxState>;
  if (version !== 1 || !Array.isArray(serviceKeys) || typeof ledger !== 'object' || ledger === null) return false;
  const lists = [ledger.profiles, ledger.apiKeys, ledger.payments, ledger.refunds, ledger.payouts];
  return lists.every((list) => Array.isArray(list) && list.every((item) => typeof item === 'object' && item !== null));
}
