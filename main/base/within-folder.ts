import { realpathSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

/** Tests play a disk that takes several spellings for a name. */
export interface FolderDisk {
  /** The path without links and in the spelling of the disk. Throws what the disk throws. */
  realPath(path: string): string;
  /** The same for every spelling of a path. Throws what the disk throws. */
  identity(path: string): { readonly dev: bigint; readonly ino: bigint };
}

const systemFolders: FolderDisk = {
  realPath: realpathSync.native,
  identity: (path) => statSync(path, { bigint: true }),
};

/**
 * True for `folder` and what lies in it. Folders are compared by what they are: disks take other letters, short names and
 * mounts for the same folder. A part of `path` that is not there is passed over. Throws what the disk throws for `folder`.
 */
export function isWithinFolder(path: string, folder: string, disk: FolderDisk = systemFolders): boolean {
  const own = disk.realPath(folder);
  const { dev, ino } = disk.identity(own);
  const isOwn = (one: string): boolean => {
    if (one === own) return true;
    try {
      const found = disk.identity(one);
      // Some network drives number none of their folders.
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
