import { basename, dirname, join, sep } from 'node:path';
import type { Random } from '../base/clock.ts';
import { TillError } from '../base/till-error.ts';
import { type Draft, type ExportDisk, exportError, replaceError } from './export-disk.ts';
import type { Batches, ExportTable, Format } from './table.ts';

export interface ExportJob {
  readonly table: ExportTable;
  readonly format: Format;
  /** The file that is to be written, with its whole path. */
  readonly path: string;
  /** The app's data folder: nothing is written in there. */
  readonly dataFolder: string;
  readonly disk: ExportDisk;
  readonly random: Random;
  readonly signal?: AbortSignal;
  /** Lets everything else of the process have its turn. */
  pause(): Promise<void>;
  /** Called after each piece with the rows written so far. */
  progress?(rows: number): void;
}

/** Rows that are read and written before others have their turn: some thousandths of a second. */
const ROWS_A_TURN = 256;

/**
 * Writes a table into a file: under another name beside it first, and under its own once it is whole and on the disk.
 * Whatever happens, the file is there whole or as it was before, and nothing else is left. Gives the number of rows.
 * Rejects with TillError `export.*` for what is wrong with the place, the disk or because it was called off, and else with
 * what reading the table throws.
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

/** Name of a file until it is whole. */
export function draftIn(folder: string, id: string): string {
  return join(folder, `.tillmate-export-${id}.part`);
}

/** The path to write to. Looked at before the first row is read: a person should not wait for a refusal. */
async function fitPath({ path, dataFolder, disk }: ExportJob): Promise<string> {
  return onDisk(async () => {
    const kind = disk.kindOf(path);
    if (kind === 'folder') throw refusal('export.folder', 'is a folder', path);
    if (kind === 'other') throw refusal('export.no-file', 'is neither a file nor a folder', path);
    if (kind === 'nothing' && disk.kindOf(dirname(path)) !== 'folder')
      throw refusal('export.no-folder', 'is in a folder that is not there', path);
    const real = kind === 'file' ? disk.realPath(path) : join(disk.realPath(dirname(path)), basename(path));
    if (isWithin(real, disk.realPath(dataFolder))) throw refusal('export.own-folder', "is among the till's data", path);
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
  // The next piece is made while the disk takes the one before.
  let writing: Promise<unknown> = Promise.resolve();
  try {
    for await (const bytes of job.format(job.table.columns, counted)) {
      await writing;
      writing = onDisk(() => file.append(bytes), path);
      // Told where it is waited for.
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
  if (signal?.aborted) throw new TillError('export.cancelled', 'The export was called off');
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

/** The file is whole and has its name: a disk that cannot sync names loses nothing but, in a power cut, the name. */
function syncName(disk: ExportDisk, folder: string): void {
  try {
    disk.syncFolder(folder);
  } catch {
    // Network drives and sticks often cannot.
  }
}

/** The first failure is told; a file that cannot be removed is on a disk that is gone. */
function discard(disk: ExportDisk, draft: string): void {
  try {
    disk.remove(draft);
  } catch {
    // A stick that was pulled out has the rest of it.
  }
}

function refusal(
  code: 'export.folder' | 'export.no-file' | 'export.no-folder' | 'export.own-folder',
  is: string,
  path: string,
): TillError {
  return new TillError(code, `${path} ${is}`, { values: { file: basename(path) } });
}
