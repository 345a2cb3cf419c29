import type { JWK } from 'jose';
import type { UpdateSettings } from '../../preload/contract/settings-table.ts';
import type { UpdatesView } from '../../preload/contract/views.ts';
import type { Clock } from '../base/clock.ts';
import type { Log } from '../base/log.ts';
import { TillError, toTillError } from '../base/till-error.ts';
import { chooseRelease, placeInRollout } from './choose-release.ts';
import { fileFor, type Installer } from './installer.ts';
import { checkFile, copyChecked, type KeptReleases } from './kept-releases.ts';
import { checkAge, type Platform, type ReleaseFile, readRelease, type SignedRelease } from './release.ts';
import type { UpdateMemory } from './start-count.ts';
import type { UpdateServer } from './update-server.ts';
import { compareVersions } from './versions.ts';
import { type Hindrance, hindrance, nextLook } from './when.ts';

export interface UpdateParts {
  readonly clock: Clock;
  readonly log: Pick<Log, 'info' | 'warn'>;
  /** The version that runs. */
  readonly version: string;
  readonly terminalId: string;
  readonly platform: Platform;
  readonly arch: string;
  readonly packaged: boolean;
  /** Of the clock on the shop's wall; the system's where it is absent. */
  readonly timeZone?: string;
  readonly keys: readonly JWK[];
  readonly installer: Installer;
  readonly memory: UpdateMemory;
  readonly kept: KeptReleases;
  settings(): UpdateSettings;
  openServer(address: string): UpdateServer;
  /** What the counter is doing. */
  counter(): { readonly underWay: boolean; readonly lastSaleAt: number | undefined };
  /** Something that the windows show has changed. */
  changed(): void;
  /** Keeps what was done, for whoever looks into it later. */
  note(act: UpdateAct): void;
  /** Ends the app, which calls `atEnd` once the till is closed. */
  end(): void;
  /** Starts the app again once it has ended. */
  startAgain(): void;
}

/** Something that became of an update: what, by whom, and of which version. */
export interface UpdateAct {
  readonly act: 'update-installs' | 'update-refused';
  readonly by: 'manager' | 'till';
  readonly version: string;
  readonly values?: Readonly<Record<string, string>>;
}

export interface Updates {
  view(): UpdatesView;
  /** Looks for an update now. Errors: `update.off`, and why the look failed, which `view` shows too. */
  look(): Promise<void>;
  /** A person installs what is ready. Errors: `update.not-ready`, `update.sale-open`, `update.broken`. */
  install(): Promise<void>;
  /** The till is closed and the app ends: installs what is due, if anything is. Never throws. */
  atEnd(): void;
  close(): Promise<void>;
}

/** What a server that only has a bad day does not show. */
const ATTACKS: ReadonlySet<string> = new Set(['signature', 'foreign', 'replayed'].map((why) => `update.${why}`));

const TICK_MS = 60_000;
/** The app has ended by then, also where a system fetches the update once more before it ends it. */
const ENDS_WITHIN_MS = 10 * 60_000;

interface Ready {
  readonly release: SignedRelease;
  readonly file: ReleaseFile;
  readonly path: string;
}

/**
 * Looks for updates, fetches one, and installs it when that disturbs nobody. What to fetch is decided by the signed
 * document of the newest release and by nothing else that the server says.
 */
