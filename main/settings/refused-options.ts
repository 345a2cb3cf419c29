import { resolve } from 'node:path';
import { TillError } from '../base/till-error.ts';
import { isDraftLink, switches, valueOptions } from './command-line.ts';

export interface InstalledOn {
  readonly platform: NodeJS.Platform;
  /** The folder of the data that the app uses by itself. */
  readonly folder: string;
}

/** Each word as it must stand. */
const PLAIN: ReadonlySet<string> = new Set([
  ...switches,
  '--check',
  // The installer of an update starts the app so.
  '--updated',
  // Help for a person or a machine, and no help against the till.
  '--disable-gpu',
  '--force-renderer-accessibility',
]);
const WITH_VALUE: ReadonlySet<string> = new Set(valueOptions);

/**
 * The words of a command line that an installed app does not take. Chromium, Node and Electron have hundreds of switches,
 * and one is enough to look into the windows or to take the sandbox away: so this lists what is taken. A word without a
 * dash is refused as well, unless it is the value of the one before it, with which it is then returned as one.
 */
export function foreignOptions(argv: readonly string[], on: InstalledOn): readonly string[] {
  return joined(argv, on.platform).filter((word) => !takes(word, on));
}

/**
 * Throws `start.option-refused` with the first of the words; of an AppImage `start.no-sandbox`: its own launcher adds that
 * word where the system lets programs make no sandbox.
 */
export function refuseOptions([option]: readonly string[], by: 'AppImage' | 'package' = 'package'): void {
  if (option === undefined) return;
  if (by === 'AppImage' && option === '--no-sandbox')
    throw new TillError('start.no-sandbox', 'An AppImage gets no sandbox here', { values: { option } });
  throw new TillError('start.option-refused', `An installed Tillmate does not take ${option}`, { values: { option } });
}

/** Options with the value that follows as the next word. A switch is never a value: Chromium would act on it. */
function joined(argv: readonly string[], platform: NodeJS.Platform): readonly string[] {
  const words: string[] = [];
  for (const word of argv) {
    const before = words.at(-1);
    if (before !== undefined && WITH_VALUE.has(before) && !isSwitch(word, platform))
      words.splice(-1, 1, `${before}=${word}`);
    else words.push(word);
  }
  return words;
}

/** The switches as Chromium knows them: one dash for two on every system, and a slash on Windows, where case is nothing. */
export function switchNames(argv: readonly string[], platform: NodeJS.Platform): readonly string[] {
  return argv
    .map(bare)
    .filter((word) => isSwitch(word, platform))
    .map((word) => word.replace(/^(--|-|\/)/, '').split('=', 1)[0] ?? '')
    .map((name) => (platform === 'win32' ? name.toLowerCase() : name));
}

function takes(word: string, { platform, folder }: InstalledOn): boolean {
  if (isDraftLink(word)) return true;
  if (word === '' || PLAIN.has(word) || WITH_VALUE.has(word)) return true;
  if (word.startsWith('--user-data-dir=')) return resolve(word.slice('--user-data-dir='.length)) === folder;
  const [option = word, value] = word.split('=', 2);
  // Any value is theirs to refuse: Chromium knows none of them.
  if (value !== undefined && (WITH_VALUE.has(option) || option === '--check')) return true;
  if (/^--force-device-scale-factor=\d(\.\d+)?$/.test(word)) return true;
  // The launchers of the packages for Linux say so (electron-builder.yml).
  if (platform === 'linux') return word === '--ozone-platform=x11';
  // The number of the process, which the Finder gave to apps.
  return platform === 'darwin' && /^-psn_\d+_\d+$/.test(word);
}

function isSwitch(word: string, platform: NodeJS.Platform): boolean {
  return (platform === 'win32' ? /^[-/]/ : /^-/).test(bare(word));
}

/** Chromium looks past white space before a word. */
function bare(word: string): string {
  return word.replace(/^[\s\p{C}]+/u, '');
}
