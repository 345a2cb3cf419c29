import type { UpdateSettings } from '../../preload/contract/settings-table.ts';
import type { UpdatesView } from '../../preload/contract/views.ts';
import type { Clock } from '../base/clock.ts';
import { omitUndefined } from '../base/omit-undefined.ts';
import { TillError, toTillError } from '../base/till-error.ts';
import { fileFor } from './installer.ts';
import { checkFile, copyChecked } from './kept-releases.ts';
import type { UpdateGround } from './open-updates.ts';
import { checkAge, compareVersions, type ReleaseFile, readRelease, type SignedRelease } from './release.ts';
import type { UpdateServer } from './update-server.ts';
import { chooseRelease, type Hindrance, hindrance, nextLook, placeInRollout } from './when.ts';

interface UpdateParts extends Omit<UpdateGround, 'goBackTo' | 'heardFrom' | 'goBack'> {
  readonly clock: Clock;
  readonly terminalId: string;
  readonly packaged: boolean;
  /** The shop's time zone; absent: the system's. */
  readonly timeZone?: string;
  settings(): UpdateSettings;
  openServer(address: string): UpdateServer | Promise<UpdateServer>;
  counter(): { readonly underWay: boolean; readonly lastSaleAt: number | undefined };
  changed(): void;
  note(act: UpdateAct): void;
  /** Calls `atEnd` once the till is closed. */
  end(): void;
  /** Returns a function that holds the windows again. */
  beginEnd(): () => void;
  startAgain(): void;
}

export interface UpdateAct {
  readonly act: 'update-installs' | 'update-refused';
  readonly by: 'manager' | 'till';
  readonly version: string;
  readonly values?: Readonly<Record<string, string>>;
}

/** Codes that indicate an attack; all other codes are outages. */
const ATTACKS: ReadonlySet<string> = new Set(['signature', 'foreign', 'replayed'].map((why) => `update.${why}`));

const TICK_MS = 60_000;
/** Covers systems that fetch the update once more before they end the app. */
const ENDS_WITHIN_MS = 10 * 60_000;

interface Ready {
  readonly release: SignedRelease;
  readonly file: ReleaseFile;
  readonly path: string;
}

/** The signed release document alone decides on the files; no other data of the server is trusted. */
export class Updates {
  readonly #parts: UpdateParts;
  readonly #startedAt: number;
  #stage: 'idle' | 'looking' | 'downloading' | 'installing' = 'idle';
  #looking: Promise<void> | undefined;
  #lastTry: number | undefined;
  #ready: Ready | undefined;
  #problem: TillError | undefined;
  #newest: Pick<UpdatesView, 'newest' | 'notTaken'> = {};
  #percent = 0;
  #server: UpdateServer | undefined;
  #installAtEnd = false;
  #stopWaiting: (() => void) | undefined;
  #stopTicking: () => void;
  #stay: (() => void) | undefined;

  constructor(parts: UpdateParts) {
    this.#parts = parts;
    this.#startedAt = parts.clock.monotonic();
    this.#problem = failedBefore(parts.memory.state.attempted, parts.version);
    this.#stopTicking = parts.clock.after(TICK_MS, () => this.#tick());
  }

  view(): UpdatesView {
    const { version, memory } = this.#parts;
    const { lastLookAt, wentBack, stuck } = memory.state;
    return {
      version,
      state: this.#state(),
      ...this.#newest,
      ...omitUndefined({
        off: this.#off(),
        lastLookAt,
        percent: this.#stage === 'downloading' ? this.#percent : undefined,
        waitsFor: this.#ready && this.#waitsFor(this.#ready),
        problem: this.#problem?.toView(),
        wentBack,
        stuck,
      }),
    };
  }

  /** Throws `TillError` `update.off`, and the error of a failed look, which `view` shows too. */
  async look(): Promise<void> {
    if (this.#off() !== undefined) throw new TillError('update.off', 'Updates off on this till');
    if (this.#stage === 'installing') return;
    this.#looking ??= this.#lookNow().finally(() => {
      this.#looking = undefined;
    });
    await this.#looking;
  }