export function createUpdates(parts: UpdateParts): Updates {
  const { clock, log, version, memory, kept, installer } = parts;
  const startedAt = clock.monotonic();
  let work: Promise<void> | undefined;
  let lastTry: number | undefined;
  let stage: 'idle' | 'looking' | 'downloading' | 'installing' = 'idle';
  let ready: Ready | undefined;
  let problem = failedBefore(memory.state.attempted, version);
  let newest: Pick<UpdatesView, 'newest' | 'notTaken'> = {};
  let percent = 0;
  let server: UpdateServer | undefined;
  let installAtEnd = false;
  let stopWaiting: (() => void) | undefined;
  let stopTicking = clock.after(TICK_MS, tick);

  function off(): UpdatesView['off'] {
    const settings = parts.settings();
    if (installer.kind === undefined) return 'no-package';
    if (parts.keys.length === 0) return 'no-key';
    if (!settings.on) return 'switched-off';
    return settings.server === '' ? 'no-server' : undefined;
  }

  function tick(): void {
    stopTicking = clock.after(TICK_MS, tick);
    if (off() !== undefined || stage !== 'idle') return;
    const place = placeInRollout(parts.terminalId, 'first look') / 100;
    const due = nextLook({ startedAt, lastTry, failed: problem !== undefined, place });
    // What fails is shown and logged, and the next tick finds it.
    if (clock.monotonic() >= due) look().catch(() => undefined);
    else if (ready !== undefined && waitsFor(ready) === undefined) start(ready, 'till').catch(() => undefined);
  }

  function waitsFor({ file, release }: Ready): Hindrance | undefined {
    const { opens, closes, whenOpen } = parts.settings();
    return hindrance({
      ...parts.counter(),
      now: clock.now(),
      ...(parts.timeZone !== undefined && { timeZone: parts.timeZone }),
      hours: { opens, closes },
      alsoWhenOpen: whenOpen,
      needsPerson: file.administrator || memory.state.attempted === release.version,
      wayBack: kept.has(version),
    });
  }

  async function look(): Promise<void> {
    if (off() !== undefined) throw new TillError('update.off', 'This till takes no updates');
    if (stage === 'installing') return;
    work ??= lookNow().finally(() => {
      work = undefined;
    });
    await work;
  }

  async function lookNow(): Promise<void> {
    lastTry = clock.monotonic();
    to('looking');
    try {
      const address = parts.settings().server;
      if (parts.packaged && !address.startsWith('https:'))
        throw new TillError('update.http', `${address} is not https`);
      server = parts.openServer(address);
      await take(await newestRelease(server), server);
      problem = undefined;
    } catch (thrown) {
      const before = problem?.code;
      problem = toTillError(thrown);
      ready = undefined;
      log.warn(problem);
      if (ATTACKS.has(problem.code) && problem.code !== before)
        parts.note({ act: 'update-refused', by: 'till', version, values: { code: problem.code } });
      throw problem;
    } finally {
      await server?.close();
      server = undefined;
      to('idle');
    }
  }

  async function newestRelease(from: UpdateServer): Promise<SignedRelease> {
    const document = await from.document(`latest-${parts.platform}.jws`);
    const release = await readRelease(document, parts.platform, parts.keys);
    checkAge(release, clock.now(), memory.state.newestSeen ?? 0);
    memory.change((state) => ({ ...state, newestSeen: Date.parse(release.issuedAt), lastLookAt: clock.now() }));
    return release;
  }

  async function take(release: SignedRelease, from: UpdateServer): Promise<void> {
    const { terminalId } = parts;
    const choice = chooseRelease(release, { running: version, failed: memory.state.failed, terminalId });
    const file = fileFor(release, installer.kind, parts.arch);
    newest = choice === 'none' ? {} : { newest: release.version, ...(choice === 'take' ? {} : { notTaken: choice }) };
    if (choice !== 'take' || file === undefined) {
      ready = undefined;
      return;
    }
    if (ready?.file.sha512 === file.sha512) return;
    percent = 0;
    to('downloading');
    await keepRunning(from);
    const path = await installer.prepare({
      release,
      file,
      back: false,
      write: (place) => from.file(file, place, progress(file)),
    });
    await checkFile(file, path);
    await kept.keep(release, file, (place) => copyChecked(file, path, place));
    ready = { release, file, path };
    log.info('An update is ready', { version: release.version });
  }

  /** What runs is kept before something newer is installed. A server that no longer has it leaves no way back. */
  async function keepRunning(from: UpdateServer): Promise<void> {
    if (kept.has(version)) return;
    try {
      const document = await from.document(`${version}-${parts.platform}.jws`);
      const release = await readRelease(document, parts.platform, parts.keys);
      const file = fileFor(release, installer.kind, parts.arch);
      if (file === undefined || release.version !== version) return;
      await kept.keep(release, file, (place) => from.file(file, place, () => undefined));
    } catch (thrown) {
      log.warn('The running version could not be kept', { version, thrown });
    }
  }

  function progress(file: ReleaseFile): (bytes: number) => void {
    return (bytes) => {
      const reached = Math.floor((bytes / file.size) * 100);
      if (reached === percent) return;
      percent = reached;
      parts.changed();
    };
  }

  async function start(update: Ready, by: UpdateAct['by']): Promise<void> {
    to('installing');
    try {
      // It has lain on the disk for hours, perhaps.
      await checkFile(update.file, update.path);
      if (parts.counter().underWay) throw new TillError('update.sale-open', 'A sale began meanwhile');
      const { version: next } = update.release;
      memory.change((before) => ({ ...before, attempted: next }));
      parts.note({ act: 'update-installs', by, version: next, values: { from: version } });
      stopWaiting = clock.after(ENDS_WITHIN_MS, () => giveUp(notInstalled(next)));
      installAtEnd = !installer.endsApp;
      if (installAtEnd) parts.end();
      else installer.install((why) => stage === 'installing' && giveUp(notInstalled(next, why)));
    } catch (thrown) {
      throw giveUp(toTillError(thrown));
    }
  }

  /** The till goes on with the version that runs. */
  function giveUp(fault: TillError): TillError {
    stopWaiting?.();
    installAtEnd = false;
    if (fault.code !== 'update.sale-open') {
      problem = fault;
      ready = undefined;
    }
    log.warn(fault);
    to('idle');
    return fault;
  }

  function to(next: typeof stage): void {
    stage = next;
    parts.changed();
  }

  function state(): UpdatesView['state'] {
    if (stage !== 'idle') return stage;
    if (off() !== undefined) return 'off';
    if (problem !== undefined) return 'failed';
    return ready === undefined ? 'idle' : 'ready';
  }

  return {
    view() {
      const why = off();
      const waits = ready && waitsFor(ready);
      const { lastLookAt, wentBack, stuck } = memory.state;
      return {
        version,
        state: state(),
        ...(why && { off: why }),
        ...(lastLookAt !== undefined && { lastLookAt }),
        ...newest,
        ...(stage === 'downloading' && { percent }),
        ...(waits && { waitsFor: waits }),
        ...(problem && { problem: problem.toView() }),
        ...(wentBack && { wentBack }),
        ...(stuck && { stuck }),
      };
    },
    look,
    async install() {
      if (ready === undefined || stage !== 'idle') throw new TillError('update.not-ready', 'No update lies ready');
      if (parts.counter().underWay) throw new TillError('update.sale-open', 'A sale or refund is under way');
      await start(ready, 'manager');
    },
    atEnd() {
      if (!installAtEnd) return;
      try {
        installer.install();
      } catch (thrown) {
        log.warn(toTillError(thrown));
        parts.startAgain();
      }
    },
    async close() {
      stopTicking();
      stopWaiting?.();
      await server?.close();
      await work?.catch(() => undefined);
    },
  };
}

/** The app ended to install `attempted`, and the version that runs is an older one: the installer failed. */
function failedBefore(attempted: string | undefined, running: string): TillError | undefined {
  if (attempted === undefined || compareVersions(attempted, running) <= 0) return undefined;
  return notInstalled(attempted);
}

function notInstalled(version: string, cause?: unknown): TillError {
  const why = cause === undefined ? '' : `: ${toTillError(cause).message}`;
  return new TillError('update.install', `${version} was not installed${why}`, { values: { version }, cause });
}
