/** The command line of the app. Switches that are not listed here are Chromium's, and are left alone. */
export interface CommandLine {
  readonly userDataDir?: string;
  readonly training: boolean;
  readonly provisionFile?: string;
  readonly display: boolean;
}

/**
 * Reads `--user-data-dir=DIR`, `--training`, `--provision=FILE` and `--display=none`; a value may follow as next word.
 *
 * Not the parseArgs of node:util: it takes any word that follows for the value, so that `--provision --training`, with
 * the file forgotten, would run live.
 */
export function parseCommandLine(argv: readonly string[]): CommandLine {
  const userDataDir = wordAfter(argv, '--user-data-dir');
  const provisionFile = wordAfter(argv, '--provision');
  return {
    training: argv.includes('--training'),
    display: wordAfter(argv, '--display') !== 'none',
    ...(userDataDir === undefined ? {} : { userDataDir }),
    ...(provisionFile === undefined ? {} : { provisionFile }),
  };
}

function wordAfter(argv: readonly string[], name: string): string | undefined {
  const joined = argv.findLast((word) => word.startsWith(`${name}=`));
  if (joined !== undefined) return joined.slice(name.length + 1) || undefined;
  const next = argv[argv.indexOf(name) + 1];
  if (!argv.includes(name) || next === undefined || next.startsWith('--')) return undefined;
  return next;
}
