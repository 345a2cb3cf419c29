import { resolve } from 'node:path';
import { z } from 'zod';
import { given } from '../base/given.ts';

/** The command line of the app. Switches that are not listed here are Chromium's, and are left alone. */
export interface CommandLine {
  readonly userDataDir?: string;
  readonly training: boolean;
  readonly provisionFile?: string;
  readonly provisionWith?: ProvisionWith;
  /** A file that stands in for standard input. */
  readonly secretsFrom?: string;
  readonly display: boolean;
  readonly export?: ExportOptions;
  /** Empty where nothing follows `--check`. */
  readonly check?: string;
  /** As it stands. */
  readonly draftLink?: string;
}

const EXPORT_FIELDS = ['from', 'to', 'by', 'out', 'format', 'separator', 'decimal'] as const;

/** Each as it stands. */
export type ExportOptions = { readonly [Name in (typeof EXPORT_FIELDS)[number]]?: string | undefined } & {
  readonly kind: string;
  readonly byteOrderMark: boolean;
};

/** The value may follow as the next word. */
export const valueOptions = [
  '--user-data-dir',
  '--provision',
  '--pos-id',
  '--secrets-from',
  '--export',
  '--from',
  '--to',
  '--by',
  '--out',
  '--format',
  '--separator',
  '--decimal',
] as const;

export const switches = [
  '--training',
  '--pin-from-stdin',
  '--passphrase-from-stdin',
  '--no-customer-display',
  '--byte-order-mark',
] as const;

/**
 * Every option that the app reads. Chromium acts on switches by their name alone, so none may have a name of Chromium's,
 * but for `--user-data-dir`, which means the same there.
 */
export const appOptions = [...valueOptions, ...switches, '--check'] as const;

type AppOption = (typeof appOptions)[number];

/** Links that start a sale (main/windows/draft-links.ts); a scheme has any case. */
export function isDraftLink(word: string): boolean {
  return /^tillmate:\/\//i.test(word);
}

/**
 * Reads the options of the app; the value of one may follow as the next word. Not the parseArgs of node:util: strict, it
 * refuses Chromium's switches, and an `--export` or `--check` without a value, which their commands answer themselves. Not
 * strict, it takes any word that follows for the value: `--provision --training`, with the file forgotten, would run live.
 */
export function parseCommandLine(words: readonly string[]): CommandLine {
  const draftLink = words.find(isDraftLink);
  // A link is a stranger's text: what a system took out of it as words of their own is none of the person's options.
  const argv = draftLink === undefined ? words : words.slice(0, words.indexOf(draftLink));
  return {
    training: has(argv, '--training'),
    display: !has(argv, '--no-customer-display'),
    ...given({
      userDataDir: optionValue(argv, '--user-data-dir'),
      provisionFile: optionValue(argv, '--provision'),
      provisionWith: provisionWith(argv),
      secretsFrom: optionValue(argv, '--secrets-from'),
      export: isGiven(argv, '--export') ? exportOptions(argv) : undefined,
      check: isGiven(argv, '--check') ? (optionValue(argv, '--check') ?? '') : undefined,
      draftLink,
    }),
  };
}

function provisionWith(argv: readonly string[]): ProvisionWith | undefined {
  const pinFromStdin = has(argv, '--pin-from-stdin');
  const passphraseFromStdin = has(argv, '--passphrase-from-stdin');
  const named = isGiven(argv, '--pos-id');
  if (!pinFromStdin && !passphraseFromStdin && !named) return undefined;
  // Empty where it is missing: a terminal must not be set up as another POS than was meant.
  const posId = named ? (optionValue(argv, '--pos-id') ?? '') : undefined;
  return { posId, pinFromStdin, passphraseFromStdin };
}

function exportOptions(argv: readonly string[]): ExportOptions {
  const given = EXPORT_FIELDS.map((name) => [name, optionValue(argv, `--${name}`)] as const);
  // Empty where it is missing: a job that asks for nothing must not open the till.
  const kind = optionValue(argv, '--export') ?? '';
  return { ...Object.fromEntries(given), kind, byteOrderMark: has(argv, '--byte-order-mark') };
}

function isGiven(argv: readonly string[], option: AppOption): boolean {
  return has(argv, option) || argv.some((word) => word.startsWith(`${option}=`));
}

function has(argv: readonly string[], option: AppOption): boolean {
  return argv.includes(option);
}

function optionValue(argv: readonly string[], option: AppOption): string | undefined {
  const joined = argv.findLast((word) => word.startsWith(`${option}=`));
  if (joined !== undefined) return joined.slice(option.length + 1) || undefined;
  const next = argv[argv.indexOf(option) + 1];
  if (!has(argv, option) || next === undefined || next.startsWith('--')) return undefined;
  return next;
}

/** A start's additions to a provisioning file. Secrets come on standard input or in a file, where nobody else sees them. */
const provisionWithSchema = z.object({
  /** Unchecked: it may be no POS id. */
  posId: z.string().max(1_000).optional(),
  pinFromStdin: z.boolean(),
  passphraseFromStdin: z.boolean(),
});
export type ProvisionWith = Readonly<z.output<typeof provisionWithSchema>>;

/** A start's provisioning file for the app that runs already. The secrets beside it stay with the start. */
const secondStart = z.object({
  provisionFile: z.string().min(1).max(32_767).optional(),
  provisionWith: provisionWithSchema.optional(),
  draftLink: z.string().max(2_000).optional(),
});

export type SecondStart = z.output<typeof secondStart>;

/** The whole path of the file: the two run in folders of their own. */
export function secondStartOf({ provisionFile, provisionWith, draftLink }: CommandLine): SecondStart {
  const provision = provisionFile === undefined ? {} : { provisionFile: resolve(provisionFile), provisionWith };
  return given({ ...provision, draftLink });
}

/** Another process handed it over: what is not as `secondStartOf` makes it counts as nothing. */
export function readSecondStart(handedOver: unknown): SecondStart {
  return secondStart.safeParse(handedOver).data ?? {};
}
