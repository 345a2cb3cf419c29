import { existsSync, mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { app, dialog, session } from 'electron';
import { checkDataFolder, earlierData, localDataFolder } from '../base/check-data-folder.ts';
import type { CommandLine } from '../settings/command-line.ts';
import { foreignOptions, refuseOptions, switchNames } from '../settings/installed-options.ts';
import { readSecondStart, type SecondStart, secondStartOf } from '../settings/second-start.ts';
import type { StartError } from '../windows/start-error.ts';
import { APP_ID } from './app-id.ts';
import { runningImage, startImage } from './app-image.ts';
import { declareScheme } from './app-protocol.ts';
import { fetchNoDictionaries } from './session-guard.ts';

/** The running app as the composition root sees it. */
export interface RunningApp {
  readonly userDataDir: string;
  /** Where an earlier Tillmate left data that this one, which has none yet, does not use; undefined: nowhere. */
  readonly earlierData: string | undefined;
  /** Installed from a package, as opposed to started from a checkout. */
  readonly packaged: boolean;
  readonly version: string;
  ready(): Promise<void>;
  /**
   * The system's proxies for an address, in the form of a PAC script. Chromium reads them from the system's settings; on a
   * Linux desktop without such settings these are its environment variables.
   */
  resolveProxy(url: string): Promise<string>;
  /** Somebody started the app again on the same data folder, with what that start was given, or pressed its icon in the Dock. */
  onSecondStart(started: (given: SecondStart) => void): void;
  /** Lets another start have the data folder while this process ends. */
  releaseLock(): void;
  /** Starts the app again, as it was started, once this process has ended. */
  startAgain(): void;
  /** Ends the process; what `onQuit` closes is closed first. */
  quit(): void;
  /** Runs before the process ends, whatever ends it; the app waits for it, but not forever. */
  onQuit(close: () => Promise<void>): void;
}

/** How long closing may take. A journal that is not closed by then loses nothing: each write was synced. */
const CLOSING_MS = 5_000;

/** Everything that must happen before the app is ready; undefined when another instance has this data folder. */
export function prepareApp(args: CommandLine): RunningApp | undefined {
  if (app.isPackaged) refuseForeignOptions();
  if (process.platform === 'win32') app.setAppUserModelId(APP_ID);
  const userDataDir = dataFolder(args);
  checkDataFolder(userDataDir);
  const isNew = !existsSync(join(userDataDir, 'terminal.json'));
  // Chromium's profile, the crash dumps and the lock go where this says.
  app.setPath('userData', userDataDir);
  mkdirSync(userDataDir, { recursive: true });
  declareScheme();
  fetchNoDictionaries();
  const given = secondStartOf(args);
  // Chromium may change the order of the words of a command line that it hands over, so they are read here.
  if (!app.requestSingleInstanceLock({ ...given })) {
    console.error(`Tillmate is already running on ${userDataDir}: its window comes to the front.`);
    if (given.provisionFile !== undefined)
      console.error(
        `It asks there about the provisioning file ${given.provisionFile}: nothing is taken in before. It also asks there for a PIN or a passphrase: these are not handed over.`,
      );
    app.quit();
    return undefined;
  }
  return {
    userDataDir,
    earlierData: isNew && args.userDataDir === undefined ? earlierData() : undefined,
    packaged: app.isPackaged,
    version: app.getVersion(),
    ready: async () => {
      await app.whenReady();
    },
    resolveProxy: async (url) => {
      await app.whenReady();
      return session.defaultSession.resolveProxy(url);
    },
    onSecondStart: (started) =>
      void app
        .on('second-instance', (_event, _argv, _folder, handedOver) => started(readSecondStart(handedOver)))
        .on('activate', () => started({})),
    releaseLock: () => app.releaseSingleInstanceLock(),
    startAgain,
    quit: () => app.quit(),
    onQuit: closeBeforeQuit,
  };
}

/** A run without windows, as the composition root sees it. */
export interface CommandRun {
  readonly userDataDir: string;
  readonly packaged: boolean;
  readonly version: string;
  /** The system, or a person, wants the process to end. */
  readonly signal: AbortSignal;
}

/**
 * For a run that opens no window, takes no lock and touches nothing of Chromium's: it must end before Electron is ready.
 * Beside it the till may run on the same folder. Throws TillError `start.option-refused`.
 */
export function prepareCommand(args: CommandLine): CommandRun {
  if (app.isPackaged) refuseForeignOptions();
  const abort = new AbortController();
  app.on('before-quit', (event) => {
    event.preventDefault();
    abort.abort();
  });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => abort.abort());
  const { isPackaged: packaged } = app;
  return { userDataDir: dataFolder(args), packaged, version: app.getVersion(), signal: abort.signal };
}

/** Ends such a run with an exit status. */
export function endCommand(status: number): void {
  app.exit(status);
}

/** The folder of the app's data, also where it could not be prepared. */
export function dataFolder(args: CommandLine): string {
  return resolve(args.userDataDir ?? localDataFolder() ?? app.getPath('userData'));
}

/**
 * An installed app takes its own options and nothing of Chromium's. Chromium has read its switches by now; it looks at
 * those for debuggers once more after this script has run, and then finds them gone.
 */
function refuseForeignOptions(): void {
  // Not the path of `userData`, which `--user-data-dir` has set already.
  const folder = resolve(localDataFolder() ?? join(app.getPath('appData'), app.getName()));
  const foreign = foreignOptions(process.argv.slice(1), { platform: process.platform, folder });
  for (const name of switchNames(foreign, process.platform)) app.commandLine.removeSwitch(name);
  refuseOptions(foreign, process.platform === 'linux' && runningImage() !== undefined ? 'AppImage' : 'package');
}

/**
 * Ends an app that cannot start, with exit code 1. Left running it would have no window and hold the lock, and every
 * later start would end as already running. The error is printed at once, and shown in a dialog, which Linux has only
 * once the app is ready. The lock is released first: the next start need not wait for somebody to close the dialog.
 */
export function endStart({ title, text }: StartError): void {
  console.error(`${title}\n\n${text}`);
  app.releaseSingleInstanceLock();
  const tell = () => {
    dialog.showErrorBox(title, text);
    app.exit(1);
  };
  app.whenReady().then(tell, () => app.exit(1));
}

/** Of an AppImage the file is started: the program in it, which Electron would start, is gone with this process. */
function startAgain(): void {
  const image = app.isPackaged ? runningImage() : undefined;
  if (image === undefined) app.relaunch();
  else
    app.once('quit', () => {
      app.releaseSingleInstanceLock();
      startImage(image, process.argv.slice(1));
    });
}

function closeBeforeQuit(close: () => Promise<void>): void {
  let closing = false;
  let closed = false;
  const end = () => {
    closed = true;
    app.quit();
  };
  app.on('will-quit', (event) => {
    if (closed) return;
    event.preventDefault();
    if (closing) return;
    closing = true;
    setTimeout(end, CLOSING_MS).unref();
    close().then(end, (fault: unknown) => {
      console.error(`Tillmate did not close cleanly: ${String(fault)}`);
      end();
    });
  });
}
