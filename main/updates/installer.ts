import type { ReleaseFile, SignedRelease } from './release.ts';

/** How this installation can be replaced. */
export type InstallKind = 'exe' | 'zip' | 'AppImage';

/** The platform's updater: it takes a file of a release and runs it in place of the app. */
export interface Installer {
  /** Absent where whoever installed the app updates it: packages of a system, and a checkout. */
  readonly kind: InstallKind | undefined;
  /** `install` ends the app by itself once the system has taken the update; otherwise it is called as the app ends. */
  readonly endsApp: boolean;
  /**
   * Lays the file ready, which `write` puts at the path that it is given unless it lies there already.
   * @returns Where it lies.
   * @throws What `write` throws, and `update.install` where the platform does not take it.
   */
  prepare(task: PrepareTask): Promise<string>;
  /**
   * Installs what was prepared last, and starts it, an AppImage once this process has ended.
   * @param refused - Called with why where a system that ends the app by itself does not take it after all.
   * @throws TillError `update.install`.
   */
  install(refused?: (why: unknown) => void): void;
}

export interface PrepareTask {
  readonly release: SignedRelease;
  readonly file: ReleaseFile;
  /** Back to an older version; otherwise one that is no newer is refused. */
  readonly back: boolean;
  write(path: string): Promise<void>;
}

/** The file of a release for this installation. */
export function fileFor(
  { files }: Pick<SignedRelease, 'files'>,
  kind: InstallKind | undefined,
  arch: string,
): ReleaseFile | undefined {
  return files.find((file) => kind !== undefined && file.arch === arch && file.name.endsWith(`.${kind}`));
}
