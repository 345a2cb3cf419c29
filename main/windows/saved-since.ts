import { createHmac, randomBytes } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { TillError } from '../base/till-error.ts';
import { keysForAccount } from '../identity/keys-of-account.ts';
import type { TerminalTrust } from '../settings/current-trust.ts';
import { stateOf } from '../settings/read-trust.ts';
import type { SettingsStore } from '../settings/settings-store.ts';
import type { TerminalFile } from '../settings/terminal-file-versions.ts';

/** `settings` is absent if unchanged. */
export type Replaced = Pick<TerminalFile, 'counter' | 'settings'>;

/** Detects a form read before another save, and offers undo. */
export type SettingsEditions = ReturnType<typeof createSettingsEditions>;

export function createSettingsEditions(store: Pick<SettingsStore, 'file'>, trust: Pick<TerminalTrust, 'found'>) {
  // A new key in each run, so that a version reveals nothing about secrets.
  const key = randomBytes(32);
  const named = (...values: readonly unknown[]) =>
    createHmac('sha256', key).update(JSON.stringify(values)).digest('base64url');
  const fields = ({ settings, counter }: TerminalFile) => named(settings ?? null, counter);
  let last: { readonly before: TerminalFile; readonly after: string } | undefined;

  function now(): string {
    const { signingKey, apiKey } = stateOf(trust.found);
    return named(fields(store.file), signingKey ?? null, apiKey ?? null);
  }

  return {
    now,
    /** Throws `TillError` `settings.stale`. */
    require(version: string): void {
      if (version === now()) return;
      throw new TillError('settings.stale', 'Settings saved again since they were read');
    },
    /** Remembers the settings before a save. Must be called before the next save can begin. */
    replaced(before: TerminalFile): void {
      const after = fields(store.file);
      last = after === fields(before) ? last : { before, after };
    },
    /** Settings to restore; undefined after a further change, or if undo would change the account's keys or mode. */
    undoable(): Replaced | undefined {
      if (last === undefined || last.after !== fields(store.file)) return undefined;
      const { before } = last;
      if (isDeepStrictEqual(before.settings, store.file.settings)) return { counter: before.counter };
      return isSameAccount(before, store.file) ? { counter: before.counter, settings: before.settings } : undefined;
    },
  };
}

function isSameAccount(one: TerminalFile, other: TerminalFile): boolean {
  if (one.settings === undefined || other.settings === undefined) return false;
  if (one.mode !== 'live' || other.mode !== 'live') return false;
  return isDeepStrictEqual(keysForAccount(one.settings), keysForAccount(other.settings));
}
