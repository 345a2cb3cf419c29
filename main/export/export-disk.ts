import { existsSync, realpathSync, statSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { basename } from 'node:path';
import { syncFolder } from '../base/durable-files.ts';
import type { ErrorCode } from '../base/error-codes.ts';
import { briefFiles } from '../base/patient-files.ts';
import { TillError } from '../base/till-error.ts';

export interface Draft {
  append(bytes: string | Uint8Array): Promise<void>;
  sync(): Promise<void>;
  close(): Promise<void>;
}

/** The disk as an export needs it. Each call throws the errors of the disk. */
export interface ExportDisk {
  /** Follows links. */
  kindOf(path: string): 'file' | 'folder' | 'other' | 'nothing';
  realPath(path: string): string;
  /** Fails if an existing file cannot be replaced: protected, or locked by another program. */
  tryReplace(path: string): Promise<void>;
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
  // Few retries: the till blocks meanwhile, and `tryReplace` has already checked for locks of other programs.
  rename: briefFiles.rename,
  remove: briefFiles.remove,
  syncFolder,
};

function draftOf(handle: FileHandle): Draft {
  return {
    // `writeFile` of a handle appends at the current position, and returns once all bytes are written.
    append: (bytes) => handle.writeFile(bytes),
    sync: () => handle.sync(),
    close: () => handle.close(),
  };
}

const CODES: Readonly<Record<string, ErrorCode>> = {
  ENOSPC: 'export.disk-full',
  EDQUOT: 'export.disk-full',
  EFBIG: 'export.disk-full',
  EBUSY: 'export.held',
  ETXTBSY: 'export.held',
  EACCES: 'export.forbidden',
  EROFS: 'export.forbidden',
  EPERM: 'export.forbidden',
  EISDIR: 'export.folder',
  ENOENT: 'export.no-folder',
  ENOTDIR: 'export.no-folder',
  ENAMETOOLONG: 'export.name',
  EINVAL: 'export.name',
};

export function exportError(thrown: unknown, path: string): TillError {
  return errorAs(CODES[errnoOf(thrown)] ?? 'export.failed', thrown, path);
}

const HELD: ReadonlySet<string> = new Set(['EPERM', 'EBUSY', 'EACCES']);

/** Reports a locked file on Windows: another program, such as Excel, has the file open. */
export function replaceError(thrown: unknown, path: string, platform: NodeJS.Platform = process.platform): TillError {
  if (platform === 'win32' && HELD.has(errnoOf(thrown))) return errorAs('export.held', thrown, path);
  return exportError(thrown, path);
}

function errnoOf(thrown: unknown): string {
  return thrown instanceof Error && 'code' in thrown ? String(thrown.code) : '';
}

function errorAs(code: ErrorCode, thrown: unknown, path: string): TillError {
  if (thrown instanceof TillError) return thrown;
  const message = thrown instanceof Error ? thrown.message : String(thrown);
  const values = { file: basename(path) };
  return new TillError(code, `Export not written: ${message}`, { cause: thrown, retryable: true, values });
}
