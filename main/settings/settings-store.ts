import { existsSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { firstCounter } from '../../preload/contract/settings-table.ts';
import type { Clock, Random } from '../base/clock.ts';
import { replaceFile, syncFolder } from '../base/durable-files.ts';
import { firmFiles } from '../base/patient-files.ts';
import { TillError } from '../base/till-error.ts';
import { readTerminalFile, TERMINAL_FILE_VERSION, type TerminalFile, terminalFile } from './terminal-file-versions.ts';

export interface SettingsParts {
  readonly clock: Clock;
  readonly random: Random;
  /** The disk's; passed in by tests, which make it fail. */
  readonly syncFolder?: typeof syncFolder;
  /** Told why a file that was replaced may be the old one again after a power cut. */
  unsynced?(cause: unknown): void;
}

export interface SettingsStore {
  readonly file: TerminalFile;
  /** The path of a file that could not be read; it is never deleted. */
  readonly setAside: string | undefined;
  /** Whole, or not at all: throws what the disk throws. Where only syncing the folder fails, it counts as saved. */
  write(next: TerminalFile): void;
  /** False where a power cut may bring the file before back. A folder that could not be synced is tried once more. */
  isDurable(): boolean;
}

/**
 * Reads `terminal.json` at `path`, or starts a new one. One that is not readable is set aside beside it under a dated name.
 * Errors, with the `file`: `settings.too-new`; `settings.unusable`, for a start that went on would give the terminal another
 * id, and lose the keys that the keychain has under the present one.
 */
export function openSettings(path: string, parts: SettingsParts): SettingsStore {
  try {
    return settingsAt(path, parts);
  } catch (cause) {
    if (cause instanceof TillError) throw cause;
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new TillError('settings.unusable', `The settings in ${path} cannot be used: ${why}`, {
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
  const syncOrTell = () => {
    try {
      sync();
    } catch (cause) {
      parts.unsynced?.(cause);
    }
  };
  // The terminal's id must outlive this run before any keychain entry carries it.
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
      syncOrTell();
    },
    isDurable() {
      if (unsynced) syncOrTell();
      return !unsynced;
    },
  };
}

function asidePath(path: string, now: number): string {
  return `${path}.broken-${new Date(now).toISOString().replaceAll(':', '-')}`;
}
