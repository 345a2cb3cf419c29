import { basename, dirname, join, sep } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import type { Random } from '../base/clock.ts';
import { TillError } from '../base/till-error.ts';
import { type Draft, type ExportDisk, exportError, replaceError } from './export-disk.ts';
import { type ExportRequest, formatOf } from './export-request.ts';
import type { Batches, Column, ExportRow, ExportTable, Format } from './table.ts';

export interface ExportJob extends ExportParts, Pick<ExportRun, 'path' | 'signal'> {
  readonly table: ExportTable;
  readonly format: Format;
  /** Lets everything else of the process have its turn. */
  pause(): Promise<void>;
  progress?(rows: number): void;
}

/** Rows that are read and written before others have their turn: some thousandths of a second. */
const ROWS_A_TURN = 256;

/** The money of a test environment, or of training, must not be taken for the shop's. */
export type ExportEnvironment = 'PROD' | 'PREPROD' | 'TRAINING';

export interface OpenTable {
  readonly table: ExportTable;
  close(): void;
}

export interface ExportParts {
  /** The app's data folder: nothing is written in there. */
  readonly dataFolder: string;
  readonly disk: ExportDisk;
  readonly random: Random;
}

export interface ExportRun {
  readonly environment: ExportEnvironment;
  open(request: ExportRequest): OpenTable;
  readonly path: string;
  readonly signal?: AbortSignal;
  /** Called now and then with the rows so far, and about how many there are. */
  progress?(rows: number, about: number | undefined): void;
}

/**
 * Exports what `request` asks for into the file of `run`, and gives the rows that were written: under another name beside it
 * first, and under its own once it is whole and on the disk. Whatever happens, the file is there whole or as it was before.
 * Errors: `export.*`, and what opening and reading the table throws.
 */
export async function runExport(request: ExportRequest, run: ExportRun, parts: ExportParts): Promise<number> {
  const { table, close } = run.open(request);
  try {
    return await writeExport({
      ...parts,
      ...run,
      table: marked(table, run.environment),
      format: formatOf(request),
      pause: () => setImmediate(),
      progress: (rows: number) => run.progress?.(rows, table.about),
    });
  } finally {
    close();
  }
}

const ENVIRONMENT: Column = { name: 'environment', type: 'text' };

/** Rows are copied from one file into another. */
function marked({ columns, rows, about }: ExportTable, environment: ExportEnvironment): ExportTable {
  function* withMark(): Generator<ExportRow | undefined> {
    for (const row of rows) yield row?.concat(environment);
  }
  return { columns: [...columns, ENVIRONMENT], rows: withMark(), about };
}

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

/** A file's name until it is whole. */
export function draftIn(folder: string, id: string): string {
  return join(folder, `.tillmate-export-${id}.part`);
}

/** Looked at before the first row is read: a person should not wait for a refusal. */
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

function syncName(disk: ExportDisk, folder: string): void {
  try {
    disk.syncFolder(folder);
  } catch {
    // Network drives and sticks often cannot.
  }
}

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
