import type { Log } from '../base/log.ts';
import { TillError, toTillError } from '../base/till-error.ts';
import { SCHEMA_VERSION } from '../journal/schema.ts';
import { TERMINAL_FILE_VERSION } from '../settings/terminal-file-versions.ts';
import type { Installer } from './installer.ts';
import { copyChecked, type KeptReleases } from './kept-releases.ts';
import { compareVersions } from './release.ts';
import { goneBack, type UpdateMemory } from './start-count.ts';

/** First Tillmate version that reads each format version; without an entry only the running version does. */
interface ReadSince {
  readonly terminalFile: Readonly<Record<number, string>>;
  readonly journal: Readonly<Record<number, string>>;
}

const readSince: ReadSince = {
  terminalFile: { 1: '0.1.0' },
  journal: { 1: '0.1.0', 2: '0.1.0', 3: '0.1.0' },
};

/** An older version that cannot read the stored files would refuse the till's journal. */
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

/** False if the present version stays; its next start shows why. Never throws. */
export async function goBack({ memory, kept, installer, log, from, to, canRead }: GoBackParts): Promise<boolean> {
  try {
    if (!canRead(to)) throw new TillError('update.install', `Data of ${from} not readable for ${to}`);
    const found = await kept.read(to);
    if (found === undefined) throw new TillError('update.install', `No stored files of ${to}`);
    const { release, file, path } = found;
    await installer.prepare({ release, file, back: true, write: (place) => copyChecked(file, path, place) });
    memory.change((state) => goneBack(state, from, to));
    installer.install();
    log.info('Version failed to start: previous version installed', { version: to });
    return true;
  } catch (thrown) {
    log.warn('Rollback after a failed start failed', { version: from, thrown });
    keepStuck(memory, log);
    return false;
  }
}

/** Never throws: without the stored flag, the next counted start tries to go back once more. */
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

/** Restarts this version if the attempt failed. Never rejects. */
export async function goBackAndEnd(
  app: Ending,
  wentBack: Promise<boolean>,
  { endsApp }: Pick<Installer, 'endsApp'>,
): Promise<void> {
  const done = await wentBack.catch(() => false);
  if (!done) app.startAgain();
  if (!done || !endsApp) app.quit();
}
