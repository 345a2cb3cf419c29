import type { Clock, Random } from '../base/clock.ts';
import { toTillError } from '../base/till-error.ts';
import type { Keychain } from '../identity/keychain.ts';
import type { CommandLine } from './options.ts';

export interface CommandRun {
  readonly userDataDir: string;
  readonly packaged: boolean;
  readonly version: string;
  readonly signal: AbortSignal;
}

interface CommandParts {
  readonly args: CommandLine;
  readonly clock: Clock;
  readonly random: Random;
  /** Throws `TillError` `start.option-refused`. */
  prepare(): CommandRun;
  /** Throws `TillError` `keychain.*`. */
  keychain(): Promise<Keychain>;
}

const REFUSED = 2;

export function isCommand({ export: words, check }: CommandLine): boolean {
  return words !== undefined || check !== undefined;
}

/** Runs the command of the command line and returns the exit status. Never rejects. */
export async function runCommand({ args, prepare, keychain, ...parts }: CommandParts): Promise<number> {
  const complain = (line: string) => console.error(`Tillmate: ${line}`);
  const print = (text: string) => console.log(text);
  try {
    const { userDataDir: dataFolder, packaged, version, signal } = prepare();
    const started = { training: args.training, packaged };
    const command = { ...parts, dataFolder, started, signal, print, complain };
    if (args.export !== undefined) {
      const { exportAtCommandLine } = await import('./export.ts');
      return await exportAtCommandLine({ ...command, words: args.export });
    }
    const { checkAtCommandLine } = await import('./check.ts');
    return await checkAtCommandLine({ ...command, form: args.check ?? '', version, env: process.env, keychain });
  } catch (thrown) {
    complain(toTillError(thrown).message);
    return REFUSED;
  }
}
