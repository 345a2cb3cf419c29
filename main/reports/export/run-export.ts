import type { Random } from '../../base/clock.ts';
import type { Disk } from '../../journal/database.ts';
import { openRecordStream, type RecordStream } from '../../journal/record-stream.ts';
import type { ExportDisk } from './export-disk.ts';
import { type ExportRequest, formatOf } from './export-request.ts';
import { paymentsTable, refundsTable } from './journal-tables.ts';
import type { Column, ExportRow, ExportTable, Zone } from './table.ts';
import { writeExport } from './write-export.ts';

/** Whose money it is: that of a test environment, or of training, must not be taken for the shop's. */
export type ExportEnvironment = 'PROD' | 'PREPROD' | 'TRAINING';

export interface ExportParts {
  /** The journal that is read; another connection, or another process, may have it open. */
  readonly journalFile: string;
  readonly environment: ExportEnvironment;
  /** The app's data folder: nothing is written in there. */
  readonly dataFolder: string;
  readonly disk: Disk;
  readonly exportDisk: ExportDisk;
  readonly random: Random;
  readonly zone: Zone;
  /** Lets everything else of the process have its turn. */
  pause(): Promise<void>;
}

export interface ExportRun {
  readonly path: string;
  readonly signal?: AbortSignal;
  /** Called now and then with the rows so far, and about how many there are. */
  progress?(rows: number, about: number | undefined): void;
}

/**
 * Exports what `request` asks for into the file of `run`. Gives the rows that were written. Rejects with TillError: those
 * of `writeExport`, and `export.no-journal` and `journal.*` where the record cannot be read.
 */
export async function runExport(request: ExportRequest, run: ExportRun, parts: ExportParts): Promise<number> {
  const records = openRecordStream(parts.journalFile, parts.disk);
  try {
    const table = marked(tableOf(request, records), parts.environment);
    return await writeExport({
      ...parts,
      ...run,
      table,
      disk: parts.exportDisk,
      format: formatOf(request, parts.zone),
      progress: (rows) => run.progress?.(rows, table.about),
    });
  } finally {
    records.close();
  }
}

function tableOf({ kind, span, ...filter }: ExportRequest, records: RecordStream): ExportTable {
  switch (kind) {
    case 'payments':
      return paymentsTable(records, span, filter);
    case 'refunds':
      return refundsTable(records, span);
  }
}

const ENVIRONMENT: Column = { name: 'environment', type: 'text' };

/** Each row says which environment it is of: rows are copied from one file into another. */
function marked({ columns, rows, about }: ExportTable, environment: ExportEnvironment): ExportTable {
  async function* withMark(): AsyncGenerator<ExportRow> {
    for await (const row of rows) yield [...row, environment];
  }
  return { columns: [...columns, ENVIRONMENT], rows: withMark(), about };
}
