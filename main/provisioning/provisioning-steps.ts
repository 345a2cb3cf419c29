import { randomBytes } from 'node:crypto';
import { closeSync, fsyncSync, ftruncateSync, openSync, statSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { basename, dirname } from 'node:path';
import { Readable } from 'node:stream';
import type {
  ProvisioningChange,
  ProvisioningFault,
  ProvisioningQuestion,
  ProvisioningStage,
} from '../../preload/contract/provisioning.ts';
import type { Clock } from '../base/clock.ts';
import type { FieldError } from '../base/field-errors.ts';
import { handedText, readHandedFile } from '../base/handed-file.ts';
import type { Log } from '../base/log.ts';
import { firmFiles } from '../base/patient-files.ts';
import { TillError, toTillError } from '../base/till-error.ts';
import { isWithinFolder } from '../base/within-folder.ts';
import type { ProvisionWith } from '../command-line/options.ts';
import { LARGEST_INPUT_BYTES, readLines } from '../command-line/standard-input.ts';
import { type GivenValues, OPTIONS_OF } from './option-values.ts';
import type { Provisioning } from './provisioning-file.ts';

export interface Source {
  readonly path: string;
  /** True if a person at the till chose the file and sees each step; false for a file from the command line. */
  readonly byHand: boolean;
  readonly given: GivenValues;
  /** True if a PIN was announced on the command line. */
  readonly pinWanted: boolean;
  readonly passphrase?: string | undefined;
}

/** A question about a file, with its private data. */
export type Step =
  | { readonly stage: 'passphrase'; readonly text: string }
  | { readonly stage: 'missing'; readonly text: string; readonly needs: Needs }
  | { readonly stage: 'faults'; readonly faults: readonly ProvisioningFault[]; readonly count: number }
  | {
      readonly stage: 'changes';
      readonly provisioning: Provisioning;
      readonly changes: readonly ProvisioningChange[];
    };
export type Needs = Pick<ProvisioningStage<'missing'>, 'posId' | 'pin'>;
export type Asked = Step & { readonly id: number; readonly source: Source };
export type AskedChanges = Extract<Asked, { readonly stage: 'changes' }>;

/** Returns the question for the windows, without the file's content except the changes. */
export function questionOf(
  { id, source, ...step }: Asked,
  { isFresh, needsPin }: { isFresh(): boolean; needsPin(): boolean },
): ProvisioningQuestion {
  const asked = { id, file: basename(source.path) };
  switch (step.stage) {
    case 'passphrase':
      return { ...asked, stage: 'passphrase' };
    case 'missing':
      return { ...asked, stage: 'missing', ...step.needs };
    case 'faults':
      return { ...asked, stage: 'faults', faults: [...step.faults], count: step.count };
    case 'changes':
      return {
        ...asked,
        stage: 'changes',
        changes: [...step.changes],
        needsPin: needsPin(),
        fresh: isFresh() ? true : undefined,
      };
  }
}

export function faultOfGiven(error: FieldError | undefined): TillError {
  const { path, code, values }: FieldError = error ?? { path: OPTIONS_OF.posId, code: 'pos-id.required', values: {} };
  const field = path === OPTIONS_OF.posId ? 'posId' : 'managerPin';
  return new TillError(code, `${field}: ${code}`, { field, values });
}

interface Start {
  readonly log: Pick<Log, 'warn'>;
  readInput(count: number): Promise<readonly string[]>;
  print(line: string): void;
}

export const NO_OPTIONS: ProvisionWith = { pinFromStdin: false, passphraseFromStdin: false };

/** Returns passphrase and PIN, in this order. The till asks for missing values. */
export async function secretsFrom(
  { readInput, print, log }: Start,
  { pinFromStdin, passphraseFromStdin }: ProvisionWith,
): Promise<readonly (string | undefined)[]> {
  const count = Number(pinFromStdin) + Number(passphraseFromStdin);
  if (count === 0) return [];
  try {
    const lines = await readInput(count);
    if (lines.length < count) print('Standard input ended too early; the till asks for the missing values.');
    return passphraseFromStdin ? lines : [undefined, ...lines];
  } catch (thrown) {
    const error = toTillError(thrown);
    print(`${error.message}; the till asks for the missing values.`);
    log.warn(error);
    return [];
  }
}

/**
 * Reads lines from a file instead of standard input, which is empty in Electron on Windows, and shreds the file.
 * Refuses more than `count` lines, and a file readable by other accounts. Throws `TillError` `provision.input`,
 * `provision.not-shredded`, and the errors of `readHandedFile`.
 */
export async function linesOfFile(
  path: string,
  count: number,
  clock: Pick<Clock, 'after'>,
  { platform, home } = { platform: process.platform, home: homedir() },
): Promise<readonly string[]> {
  const text = handedText(await readHandedFile(path, LARGEST_INPUT_BYTES), path);
  // Windows has no file modes, but an account's own folder is closed to other accounts.
  const isOwn = platform === 'win32' ? isWithinFolder(dirname(path), home) : (statSync(path).mode & 0o077) === 0;
  if (!isOwn) throw new TillError('provision.input', `${path} is readable for other accounts`);
  const lines = await readLines(Readable.from([text]), count + 1, clock);
  // More lines may mean a wrong file, which shredding would destroy.
  if (lines.length > count) throw new TillError('provision.input', `${path} has more lines than expected`);
  shredFile(path);
  return lines;
}

/**
 * Overwrites a file with random bytes, syncs, and removes the file. Journaling file systems and flash disks may still
 * hold the old blocks: if this matters, replace the key. Throws `TillError` `provision.not-shredded`.
 */
export function shredFile(path: string): void {
  try {
    overwrite(path);
    firmFiles.remove(path);
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    const details = { retryable: true, values: { path }, cause };
    throw new TillError('provision.not-shredded', `File not shredded: ${why}`, details);
  }
}

function overwrite(path: string): void {
  const { size } = statSync(path);
  const handle = openSync(path, 'r+');
  try {
    writeFileSync(handle, randomBytes(size));
    fsyncSync(handle);
    ftruncateSync(handle, 0);
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}
