import { existsSync, mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { app, dialog, session } from 'electron';
import { dataFiles } from '../base/data-files.ts';
import { checkDataFolder, earlierData, localDataFolder } from '../base/data-folder.ts';
import { type CommandLine, readSecondStart, type SecondStart, secondStartOf } from '../command-line/options.ts';
import { foreignOptions, refuseOptions, switchNames } from '../command-line/refused-options.ts';
import type { CommandRun } from '../command-line/run-command.ts';
import type { StartError } from '../windows/start-error.ts';
import { runningImage, startImage } from './app-image.ts';
import { declareScheme } from './app-protocol.ts';
import { fetchNoDictionaries } from './web-contents-guard.ts';

export interface RunningApp {
  readonly userDataDir: string;
  /** Data folder of an earlier Tillmate, left unused by this still empty version. */
  readonly earlierData: string | undefined;
  readonly packaged: boolean;
  readonly version: string;
  ready(): Promise<void>;
  /** Returns a PAC string. On a Linux desktop without proxy settings, Chromium reads environment variables. */
  resolveProxy(url: string): Promise<string>;
  onSecondStart(started: (given: SecondStart) => void): void;
  releaseLock(): void;
  startAgain(): void;
  quit(): void;
  /** Delays the end of the app until `close` is done, but at most `CLOSING_MS`. */
  onQuit(close: () => Promise<void>): void;
}

/** A journal still open by then loses nothing: every write was synced. */
const CLOSING_MS = 5_000;

/** Returns undefined if another instance uses this data folder. Must run before the app is ready. */
export function prepareApp(args: CommandLine): RunningApp | undefined {
  if (app.isPackaged) refuseForeignOptions();
  // Windows groups windows, task bar and shortcuts by the `appId` of electron-builder.yml.
  if (process.platform === 'win32') app.setAppUserModelId('app.tillmate.till');
  // On macOS and Linux the packages register the protocol (electron-builder.yml).
  if (process.platform === 'win32' && app.isPackaged) app.setAsDefaultProtocolClient('tillmate');
  const userDataDir = dataFolder(args);
  checkDataFolder(userDataDir);
  const isNew = !existsSync(join(userDataDir, dataFiles.settings));
  // Sets the folder for Chromium's profile, crash dumps and the instance lock.
  app.setPath('userData', userDataDir);
  mkdirSync(userDataDir, { recursive: true });
  declareScheme();
  fetchNoDictionaries();
  const given = secondStartOf(args);
  // Parses the command line before the handover: Chromium may reorder the words.
  if (!app.requestSingleInstanceLock({ ...given })) {
    console.error(`Tillmate is already running on ${userDataDir}: its window comes to the front.`);
    if (given.provisionFile !== undefined)
      console.error(
        `The running till asks for approval of the provisioning file ${given.provisionFile}, and for its PIN or passphrase: these are not handed over.`,
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
        .on('open-url', (event, draftLink) => {
          event.preventDefault();
          started(readSecondStart({ draftLink }));
        })
        .on('activate', () => started({})),
    releaseLock: () => app.releaseSingleInstanceLock(),
    startAgain,
    quit: () => app.quit(),
    onQuit: closeBeforeQuit,
  };
}

/**
 * Prepares a run without windows and without the instance lock, possibly in parallel with a till on the same folder.
 * The run must end before Electron is ready. Throws `TillError` `start.option-refused`.
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

/** Kills the process: a keychain call cannot be cancelled, and Node waits for its thread, also in Electron's `exit`. */
export function endAnyway(stands: () => boolean): void {
  process.on('exit', () => {
    if (stands()) process.kill(process.pid, 'SIGKILL');
  });
}

export function endCommand(status: number): void {
  // Before `ready`, Electron exits natively without emitting `exit`, which `endAnyway` needs.
  process.emit('exit', status);
  app.exit(status);
}

export function dataFolder(args: CommandLine): string {
  return resolve(args.userDataDir ?? localDataFolder() ?? app.getPath('userData'));
}

/** Node reads the language from environment variables, which macOS does not set for apps. */
export function systemLanguage(): string {
  const [preferred] = process.platform === 'darwin' ? app.getPreferredSystemLanguages() : [];
  return preferred ?? new Intl.DateTimeFormat().resolvedOptions().locale;
}

/** Chromium has read its switches, but reads the debugger switches again after this script and finds them removed. */
function refuseForeignOptions(): void {
  // `--user-data-dir` has already changed the path of `userData`.
  const folder = resolve(localDataFolder() ?? join(app.getPath('appData'), app.getName()));
  const foreign = foreignOptions(process.argv.slice(1), { platform: process.platform, folder });
  for (const name of switchNames(foreign, process.platform)) app.commandLine.removeSwitch(name);
  refuseOptions(foreign, process.platform === 'linux' && runningImage() !== undefined ? 'AppImage' : 'package');
}

/**
 * Shows the error and exits with code 1; without an exit, the process would hold the lock without a window. Releases
 * the lock first: the next start need not wait for the dialog, which Linux shows only after `ready`.
 */
export function endStart({ title, text }: StartError): void {
  console.error(`${title}\n\n${text}`);
  app.releaseSingleInstanceLock();
  const showAndExit = () => {
    dialog.showErrorBox(title, text);
    app.exit(1);
  };
  app.whenReady().then(showAndExit, () => app.exit(1));
}

/** Restarts an AppImage by its file: Electron would start the program in the mount, which ends with this process. */
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
