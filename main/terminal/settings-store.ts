import { closeSync, existsSync, fsyncSync, openSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { z } from 'zod';
import type { Clock, Random } from '../base/clock.ts';
import { TillError } from '../base/till-error.ts';
import { terminalSettings } from './settings.ts';

/** What a terminal keeps about itself: no secret, only the names under which the keychain has them. */
export const terminalFile = z.object({
  version: z.literal(1),
  /** Made once for this data folder; it keeps the keychain entries of two terminals on one machine apart. */
  terminalId: z.uuid(),
  /** What somebody chose; absent until somebody did. */
  mode: z.enum(['training', 'live']).optional(),
  settings: terminalSettings.optional(),
  /** Keychain accounts. A save writes new ones and then names them here, so that a crash leaves the old ones in force. */
  secrets: z
    .object({ signingKey: z.string(), apiKey: z.string().optional(), managerPin: z.string().optional() })
    .optional(),
});
export type TerminalFile = z.infer<typeof terminalFile>;

export interface SettingsParts {
  readonly clock: Clock;
  readonly random: Random;
}

export interface SettingsStore {
  readonly file: TerminalFile;
  /** Where a file that could not be read was set aside; it is never deleted. */
  readonly setAside: string | undefined;
  /** Replaces the file whole: after a crash there is the old one or the new one. Throws what the disk throws. */
  write(next: TerminalFile): void;
}

/**
 * Reads `path`, or starts a new file; a broken one is set aside beside it under a dated name. Throws TillError
 * `settings.unusable`, naming the `file`, where it cannot be read or a new one cannot be written: with another terminal
 * id in its place the keys in the keychain would be lost.
 */
export function openSettings(path: string, parts: SettingsParts): SettingsStore {
  try {
    return settingsAt(path, parts);
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new TillError('settings.unusable', `The settings in ${path} cannot be used: ${why}`, {
      values: { file: cause instanceof Error && 'path' in cause ? String(cause.path) : path },
      cause,
    });
  }
}

function settingsAt(path: string, parts: SettingsParts): SettingsStore {
  const fresh = (): TerminalFile => ({ version: 1, terminalId: parts.random.uuid() });
  const found = read(path);
  const setAside = found === 'broken' ? asidePath(path, parts.clock.now()) : undefined;
  if (setAside !== undefined) renameSync(path, setAside);
  let file = typeof found === 'string' ? fresh() : found;
  // The terminal's id must outlive this run before any keychain entry carries it.
  if (typeof found === 'string') replace(path, file);
  return {
    get file() {
      return file;
    },
    setAside,
    write(next) {
      const checked = terminalFile.parse(next);
      replace(path, checked);
      file = checked;
    },
  };
}

function read(path: string): TerminalFile | 'absent' | 'broken' {
  if (!existsSync(path)) return 'absent';
  const parsed = terminalFile.safeParse(jsonOrUndefined(readFileSync(path, 'utf8')));
  return parsed.success ? parsed.data : 'broken';
}

function jsonOrUndefined(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (fault) {
    if (fault instanceof SyntaxError) return undefined;
    throw fault;
  }
}

function asidePath(path: string, now: number): string {
  return `${path}.broken-${new Date(now).toISOString().replaceAll(':', '-')}`;
}

function replace(path: string, file: TerminalFile): void {
  const draft = `${path}.new`;
  const handle = openSync(draft, 'w', 0o600);
  try {
    // To its end, or not at all: on a disk that fills up, one call of the system writes a part and says nothing.
    writeFileSync(handle, `${JSON.stringify(file, null, 2)}\n`);
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
  renameSync(draft, path);
  syncFolder(dirname(path));
}

/** The new name is durable once its folder is; Windows has no handle for folders and syncs names by itself. */
function syncFolder(folder: string): void {
  if (process.platform === 'win32') return;
  const handle = openSync(folder, 'r');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}
