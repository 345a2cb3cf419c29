import { resolve } from 'node:path';
import { TillError } from '../base/till-error.ts';
import { isDraftLink, switches, valueOptions } from './options.ts';

export interface InstalledOn {
  readonly platform: NodeJS.Platform;
  /** The app's default data folder. */
  readonly folder: string;
}

/** Words allowed only in this exact form. */
const PLAIN: ReadonlySet<string> = new Set([
  ...switches,
  '--check',
  // Added when the installer of an update starts the app.
  '--updated',
  // Accessibility and graphics fixes, useless for an attack on the till.
  '--disable-gpu',
  '--force-renderer-accessibility',
]);
const WITH_VALUE: ReadonlySet<string> = new Set(valueOptions);

/**
 * Returns the words refused by an installed app. Chromium, Node and Electron have hundreds of switches, and a single
 * switch can expose the windows or disable the sandbox, so only known words are allowed. A word without a dash is
 * refused too, unless it is the value of the previous word; both are then returned as a single word.
 */
export function foreignOptions(argv: readonly string[], on: InstalledOn): readonly string[] {
  return joined(argv, on.platform).filter((word) => !takes(word, on));
}

/**
 * Throws `TillError` `start.option-refused` with the first word; for an AppImage `start.no-sandbox`: its launcher adds
 * `--no-sandbox` on systems without sandbox support.
 */
export function refuseOptions([option]: readonly string[], by: 'AppImage' | 'package' = 'package'): void {
  if (option === undefined) return;
  if (by === 'AppImage' && option === '--no-sandbox')
    throw new TillError('start.no-sandbox', 'No sandbox for an AppImage on this system', { values: { option } });
  throw new TillError('start.option-refused', `${option} not allowed for an installed Tillmate`, {
    values: { option },
  });
}

/** Joins an option and its value from the next word. A switch is never a value: Chromium would act on the switch. */
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

/** Switch names as Chromium reads them: with a single dash on every system, with a slash and any case on Windows. */
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
  // The values are validated later: Chromium does not know these options.
  if (value !== undefined && (WITH_VALUE.has(option) || option === '--check')) return true;
  if (/^--force-device-scale-factor=\d(\.\d+)?$/.test(word)) return true;
  // Added by the launchers of the Linux packages (electron-builder.yml).
  if (platform === 'linux') return word === '--ozone-platform=x11';
  // Process serial number, added by old versions of the Finder.
  return platform === 'darwin' && /^-psn_\d+_\d+$/.test(word);
}

function isSwitch(word: string, platform: NodeJS.Platform): boolean {
  return (platform === 'win32' ? /^[-/]/ : /^-/).test(bare(word));
}

/** Chromium ignores white space before a word. */
function bare(word: string): string {
  return word.replace(/^[\s\p{C}]+/u, '');
}
