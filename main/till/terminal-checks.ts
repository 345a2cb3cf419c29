import type { TerminalTrust } from '../settings/current-trust.ts';
import type { SettingsStore } from '../settings/settings-store.ts';
import { type Checks, createChecks } from '../support/checks/checks.ts';
import { beginRound, type CheckedTerminal, type RoundParts } from '../support/checks/round.ts';
import { type LiveAccount, liveAccount, trainingJournal } from './live-account.ts';
import type { Till } from './switchable-till.ts';

export interface TerminalChecksParts extends Omit<RoundParts, 'terminal'> {
  readonly store: Pick<SettingsStore, 'file'>;
  readonly trust: Pick<TerminalTrust, 'found' | 'fault'>;
  readonly till: Pick<Till, 'mode' | 'opened' | 'openError'>;
}

/** Checks the running terminal in any mode, with or without an open till. */
export function createTerminalChecks(parts: TerminalChecksParts): Checks {
  const { clock, version, log } = parts;
  return createChecks({
    clock,
    version,
    begin: () => beginRound({ ...parts, terminal: () => terminalOf(parts) }),
    found: ({ id, state, finding, ms }) => {
      const logIt = state === 'failed' || state === 'warning' ? log.warn : log.info;
      logIt('Check completed', { check: id, stage: state, code: finding, ms });
    },
  });
}

function terminalOf(parts: TerminalChecksParts): CheckedTerminal {
  const { opened, openError } = parts.till;
  const { account, journalFile: file, seal } = accountOf(parts);
  return {
    account,
    journal: { file, seal, trouble: openError?.code.startsWith('journal.') ? openError : undefined },
    callbacks: { running: opened !== undefined, error: opened?.callbackError },
    otherValues: opened?.connection.otherValues ?? [],
    printer: parts.store.file.counter.printing?.printer ?? '',
  };
}

function accountOf({ till, store, trust, dataFolder }: TerminalChecksParts): LiveAccount {
  const { mode, opened } = till;
  if (mode !== 'training') return liveAccount({ file: store.file, dataFolder, found: trust.found, fault: trust.fault });
  const practice = { journalFile: trainingJournal(dataFolder), seal: undefined };
  if (opened?.practiceKey === undefined) return { account: { kind: 'none' }, ...practice };
  const { settings, practiceKey: signingKey } = opened;
  return { account: { kind: 'held', settings, signingKey, apiKey: undefined, training: true }, ...practice };
}