  /** Throws `TillError` `update.not-ready`, `update.sale-open`, `update.broken`. */
  async install(): Promise<void> {
    if (this.#ready === undefined || this.#stage !== 'idle') throw new TillError('update.not-ready', 'No update ready');
    if (this.#parts.counter().underWay) throw new TillError('update.sale-open', 'Sale or refund in progress');
    await this.#start(this.#ready, 'manager');
  }

  /** Called once the till is closed. Never throws. */
  atEnd(): void {
    if (!this.#installAtEnd) return;
    try {
      this.#parts.installer.install();
    } catch (thrown) {
      this.#parts.log.warn(toTillError(thrown));
      this.#parts.startAgain();
    }
  }

  async close(): Promise<void> {
    this.#stopTicking();
    this.#stopWaiting?.();
    await this.#server?.close();
    await this.#looking?.catch(() => undefined);
  }

  #off(): UpdatesView['off'] {
    const { settings, installer, keys } = this.#parts;
    const { on, server } = settings();
    if (installer.kind === undefined) return 'no-package';
    if (keys.length === 0) return 'no-key';
    if (!on) return 'switched-off';
    return server === '' ? 'no-server' : undefined;
  }

  #state(): UpdatesView['state'] {
    if (this.#stage !== 'idle') return this.#stage;
    if (this.#off() !== undefined) return 'off';
    if (this.#problem !== undefined) return 'failed';
    return this.#ready === undefined ? 'idle' : 'ready';
  }

  #tick(): void {
    const { clock, terminalId } = this.#parts;
    this.#stopTicking = clock.after(TICK_MS, () => this.#tick());
    if (this.#off() !== undefined || this.#stage !== 'idle') return;
    const due = nextLook({
      startedAt: this.#startedAt,
      lastTry: this.#lastTry,
      failed: this.#problem !== undefined,
      place: placeInRollout(terminalId, 'first look') / 100,
    });
    const ready = this.#ready;
    // A failure is already shown and logged; a later tick tries again.
    if (clock.monotonic() >= due) this.look().catch(() => undefined);
    else if (ready !== undefined && this.#waitsFor(ready) === undefined)
      this.#start(ready, 'till').catch(() => undefined);
  }

  #waitsFor({ file, release }: Ready): Hindrance | undefined {
    const { settings, counter, clock, timeZone, memory, kept, version } = this.#parts;
    const { opens, closes, whenOpen } = settings();
    return hindrance({
      ...counter(),
      now: clock.now(),
      timeZone,
      hours: { opens, closes },
      alsoWhenOpen: whenOpen,
      needsPerson: file.administrator || memory.state.attempted === release.version,
      wayBack: kept.has(version),
    });
  }

  async #lookNow(): Promise<void> {
    const { clock, settings, packaged, openServer, log, note, version } = this.#parts;
    this.#lastTry = clock.monotonic();
    this.#to('looking');
    try {
      const address = settings().server;
      if (packaged && !address.startsWith('https:')) throw new TillError('update.http', `${address} is not https`);
      this.#server = await openServer(address);
      await this.#take(await this.#newestRelease(this.#server), this.#server);
      this.#problem = undefined;
    } catch (thrown) {
      const before = this.#problem?.code;
      const problem = toTillError(thrown);
      this.#problem = problem;
      this.#ready = undefined;
      log.warn(problem);
      if (ATTACKS.has(problem.code) && problem.code !== before)
        note({ act: 'update-refused', by: 'till', version, values: { code: problem.code } });
      throw problem;
    } finally {
      await this.#server?.close();
      this.#server = undefined;
      this.#to('idle');
    }
  }

  async #newestRelease(from: UpdateServer): Promise<SignedRelease> {
    const { platform, keys, clock, memory } = this.#parts;
    const document = await from.document(`latest-${platform}.jws`);
    const release = await readRelease(document, platform, keys);
    checkAge(release, clock.now(), memory.state.newestSeen ?? 0);
    memory.change((state) => ({ ...state, newestSeen: Date.parse(release.issuedAt), lastLookAt: clock.now() }));
    return release;
  }

  async #take(release: SignedRelease, from: UpdateServer): Promise<void> {
    const { terminalId, version, memory, installer, arch, kept, log } = this.#parts;
    const choice = chooseRelease(release, { running: version, failed: memory.state.failed, terminalId });
    const file = fileFor(release, installer.kind, arch);
    this.#newest =
      choice === 'none' ? {} : { newest: release.version, ...(choice === 'take' ? {} : { notTaken: choice }) };
    if (choice !== 'take' || file === undefined) {
      this.#ready = undefined;
      return;
    }
    if (this.#ready?.file.sha512 === file.sha512) return;
    this.#percent = 0;
    this.#to('downloading');
    await this.#keepRunning(from);
    const write = (place: string) => from.file(file, place, this.#progress(file));
    const path = await installer.prepare({ release, file, back: false, write });
    await kept.keep(release, file, (place) => copyChecked(file, path, place));
    this.#ready = { release, file, path };
    log.info('Update ready', { version: release.version });
  }

  /** Without the running version, no way back exists; the server may no longer have it. */
  async #keepRunning(from: UpdateServer): Promise<void> {
    const { kept, version, platform, keys, installer, arch, log } = this.#parts;
    if (kept.has(version)) return;
    try {
      const document = await from.document(`${version}-${platform}.jws`);
      const release = await readRelease(document, platform, keys);
      const file = fileFor(release, installer.kind, arch);
      if (file === undefined || release.version !== version) return;
      await kept.keep(release, file, (place) => from.file(file, place, () => undefined));
    } catch (thrown) {
      log.warn('Storing the running version for a rollback failed', { version, thrown });
    }
  }

  #progress(file: ReleaseFile): (bytes: number) => void {
    return (bytes) => {
      const reached = Math.floor((bytes / file.size) * 100);
      if (reached === this.#percent) return;
      this.#percent = reached;
      this.#parts.changed();
    };
  }

  async #start(update: Ready, by: UpdateAct['by']): Promise<void> {
    const { counter, memory, note, version, clock, installer } = this.#parts;
    this.#to('installing');
    try {
      // The file may have been on the disk for hours.
      await checkFile(update.file, update.path);
      if (counter().underWay) throw new TillError('update.sale-open', 'Sale begun in the meantime');
      const { version: next } = update.release;
      memory.change((before) => ({ ...before, attempted: next }));
      note({ act: 'update-installs', by, version: next, values: { from: version } });
      this.#stopWaiting = clock.after(ENDS_WITHIN_MS, () => this.#giveUp(notInstalled(next)));
      if (installer.endsApp) this.#installAndEnd(next);
      else {
        this.#installAtEnd = true;
        this.#parts.end();
      }
    } catch (thrown) {
      throw this.#giveUp(toTillError(thrown));
    }
  }

  /** The system closes the windows before it ends the app: they must not refuse, as in kiosk mode. */
  #installAndEnd(version: string): void {
    this.#stay = this.#parts.beginEnd();
    this.#parts.installer.install((why) => {
      if (this.#stage === 'installing') this.#giveUp(notInstalled(version, why));
    });
  }

  #giveUp(fault: TillError): TillError {
    this.#stopWaiting?.();
    this.#stay?.();
    this.#stay = undefined;
    this.#installAtEnd = false;
    if (fault.code !== 'update.sale-open') {
      this.#problem = fault;
      this.#ready = undefined;
    }
    this.#parts.log.warn(fault);
    this.#to('idle');
    return fault;
  }

  #to(next: 'idle' | 'looking' | 'downloading' | 'installing'): void {
    this.#stage = next;
    this.#parts.changed();
  }
}

/** The app ended to install `attempted`, but an older version is running: the installer failed. */
function failedBefore(attempted: string | undefined, running: string): TillError | undefined {
  if (attempted === undefined || compareVersions(attempted, running) <= 0) return undefined;
  return notInstalled(attempted);
}

function notInstalled(version: string, cause?: unknown): TillError {
  const why = cause === undefined ? '' : `: ${toTillError(cause).message}`;
  return new TillError('update.install', `${version} not installed${why}`, { values: { version }, cause });
}

/** The end of the app would cut off the action. Throws `TillError` `update.installing`. */
export function requireNotInstalling(updates: Pick<Updates, 'view'>): void {
  if (updates.view().state === 'installing') throw new TillError('update.installing', 'Update being installed');
}
