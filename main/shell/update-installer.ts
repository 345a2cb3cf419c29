import { existsSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { AppUpdater, NsisUpdater } from 'electron-updater';
import type { Log } from '../base/log.ts';
import { TillError, toTillError } from '../base/till-error.ts';
import type { Installer, InstallKind, PrepareTask } from '../updates/installer.ts';
import { replaceImage, runningImage } from './app-image.ts';

export interface InstallerParts {
  readonly version: string;
  readonly folder: string;
  readonly kind: InstallKind | undefined;
  readonly log: Pick<Log, 'info' | 'warn'>;
  ready(): Promise<void>;
  quit(): void;
  /** Frees the data folder for the next version. */
  releaseLock(): void;
  startAgain(): void;
}

/** Undefined for an MSI, which has no uninstaller next to the program, and a Linux package, updated by its manager. */
export function installKind({
  platform,
  execPath,
  env,
}: Pick<NodeJS.Process, 'platform' | 'execPath' | 'env'>): InstallKind | undefined {
  if (platform === 'darwin') return 'zip';
  if (platform === 'win32') return existsSync(join(dirname(execPath), 'Uninstall Tillmate.exe')) ? 'exe' : undefined;
  return runningImage(env, execPath) === undefined ? undefined : 'AppImage';
}

/**
 * Installs updates with electron-updater, which stages a file, verifies Windows signatures, refuses downgrades and
 * replaces the app. It contacts no server: `main/updates/` passes a single signed release and its bytes. Its own
 * download would follow redirects, accept files of any size, and could not fetch the running version, the target of the
 * way back.
 */
export function createInstaller(parts: InstallerParts): Installer {
  const { kind } = parts;
  let install: ((refused: (why: unknown) => void) => void) | undefined;
  return {
    kind,
    endsApp: kind === 'zip',
    async prepare(task) {
      install = undefined;
      // Half a megabyte, not loaded at the start.
      const library = await import('electron-updater');
      const updater = updaterOf(library, parts);
      configure(library, updater, task, parts);
      const result = await updater.checkForUpdates();
      if (result?.isUpdateAvailable !== true)
        throw new TillError('update.install', `Version ${task.release.version} rejected by the updater`);
      const [path] = await updater.downloadUpdate();
      if (path === undefined) throw new TillError('update.install', 'No file prepared by the updater');
      install = (refused) => {
        if (kind === 'AppImage') return installImage(path, parts);
        if (!(updater instanceof library.BaseUpdater)) {
          updater.once('error', refused);
          return updater.quitAndInstall();
        }
        parts.releaseLock();
        if (!updater.install(true, true)) throw new Error('installer not started');
      };
      return path;
    },
    install(refused = () => undefined) {
      if (install === undefined) throw new TillError('update.install', 'No update ready');
      try {
        install(refused);
      } catch (cause) {
        throw new TillError('update.install', `Not installed: ${toTillError(cause).message}`, { cause });
      }
    },
  };
}

function installImage(file: string, { startAgain }: InstallerParts): void {
  const image = runningImage();
  if (image === undefined) throw new Error('APPIMAGE is not the path of the running file');
  replaceImage(image, file);
  startAgain();
}

type Library = typeof import('electron-updater');

function updaterOf(library: Library, parts: InstallerParts): AppUpdater {
  const app = adapterOf(parts);
  switch (parts.kind) {
    case 'exe':
      return new library.NsisUpdater(undefined, app);
    case 'zip':
      return new library.MacUpdater(undefined, app);
    case 'AppImage':
      return new library.AppImageUpdater(undefined, app);
    case undefined:
      throw new TillError('update.install', 'Installation not updatable by the app');
  }
}

type Adapter = NonNullable<ConstructorParameters<typeof NsisUpdater>[1]>;

/** All paths are in the till's own folder: no other file of the machine is written. */
function adapterOf({ version, folder, ready, quit }: InstallerParts): Adapter {
  return {
    version,
    name: 'tillmate',
    isPackaged: true,
    appUpdateConfigPath: configPath(folder),
    userDataPath: folder,
    baseCachePath: folder,
    whenReady: ready,
    relaunch: () => undefined,
    quit,
    onQuit: () => undefined,
  };
}

/** electron-builder's file, with the publisher name for the Windows signature check; without it, our own file. */
function configPath(folder: string): string {
  const packaged = join(process.resourcesPath ?? '', 'app-update.yml');
  if (process.resourcesPath !== undefined && existsSync(packaged)) return packaged;
  const own = join(folder, 'app-update.yml');
  writeFileSync(own, 'updaterCacheDirName: tillmate-updater\n', { mode: 0o600 });
  return own;
}

interface ReleaseInfo {
  readonly version: string;
  readonly files: never[];
  readonly path: string;
  readonly sha512: string;
  readonly releaseDate: string;
}

function configure(
  library: Library,
  updater: AppUpdater,
  { release, file, back, write }: PrepareTask,
  { log }: InstallerParts,
): void {
  class OneRelease extends library.Provider<ReleaseInfo> {
    override getLatestVersion() {
      const { version, issuedAt: releaseDate } = release;
      return Promise.resolve({ version, files: [], path: file.name, sha512: file.sha512, releaseDate });
    }

    override resolveFiles() {
      const { name, sha512, size, administrator: isAdminRightsRequired } = file;
      // No request is sent: the address only carries the file name.
      const url = new URL(encodeURIComponent(name), 'https://tillmate.invalid/');
      return [{ url, info: { url: name, sha512, size, isAdminRightsRequired } }];
    }
  }
  updater.setFeedURL({ provider: 'custom', updateProvider: OneRelease } as Parameters<AppUpdater['setFeedURL']>[0]);
  Object.assign(updater, { httpExecutor: { download: (_url: URL, path: string) => write(path) } });
  updater.autoDownload = false;
  updater.autoInstallOnAppQuit = false;
  updater.disableDifferentialDownload = true;
  updater.disableWebInstaller = true;
  updater.allowDowngrade = back;
  updater.logger = {
    info: () => undefined,
    warn: (message) => log.warn('Warning of the updater', { thrown: message }),
    error: (message) => log.warn('Warning of the updater', { thrown: message }),
  };
}
