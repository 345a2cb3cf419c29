import { existsSync, mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { app, dialog, session } from 'electron';
import { dataFiles } from '../base/data-files.ts';
import { checkDataFolder, earlierData, localDataFolder } from '../base/data-folder.ts';
import { type CommandLine, readSecondStart, type SecondStart, secondStartOf } from '../settings/command-line.ts';
import { foreignOptions, refuseOptions, switchNames } from '../settings/refused-options.ts';
import type { CommandRun } from '../till/run-command.ts';
import type { StartError } from '../windows/start-error.ts';
import { runningImage, startImage } from './app-image.ts';
import { declareScheme } from './app-protocol.ts';
import { fetchNoDictionaries } from './web-contents-guard.ts';

export interface RunningApp {
  readonly userDataDir: string;
  /** An earlier Tillmate left data there that this one, which has none yet, does not use. */
  readonly earlierData: string | undefined;
  readonly packaged: boolean;
  readonly version: string;
  ready(): Promise<void>;
  /** PAC script. On a Linux desktop without settings, Chromium takes the proxies from environment variables. */
  resolveProxy(url: string): Promise<string>;
  onSecondStart(started: (given: SecondStart) => void): void;
  releaseLock(): void;
  startAgain(): void;
  quit(): void;
  /** The app waits for `close`, but not for ever. */
  onQuit(close: () => Promise<void>): void;
}

/** A journal that is not closed by then loses nothing: each write was synced. */
const CLOSING_MS = 5_000;

/** Undefined where another instance has this data folder. Must run before the app is ready. */
export function prepareApp(args: CommandLine): RunningApp | undefined {
  if (app.isPackaged) refuseForeignOptions();
  // Windows ties windows, task bar and shortcuts to the app by the `appId` of electron-builder.yml.
  if (process.platform === 'win32') app.setAppUserModelId('app.tillmate.till');
  // On macOS and Linux the packages say it (electron-builder.yml).
  if (process.platform === 'win32' && app.isPackaged) app.setAsDefaultProtocolClient('tillmate');
  const userDataDir = dataFolder(args);
  checkDataFolder(userDataDir);
  const isNew = !existsSync(join(userDataDir, dataFiles.settings));
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
 * A run that opens no window and takes no lock, beside a till on the same folder perhaps. It must end before Electron is
 * ready. Throws TillError `start.option-refused`.
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

/** A keychain that asks a person cannot be cancelled; Node waits for its thread, in Electron's `exit` too. */
export function endAnyway(stands: () => boolean): void {
  process.on('exit', () => {
    if (stands()) process.kill(process.pid, 'SIGKILL');
  });
}

export function endCommand(status: number): void {
  // Before it is ready Electron ends in C, which tells nobody (`endAnyway`).
  process.emit('exit', status);
  app.exit(status);
}

export function dataFolder(args: CommandLine): string {
  return resolve(args.userDataDir ?? localDataFolder() ?? app.getPath('userData'));
}

/** Node takes the language from variables, which nobody sets for an app of macOS. */
export function systemLanguage(): string {
  const [preferred] = process.platform === 'darwin' ? app.getPreferredSystemLanguages() : [];
  return preferred ?? new Intl.DateTimeFormat().resolvedOptions().locale;
}

/**
 * An installed app takes its own options and nothing of Chromium's. Chromium has read its switches by now; it looks at
 * those for debuggers once more after this script has run, and then finds them gone.
 */
function refuseForeignOptions(): void {
  // The path of `userData` was set by `--user-data-dir` already.
  const folder = resolve(localDataFolder() ?? join(app.getPath('appData'), app.getName()));
  const foreign = foreignOptions(process.argv.slice(1), { platform: process.platform, folder });
  for (const name of switchNames(foreign, process.platform)) app.commandLine.removeSwitch(name);
  refuseOptions(foreign, process.platform === 'linux' && runningImage() !== undefined ? 'AppImage' : 'package');
}

/**
 * Exit code 1. Left running, it would hold the lock without a window. The lock goes first: a start need not wait for
 * the dialog, which Linux has only once the app is ready.
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

/** An AppImage is started by its file: Electron would start the program in it, which is gone with this process. */
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
