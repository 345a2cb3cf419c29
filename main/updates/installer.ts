import type { ReleaseFile, SignedRelease } from './release.ts';

export type InstallKind = 'exe' | 'zip' | 'AppImage';

export interface Installer {
  /** Absent where whoever installed the app updates it: packages of a system, and a checkout. */
  readonly kind: InstallKind | undefined;
  /** `install` ends the app by itself once the system has taken the update; otherwise it is called as the app ends. */
  readonly endsApp: boolean;
  /** Gives where `write` has put the file. Throws what `write` throws, and `update.install` where it is not taken. */
  prepare(task: PrepareTask): Promise<string>;
  /** `refused`: why a system that ends the app by itself does not take the update. Throws `update.install`. */
  install(refused?: (why: unknown) => void): void;
}

export interface PrepareTask {
  readonly release: SignedRelease;
  readonly file: ReleaseFile;
  readonly back: boolean;
  write(path: string): Promise<void>;
}

export function fileFor(
  { files }: Pick<SignedRelease, 'files'>,
  kind: InstallKind | undefined,
  arch: string,
): ReleaseFile | undefined {
  return files.find((file) => kind !== undefined && file.arch === arch && file.name.endsWith(`.${kind}`));
}
