import { join } from 'node:path';
import { type TillError, toTillError } from '../base/till-error.ts';
import { JOURNAL_FILE, journalFolder } from '../journal/account-folders.ts';
import type { JournalSeal } from '../journal/journal-seal.ts';
import type { Trust } from '../settings/read-trust.ts';
import { secretsFor } from '../settings/secrets.ts';
import type { TerminalFile } from '../settings/terminal-file-versions.ts';
import type { CheckedAccount } from '../support/checks/check.ts';

/** The account that a terminal is set to, with the journal of its payments. */
export interface LiveAccount {
  readonly account: CheckedAccount;
  readonly journalFile: string | undefined;
  readonly seal: JournalSeal | undefined;
}

export interface LiveAccountParts {
  readonly file: Pick<TerminalFile, 'settings'>;
  readonly dataFolder: string;
  /** What the keychain says of the terminal; `fault`: why it says nothing. */
  readonly found: Trust;
  readonly fault: TillError | undefined;
}

/** What can be had of it: settings without keys where the keychain has none, or none that are to be used. */
export function liveAccount({ file: { settings }, dataFolder, found, fault }: LiveAccountParts): LiveAccount {
  if (settings === undefined) return { account: { kind: 'none' }, journalFile: undefined, seal: undefined };
  const { environment } = settings.service;
  const journalFile = join(journalFolder(dataFolder, { environment, ...settings.merchant }), JOURNAL_FILE);
  try {
    if (fault !== undefined) throw fault;
    const { signingKey, apiKey, seal } = secretsFor(found, settings);
    return { account: { kind: 'held', settings, signingKey, apiKey, training: false }, journalFile, seal };
  } catch (thrown) {
    return { account: { kind: 'no-keys', settings, error: toTillError(thrown) }, journalFile, seal: undefined };
  }
}

/** Where training keeps what is played in it. */
export function trainingJournal(dataFolder: string): string {
  return join(dataFolder, 'training', JOURNAL_FILE);
}
