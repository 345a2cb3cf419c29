import type { Log } from '../base/log.ts';
import { TillError, toTillError } from '../base/till-error.ts';
import { SCHEMA_VERSION } from '../journal/schema.ts';
import { TERMINAL_FILE_VERSION } from '../settings/terminal-file-versions.ts';
import type { Installer } from './installer.ts';
import { copyChecked, type KeptReleases } from './kept-releases.ts';
import { compareVersions } from './release.ts';
import { goneBack, type UpdateMemory } from './start-count.ts';

/** A version that is not named is read by this Tillmate only. */
interface ReadSince {
  readonly terminalFile: Readonly<Record<number, string>>;
  readonly journal: Readonly<Record<number, string>>;
}

const readSince: ReadSince = {
  terminalFile: { 1: '0.1.0' },
  journal: { 1: '0.1.0', 2: '0.1.0' },
};

/** One that cannot would refuse the till's own record. */
export function canRead(older: string, since: ReadSince = readSince): boolean {
  return [since.terminalFile[TERMINAL_FILE_VERSION], since.journal[SCHEMA_VERSION]].every(
    (first) => first !== undefined && compareVersions(older, first) >= 0,
  );
}

interface GoBackParts {
  readonly memory: UpdateMemory;
  readonly kept: KeptReleases;
  readonly installer: Installer;
  readonly log: Pick<Log, 'info' | 'warn'>;
  readonly from: string;
  readonly to: string;
  readonly canRead: (older: string) => boolean;
}

/** False: the till goes on with the present version, and says so when it comes up. Never throws. */
export async function goBack({ memory, kept, installer, log, from, to, canRead }: GoBackParts): Promise<boolean> {
  try {
    if (!canRead(to)) throw new TillError('update.install', `${to} does not read what ${from} has stored`);
    const found = await kept.read(to);
    if (found === undefined) throw new TillError('update.install', `Nothing was kept of ${to}`);
    const { release, file, path } = found;
    await installer.prepare({ release, file, back: true, write: (place) => copyChecked(file, path, place) });
    memory.change((state) => goneBack(state, from, to));
    installer.install();
    log.info('This version did not come up: the one before is installed', { version: to });
    return true;
  } catch (thrown) {
    log.warn('This version did not come up, and there is no way back', { version: from, thrown });
    keepStuck(memory, log);
    return false;
  }
}

/** The next start that is counted tries to go back once more. */
function keepStuck(memory: UpdateMemory, log: GoBackParts['log']): void {
  try {
    memory.change((state) => ({ ...state, stuck: true }));
  } catch (thrown) {
    log.warn(toTillError(thrown));
  }
}

interface Ending {
  startAgain(): void;
  quit(): void;
}

/** Tries this version once more where there is no way back. Never rejects. */
export async function goBackAndEnd(
  app: Ending,
  wentBack: Promise<boolean>,
  { endsApp }: Pick<Installer, 'endsApp'>,
): Promise<void> {
  const done = await wentBack.catch(() => false);
  if (!done) app.startAgain();
  if (!done || !endsApp) app.quit();
}
