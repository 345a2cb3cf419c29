import { realpathSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

/** Tests simulate a disk that accepts several spellings of a name. */
interface FolderDisk {
  /** Returns the path without links and in the spelling of the disk. Throws the file system's error. */
  realPath(path: string): string;
  /** Returns an identity that is equal for every spelling of a path. Throws the file system's error. */
  identity(path: string): { readonly dev: bigint; readonly ino: bigint };
}

const systemFolders: FolderDisk = {
  realPath: realpathSync.native,
  identity: (path) => statSync(path, { bigint: true }),
};

/**
 * True for `folder` and paths inside. Folders are compared by identity, because disks accept other cases, short names
 * and mounts for the same folder. Missing parts of `path` are skipped. Throws the file system's error for `folder`.
 */
export function isWithinFolder(path: string, folder: string, disk: FolderDisk = systemFolders): boolean {
  const own = disk.realPath(folder);
  const { dev, ino } = disk.identity(own);
  const isOwn = (one: string): boolean => {
    if (one === own) return true;
    try {
      const found = disk.identity(one);
      // Some network drives do not number their folders.
      return ino !== 0n && found.dev === dev && found.ino === ino;
    } catch {
      return false;
    }
  };
  return withParents(realFolder(path, disk)).some(isOwn);
}

function realFolder(path: string, disk: FolderDisk): string {
  try {
    return disk.realPath(path);
  } catch {
    return path;
  }
}

function withParents(path: string): readonly string[] {
  const parent = dirname(path);
  return parent === path ? [path] : [path, ...withParents(parent)];
}
