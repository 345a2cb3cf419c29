import { join } from 'node:path';
import type { TerminalView } from '../../preload/contract/views.ts';
import { dataFiles, dataFolders } from '../base/data-files.ts';
import { type TillError, toTillError } from '../base/till-error.ts';
import { journalFolder } from '../journal/account-folders.ts';
import type { JournalSeal } from '../journal/sealing.ts';
import { accountOf } from '../settings/account-of-settings.ts';
import type { Trust } from '../settings/read-trust.ts';
import { secretsFor } from '../settings/secrets.ts';
import type { TerminalSettings } from '../settings/settings.ts';
import type { TerminalFile } from '../settings/terminal-file-versions.ts';
import type { CheckedAccount } from '../support/checks/check.ts';

export interface LiveAccount {
  readonly account: CheckedAccount;
  readonly journalFile: string | undefined;
  readonly seal: JournalSeal | undefined;
}

interface LiveAccountParts {
  readonly file: Pick<TerminalFile, 'settings'>;
  readonly dataFolder: string;
  readonly found: Trust;
  /** The reason for an unread keychain. */
  readonly fault: TillError | undefined;
}

/** Returns the account; without keys if the keychain has no usable keys. */
export function liveAccount({ file: { settings }, dataFolder, found, fault }: LiveAccountParts): LiveAccount {
  if (settings === undefined) return { account: { kind: 'none' }, journalFile: undefined, seal: undefined };
  const journalFile = journalFileOf(dataFolder, settings);
  try {
    if (fault !== undefined) throw fault;
    const { signingKey, apiKey, seal } = secretsFor(found, settings);
    return { account: { kind: 'held', settings, signingKey, apiKey, training: false }, journalFile, seal };
  } catch (thrown) {
    return { account: { kind: 'no-keys', settings, error: toTillError(thrown) }, journalFile, seal: undefined };
  }
}

export function journalFileOf(dataFolder: string, settings: TerminalSettings): string {
  return join(journalFolder(dataFolder, accountOf(settings)), dataFiles.journal);
}

export function trainingJournal(dataFolder: string): string {
  return join(dataFolder, dataFolders.training, dataFiles.journal);
}

/** Returns the file of the open journal, or of the journal to open; undefined without an account. */
export function journalAtHand(
  {
    opened,
    mode,
  }: {
    readonly opened: { readonly journal: { readonly file: string } } | undefined;
    readonly mode: TerminalView['mode'];
  },
  dataFolder: string,
  settings: TerminalSettings | undefined,
): string | undefined {
  if (opened !== undefined) return opened.journal.file;
  if (mode === 'training') return trainingJournal(dataFolder);
  return settings && journalFileOf(dataFolder, settings);
}
