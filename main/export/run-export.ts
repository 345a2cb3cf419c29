import { setImmediate } from 'node:timers/promises';
import { type ExportRequest, formatOf } from './export-request.ts';
import type { Column, ExportRow, ExportTable } from './table.ts';
import { type ExportJob, writeExport } from './write-export.ts';

/** Marks each row: money of a test environment or of training must not be taken for the shop's. */
export type ExportEnvironment = 'PROD' | 'PREPROD' | 'TRAINING';

export interface OpenTable {
  readonly table: ExportTable;
  close(): void;
}

type ExportParts = Pick<ExportJob, 'dataFolder' | 'disk' | 'random'>;

interface ExportRun {
  readonly environment: ExportEnvironment;
  open(request: ExportRequest): OpenTable;
  readonly path: string;
  readonly signal?: AbortSignal;
  /** Called now and then with the rows so far and the approximate total. */
  progress?(rows: number, about: number | undefined): void;
}

/**
 * Opens the table, writes it as a file, and returns the number of rows. Throws the errors of opening and reading the
 * table, and of `writeExport`.
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

/** Adds the environment to each row, since rows are copied between files. */
function marked({ columns, rows, about }: ExportTable, environment: ExportEnvironment): ExportTable {
  function* withMark(): Generator<ExportRow | undefined> {
    for (const row of rows) yield row?.concat(environment);
  }
  return { columns: [...columns, ENVIRONMENT], rows: withMark(), about };
}
