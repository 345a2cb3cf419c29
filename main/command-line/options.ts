import { resolve } from 'node:path';
import { z } from 'zod';
import { omitUndefined } from '../base/omit-undefined.ts';

/** The app's command line. Unknown switches belong to Chromium and are ignored here. */
export interface CommandLine {
  readonly userDataDir?: string;
  readonly training: boolean;
  readonly provisionFile?: string;
  readonly provisionWith?: ProvisionWith;
  /** A file read in place of standard input. */
  readonly secretsFrom?: string;
  readonly display: boolean;
  readonly export?: ExportOptions;
  /** Empty for `--check` without a value. */
  readonly check?: string;
  /** Unparsed. */
  readonly draftLink?: string;
}

const EXPORT_FIELDS = ['from', 'to', 'by', 'out', 'format', 'separator', 'decimal'] as const;

/** Unparsed values. */
export type ExportOptions = { readonly [Name in (typeof EXPORT_FIELDS)[number]]?: string | undefined } & {
  readonly kind: string;
  readonly byteOrderMark: boolean;
};

/** Options with a value, either after `=` or as the next word. */
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

/** No name may be a Chromium switch, since Chromium would act on it; `--user-data-dir` means the same in both. */
type AppOption = (typeof valueOptions | typeof switches)[number] | '--check';

/** Returns true for links that start a sale (main/windows/draft-links.ts). Schemes are case-insensitive. */
export function isDraftLink(word: string): boolean {
  return /^tillmate:\/\//i.test(word);
}

/**
 * Reads the options of the app. Not with parseArgs of node:util: strict parsing refuses Chromium's switches, and an
 * `--export` or `--check` without a value, which the commands report themselves. Lax parsing takes any next word as the
 * value: `--provision --training`, with the file forgotten, would run live.
 */
export function parseCommandLine(words: readonly string[]): CommandLine {
  const draftLink = words.find(isDraftLink);
  // A link is untrusted text: the words after a link may come from the link and are not the user's options.
  const argv = draftLink === undefined ? words : words.slice(0, words.indexOf(draftLink));
  return {
    training: has(argv, '--training'),
    display: !has(argv, '--no-customer-display'),
    ...omitUndefined({
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
  // Empty if missing: the terminal must not be set up as the wrong POS.
  const posId = named ? (optionValue(argv, '--pos-id') ?? '') : undefined;
  return { posId, pinFromStdin, passphraseFromStdin };
}

function exportOptions(argv: readonly string[]): ExportOptions {
  const given = EXPORT_FIELDS.map((name) => [name, optionValue(argv, `--${name}`)] as const);
  // Empty if missing: an export job without a kind must not open the till.
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

/** Additions to a provisioning file. Secrets come from standard input or a file, hidden from other users. */
const provisionWithSchema = z.object({
  /** Not validated as a POS id. */
  posId: z.string().max(1_000).optional(),
  pinFromStdin: z.boolean(),
  passphraseFromStdin: z.boolean(),
});
export type ProvisionWith = Readonly<z.output<typeof provisionWithSchema>>;

/** Provisioning file for the running app. Its secrets stay in the starting process. */
const secondStart = z.object({
  provisionFile: z.string().min(1).max(32_767).optional(),
  provisionWith: provisionWithSchema.optional(),
  draftLink: z.string().max(2_000).optional(),
});

export type SecondStart = z.output<typeof secondStart>;

/** Returns the handover to the running app, with an absolute path: the two processes have different working folders. */
export function secondStartOf({ provisionFile, provisionWith, draftLink }: CommandLine): SecondStart {
  const provision = provisionFile === undefined ? {} : { provisionFile: resolve(provisionFile), provisionWith };
  return omitUndefined({ ...provision, draftLink });
}

/** Parses a handover from another process; invalid input counts as empty. */
export function readSecondStart(handedOver: unknown): SecondStart {
  return secondStart.safeParse(handedOver).data ?? {};
}
