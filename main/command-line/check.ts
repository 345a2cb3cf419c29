import type { CheckReport } from '../../preload/contract/checks.ts';
import type { Clock, Random } from '../base/clock.ts';
import { type EnglishWords, englishWords } from '../base/native-words.ts';
import { TillError, toTillError } from '../base/till-error.ts';
import type { Keychain } from '../identity/keychain.ts';
import { namesRecord, readTrust, type Trust } from '../settings/read-trust.ts';
import { type TerminalFile, terminalFileIn } from '../settings/terminal-file-versions.ts';
import { createChecks } from '../support/checks/checks.ts';
import { proxyFromEnvironment } from '../support/checks/network-checks.ts';
import { inWords, reportText, worstOf } from '../support/checks/report-text.ts';
import { beginRound, type CheckedTerminal } from '../support/checks/round.ts';
import { createLog } from '../support/log.ts';
import { liveAccount, trainingJournal } from '../till/live-account.ts';

export interface CheckCommand {
  /** The value of `--check`: empty, `text` or `json`. */
  readonly form: string;
  readonly dataFolder: string;
  readonly started: { readonly training: boolean };
  readonly version: string;
  readonly clock: Clock;
  readonly random: Random;
  readonly signal: AbortSignal;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Throws `TillError` `keychain.*`. */
  keychain(): Promise<Keychain>;
  print(text: string): void;
  /** Prints an error for the job's log. */
  complain(line: string): void;
}

/** Exit codes for fleet tools. `refused`: wrong command line, nothing was checked. */
const CHECK_EXIT = { ok: 0, failed: 1, refused: 2, warning: 3 } as const;

/**
 * `--check`: checks the terminal without windows, also next to a running till. Takes no lock. Writes a test entry to
 * the keychain and a small file to the data folder, and removes both. Never rejects; returns the exit status.
 */
export async function checkAtCommandLine(command: CheckCommand): Promise<number> {
  const { form, print, complain } = command;
  if (!['', 'text', 'json'].includes(form)) {
    complain(`--check takes no value, text or json, not "${form.slice(0, 100)}"`);
    return CHECK_EXIT.refused;
  }
  try {
    const report = await reportOf(command);
    const words = await englishWords();
    print(form === 'json' ? JSON.stringify(withWords(report, words)) : reportText(report, words));
    return CHECK_EXIT[worstOf(report.checks)];
  } catch (thrown) {
    const { code, message } = toTillError(thrown);
    complain(`No checks: ${message} (${code})`);
    return CHECK_EXIT.failed;
  }
}

async function reportOf(command: CheckCommand): Promise<CheckReport> {
  const { dataFolder, version, clock, random, env } = command;
  const file = terminalFileIn(dataFolder);
  const terminal = await terminalOf(command, file);
  const checks = createChecks({
    clock,
    version,
    begin: () =>
      beginRound({
        ...command,
        // Discards log lines: a running till writes the log of this folder.
        log: createLog({ write: () => undefined, close: () => undefined }),
        clock,
        random,
        network: { resolveProxy: async (url) => proxyFromEnvironment(url, env) },
        terminal: () => terminal,
        surroundings: undefined,
        updates: () => undefined,
      }),
  });
  return checks.run(command.signal);
}

async function terminalOf(command: CheckCommand, file: TerminalFile | undefined): Promise<CheckedTerminal> {
  const { dataFolder, started } = command;
  const rest = { callbacks: { running: false, error: undefined }, printer: '', otherValues: [] };
  if (file === undefined || started.training) {
    const journal = { file: trainingJournal(dataFolder), seal: undefined, trouble: undefined };
    return { account: { kind: 'none' }, journal, ...rest };
  }
  const { account, journalFile, seal } = liveAccount({ file, dataFolder, ...(await trustIn(command, file)) });
  const trainingFile = file.settings === undefined ? trainingJournal(dataFolder) : undefined;
  return { account, journal: { file: journalFile ?? trainingFile, seal, trouble: undefined }, ...rest };
}

/** Reads the keychain without writing: a running till next to this process owns the entries. */
async function trustIn({ keychain }: CheckCommand, file: TerminalFile) {
  const none: Trust = { kind: 'none' };
  if (!namesRecord(file)) return { found: none, fault: undefined };
  const refuse = async () => {
    throw new TillError('keychain.missing', 'Checks do not write to the keychain');
  };
  try {
    const held = await keychain();
    const found = await readTrust({
      store: { file, setAside: undefined, write: () => undefined, isDurable: () => false },
      keychain: { get: (account) => held.get(account), set: refuse, delete: refuse },
      leftBehind: () => undefined,
      tallyInUse: () => undefined,
    });
    return { found, fault: undefined };
  } catch (thrown) {
    return { found: none, fault: toTillError(thrown) };
  }
}

function withWords(report: CheckReport, words: EnglishWords) {
  const checks = report.checks.map((result) => ({ ...result, ...inWords(result, words) }));
  return { ...report, result: worstOf(report.checks), checks };
}
