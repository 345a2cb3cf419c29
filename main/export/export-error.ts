import { basename } from 'node:path';
import type { ErrorCode } from '../base/error-codes.ts';
import { TillError } from '../base/till-error.ts';

/** What the disk says, as what a person can do something about. */
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

/** What kept a file from being written, as TillError `export.*`; an error that is one already stays. */
export function exportError(thrown: unknown, path: string): TillError {
  return toldAs(CODES[errnoOf(thrown)] ?? 'export.failed', thrown, path);
}

/** What Windows answers while another program has a file open, and other systems where a right is missing. */
const HELD: ReadonlySet<string> = new Set(['EPERM', 'EBUSY', 'EACCES']);

/** The same, where a file that is there could not be replaced: on Windows another program has it open, as Excel has. */
export function replaceError(thrown: unknown, path: string, platform: NodeJS.Platform = process.platform): TillError {
  if (platform === 'win32' && HELD.has(errnoOf(thrown))) return toldAs('export.held', thrown, path);
  return exportError(thrown, path);
}

function errnoOf(thrown: unknown): string {
  return thrown instanceof Error && 'code' in thrown ? String(thrown.code) : '';
}

function toldAs(code: ErrorCode, thrown: unknown, path: string): TillError {
  if (thrown instanceof TillError) return thrown;
  const message = thrown instanceof Error ? thrown.message : String(thrown);
  const values = { file: basename(path) };
  return new TillError(code, `The export could not be written: ${message}`, { cause: thrown, retryable: true, values });
}
