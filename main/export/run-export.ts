import type { Random } from '../base/clock.ts';
import type { ExportDisk } from './export-disk.ts';
import { type ExportRequest, formatOf } from './export-request.ts';
import type { Column, ExportRow, ExportTable, Zone } from './table.ts';
import { writeExport } from './write-export.ts';

/** Whose money it is: that of a test environment, or of training, must not be taken for the shop's. */
export type ExportEnvironment = 'PROD' | 'PREPROD' | 'TRAINING';

/** A table whose records can be read until it is closed. */
export interface OpenTable {
  readonly table: ExportTable;
  close(): void;
}

/** The table to read, and whose it is. */
export interface ExportSource {
  readonly environment: ExportEnvironment;
  open(request: ExportRequest): OpenTable;
}

export interface ExportParts {
  /** The app's data folder: nothing is written in there. */
  readonly dataFolder: string;
  readonly disk: ExportDisk;
  readonly random: Random;
  readonly zone: Zone;
  /** Lets everything else of the process have its turn. */
  pause(): Promise<void>;
}

export interface ExportRun extends ExportSource {
  readonly path: string;
  readonly signal?: AbortSignal;
  /** Called now and then with the rows so far, and about how many there are. */
  progress?(rows: number, about: number | undefined): void;
}

/**
 * Exports what `request` asks for into the file of `run`. Gives the rows that were written. Rejects with TillError: those
 * of `writeExport`, and what opening and reading the source throws, such as `export.no-journal` and `journal.*`.
 */
export async function runExport(request: ExportRequest, run: ExportRun, parts: ExportParts): Promise<number> {
  const { table, close } = run.open(request);
  try {
    return await writeExport({
      ...parts,
      ...run,
      table: marked(table, run.environment),
      format: formatOf(request, parts.zone),
      progress: (rows) => run.progress?.(rows, table.about),
    });
  } finally {
    close();
  }
}

const ENVIRONMENT: Column = { name: 'environment', type: 'text' };

/** Each row says which environment it is of: rows are copied from one file into another. */
function marked({ columns, rows, about }: ExportTable, environment: ExportEnvironment): ExportTable {
  function* withMark(): Generator<ExportRow | undefined> {
    for (const row of rows) yield row?.concat(environment);
  }
  return { columns: [...columns, ENVIRONMENT], rows: withMark(), about };
}
