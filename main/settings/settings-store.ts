import { existsSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { firstCounter } from '../../preload/contract/settings-table.ts';
import type { Clock, Random } from '../base/clock.ts';
import { replaceFile, syncFolder } from '../base/durable-files.ts';
import { firmFiles } from '../base/patient-files.ts';
import { TillError } from '../base/till-error.ts';
import { readTerminalFile, TERMINAL_FILE_VERSION, type TerminalFile, terminalFile } from './terminal-file-versions.ts';

interface SettingsParts {
  readonly clock: Clock;
  readonly random: Random;
  /** Tests inject a failing disk. */
  readonly syncFolder?: typeof syncFolder;
  /** Called when a power cut may bring the previous file back. */
  unsynced?(cause: unknown): void;
}

export interface SettingsStore {
  readonly file: TerminalFile;
  /** The path of an unreadable file, renamed and never deleted. */
  readonly setAside: string | undefined;
  /** Writes the file completely or not at all. Throws disk errors. A failed sync of the folder counts as saved. */
  write(next: TerminalFile): void;
  /** Returns false if a power cut may bring the previous file back. Retries a failed sync of the folder. */
  isDurable(): boolean;
}

/**
 * Reads `terminal.json` at `path`, or starts a new file. Renames an unreadable file to a dated name in the same folder.
 * Throws `TillError` with the `file`: `settings.too-new`; `settings.unusable`, since going on would give the terminal a
 * new id and lose its keychain entries.
 */
export function openSettings(path: string, parts: SettingsParts): SettingsStore {
  try {
    return settingsAt(path, parts);
  } catch (cause) {
    if (cause instanceof TillError) throw cause;
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new TillError('settings.unusable', `Settings in ${path} not usable: ${why}`, {
      values: { file: cause instanceof Error && 'path' in cause ? String(cause.path) : path },
      cause,
    });
  }
}

function settingsAt(path: string, parts: SettingsParts): SettingsStore {
  const stored = existsSync(path) ? readTerminalFile(path, readFileSync(path, 'utf8')) : 'absent';
  const setAside = stored === 'broken' ? asidePath(path, parts.clock.now()) : undefined;
  if (setAside !== undefined) firmFiles.rename(path, setAside);
  let file: TerminalFile =
    typeof stored === 'string'
      ? { version: TERMINAL_FILE_VERSION, terminalId: parts.random.uuid(), counter: firstCounter }
      : stored;
  let unsynced = false;
  const sync = () => {
    unsynced = true;
    (parts.syncFolder ?? syncFolder)(dirname(path));
    unsynced = false;
  };
  const replace = (next: TerminalFile): void => {
    replaceFile(path, `${JSON.stringify(next, null, 2)}\n`);
    file = next;
  };
  const syncOrReport = () => {
    try {
      sync();
    } catch (cause) {
      parts.unsynced?.(cause);
    }
  };
  // The terminal's id must be on disk before any keychain entry uses the id.
  if (typeof stored === 'string') {
    replace(file);
    sync();
  }
  return {
    get file() {
      return file;
    },
    setAside,
    write(next) {
      replace(terminalFile.parse(next));
      syncOrReport();
    },
    isDurable() {
      if (unsynced) syncOrReport();
      return !unsynced;
    },
  };
}

function asidePath(path: string, now: number): string {
  return `${path}.broken-${new Date(now).toISOString().replaceAll(':', '-')}`;
}
