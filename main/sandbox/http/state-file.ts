import { readFileSync, renameSync } from 'node:fs';
import { mkdir, open, rename } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Clock } from '../clock.ts';
import { dateTime } from '../engine/dates.ts';
import type { StoredRecords } from '../engine/in-memory-store.ts';
import type { SandboxLog } from '../options.ts';
import { whenLetGo } from './held-file.ts';
import type { StoredKey } from './service-keys.ts';

interface SandboxState {
  readonly version: 1;
  /** Reused if no port is requested, so that QR codes on screens stay valid. */
  readonly port: number;
  readonly ledger: StoredRecords;
  readonly serviceKeys: readonly StoredKey[];
}

export type StateFile = ReturnType<typeof createStateFile>;

/** Reads the state. An invalid file is renamed and logged. Returns undefined for an invalid or missing file. */
export function readState(path: string, now: number, log: SandboxLog): SandboxState | undefined {
  const text = textOf(path);
  if (text === undefined) return undefined;
  const state = parse(text);
  if (state) return state;
  const aside = `${path}.broken-${dateTime(now).replace(/[:.]/g, '-')}`;
  renameSync(path, aside);
  log.warn({ path, aside }, 'the state file cannot be read; it was set aside and a fresh state begins');
  return undefined;
}

function textOf(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}

export function createStateFile(path: string, read: () => SandboxState, log: SandboxLog, clock: Clock) {
  let dirty = false;
  let writing: Promise<void> | undefined;

  const writeChanges = async () => {
    // The next turn of the loop writes changes made during a write.
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
    /** Writes the state soon; simultaneous changes are written once. */
    changed(): void {
      dirty = true;
      writing ??= writeChanges();
    },
    /** Resolves once all changes so far are written, or have failed to be written. */
    saved: (): Promise<void> => writing ?? Promise.resolve(),
  };
}

/** A second file replaces the first, so that a crash leaves a whole file. Only the owner may read the file. */
async function writeWhole(path: string, text: string, clock: Clock): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  const next = `${path}.next`;
  const file = await open(next, 'w', 0o600);
  try {
    await file.writeFile(text);
    await file.datasync();
  } finally {
    await file.close();
  }
  await whenLetGo(() => rename(next, path), clock);
}

function parse(text: string): SandboxState | undefined {
  try {
    const state: Partial<SandboxState> | null = JSON.parse(text);
    const { profiles, apiKeys, payments, refunds, payouts } = state?.ledger ?? {};
    const lists = [state?.serviceKeys, profiles, apiKeys, payments, refunds, payouts];
    const isObject = (item: unknown) => typeof item === 'object' && item !== null;
    const isState = state?.version === 1 && lists.every((list) => Array.isArray(list) && list.every(isObject));
    return isState ? (state as SandboxState) : undefined;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
