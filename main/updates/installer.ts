import type { ReleaseFile, SignedRelease } from './release.ts';

export type InstallKind = 'exe' | 'zip' | 'AppImage';

export interface Installer {
  /** Absent if a package manager or a checkout updates the app. */
  readonly kind: InstallKind | undefined;
  /** The system ends the app once `install` has accepted the update. False: `install` is called as the app ends. */
  readonly endsApp: boolean;
  /** Throws what `write` throws, and `TillError` `update.install` if the system rejects the file. */
  prepare(task: PrepareTask): Promise<string>;
  /** `refused`: a system with `endsApp` rejects the update later. Throws `TillError` `update.install`. */
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
