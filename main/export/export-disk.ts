import { existsSync, realpathSync, statSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { syncFolder } from '../base/durable-files.ts';
import { briefFiles } from '../base/patient-files.ts';

/** A file that is being written. */
export interface Draft {
  /** All of it, or throws what the disk throws. */
  append(bytes: string | Uint8Array): Promise<void>;
  sync(): Promise<void>;
  close(): Promise<void>;
}

/** What an export needs of the disk; tests fill it up and hold its files. Each call throws what the disk throws. */
export interface ExportDisk {
  /** What there is at a path, links followed. */
  kindOf(path: string): 'file' | 'folder' | 'other' | 'nothing';
  /** The path without links and in the spelling of the disk; the path must be there. */
  realPath(path: string): string;
  /** Whether a file that is there can be replaced: fails where another program keeps others out, or it is protected. */
  tryReplace(path: string): Promise<void>;
  /** A new file that only this account can read. */
  create(path: string): Promise<Draft>;
  rename(from: string, to: string): void;
  remove(path: string): void;
  syncFolder(folder: string): void;
}

export const systemExportDisk: ExportDisk = {
  kindOf(path) {
    if (!existsSync(path)) return 'nothing';
    const found = statSync(path);
    if (found.isFile()) return 'file';
    return found.isDirectory() ? 'folder' : 'other';
  },
  realPath: realpathSync.native,
  async tryReplace(path) {
    await (await open(path, 'r+')).close();
  },
  create: async (path) => draftOf(await open(path, 'wx', 0o600)),
  // Brief: the till waits as long, and whether another program holds the file has been looked at.
  rename: briefFiles.rename,
  remove: briefFiles.remove,
  syncFolder,
};

function draftOf(handle: FileHandle): Draft {
  return {
    // `writeFile` of a handle goes on from where it is, and until all is written.
    append: (bytes) => handle.writeFile(bytes),
    sync: () => handle.sync(),
    close: () => handle.close(),
  };
}
