import { basename, dirname, join, sep } from 'node:path';
import type { Random } from '../base/clock.ts';
import { TillError } from '../base/till-error.ts';
import { type Draft, type ExportDisk, exportError, replaceError } from './export-disk.ts';
import type { Batches, ExportTable, Format } from './table.ts';

export interface ExportJob {
  /** Exports into the app's data folder are refused. */
  readonly dataFolder: string;
  readonly disk: ExportDisk;
  readonly random: Random;
  readonly path: string;
  readonly signal?: AbortSignal;
  readonly table: ExportTable;
  readonly format: Format;
  /** Lets other work of the process run. */
  pause(): Promise<void>;
  progress?(rows: number): void;
}

/** Rows read and written before other work may run: a few milliseconds. */
const ROWS_A_TURN = 256;

/**
 * Writes a draft in the same folder, renamed once complete and synced: a failure leaves the file as before. Throws
 * `TillError` `export.*`. Returns the number of rows.
 */
export async function writeExport(job: ExportJob): Promise<number> {
  const { disk, random } = job;
  const path = await fitPath(job);
  const folder = dirname(path);
  const draft = draftIn(folder, random.uuid());
  const file = await onDisk(() => disk.create(draft), path);
  try {
    const rows = await fill(file, job, path);
    await onDisk(async () => {
      await file.sync();
      await file.close();
    }, path);
    await replacing(async () => disk.rename(draft, path), path);
    syncName(disk, folder);
    return rows;
  } catch (thrown) {
    await file.close().catch(() => undefined);
    discard(disk, draft);
    throw thrown;
  }
}

export function draftIn(folder: string, id: string): string {
  return join(folder, `.tillmate-export-${id}.part`);
}

/** Returns the real path. Checked before the first row is read: the manager should not wait for a refusal. */
async function fitPath({ path, dataFolder, disk }: ExportJob): Promise<string> {
  return onDisk(async () => {
    const kind = disk.kindOf(path);
    if (kind === 'folder') throw refusal('export.folder', 'is a folder', path);
    if (kind === 'other') throw refusal('export.no-file', 'is neither a file nor a folder', path);
    if (kind === 'nothing' && disk.kindOf(dirname(path)) !== 'folder')
      throw refusal('export.no-folder', 'is in a missing folder', path);
    const real = kind === 'file' ? disk.realPath(path) : join(disk.realPath(dirname(path)), basename(path));
    if (isWithin(real, disk.realPath(dataFolder)))
      throw refusal('export.own-folder', "is inside the till's data folder", path);
    if (kind === 'file') await replacing(() => disk.tryReplace(real), real);
    return real;
  }, path);
}

function isWithin(path: string, folder: string): boolean {
  return path === folder || path.startsWith(folder.endsWith(sep) ? folder : folder + sep);
}

async function fill(file: Draft, job: ExportJob, path: string): Promise<number> {
  let rows = 0;
  const counted = batchesOf(job, (count) => {
    rows += count;
    job.progress?.(rows);
  });
  // Formats the next piece while the disk writes the previous piece.
  let writing: Promise<unknown> = Promise.resolve();
  try {
    for await (const bytes of job.format(job.table.columns, counted)) {
      await writing;
      writing = onDisk(() => file.append(bytes), path);
      // Prevents an unhandled rejection; the error is thrown where `writing` is awaited.
      writing.catch(() => undefined);
    }
  } finally {
    await writing;
  }
  refuseCancelled(job.signal);
  return rows;
}

async function* batchesOf({ table, signal, pause }: ExportJob, written: (rows: number) => void): Batches {
  let batch = [];
  for (const row of table.rows) {
    if (row !== undefined) {
      batch.push(row);
      if (batch.length < ROWS_A_TURN) continue;
      yield batch;
      written(batch.length);
      batch = [];
    }
    await pause();
    refuseCancelled(signal);
  }
  refuseCancelled(signal);
  if (batch.length > 0) yield batch;
  written(batch.length);
}

function refuseCancelled(signal: AbortSignal | undefined): void {
  if (signal?.aborted) throw new TillError('export.cancelled', 'Export cancelled');
}

async function onDisk<T>(act: () => Promise<T>, path: string): Promise<T> {
  try {
    return await act();
  } catch (thrown) {
    throw exportError(thrown, path);
  }
}

async function replacing(act: () => Promise<void>, path: string): Promise<void> {
  try {
    await act();
  } catch (thrown) {
    throw replaceError(thrown, path);
  }
}

function syncName(disk: ExportDisk, folder: string): void {
  try {
    disk.syncFolder(folder);
  } catch {
    // Network drives and USB sticks often cannot sync a folder.
  }
}

function discard(disk: ExportDisk, draft: string): void {
  try {
    disk.remove(draft);
  } catch {
    // A USB stick that was pulled out keeps the draft.
  }
}

function refusal(
  code: 'export.folder' | 'export.no-file' | 'export.no-folder' | 'export.own-folder',
  is: string,
  path: string,
): TillError {
  return new TillError(code, `${path} ${is}`, { values: { file: basename(path) } });
}
