import { dirname } from 'node:path';
import { runInThread } from '../base/run-in-thread.ts';
import { TillError } from '../base/till-error.ts';
import { systemExportDisk } from './export-disk.ts';
import type { ExportRequest } from './export-request.ts';
import type { TableFiles } from './open-table.ts';
import type { ExportEnvironment } from './run-export.ts';
import { draftIn } from './write-export.ts';

export interface ExportPlace {
  readonly path: string;
  readonly environment: ExportEnvironment;
  readonly files: TableFiles;
}

export interface ExportOrder extends ExportPlace {
  readonly request: ExportRequest;
  readonly dataFolder: string;
  readonly draft: string;
}

export interface ExportRows {
  readonly rows: number;
  readonly about: number | undefined;
}

/** Returns the rows written; undefined: no thread started, nothing was written. Rejects with errors of `runExport`. */
export type ExportInThread = (
  order: ExportOrder,
  signal: AbortSignal,
  progress: (rows: ExportRows) => void,
) => Promise<number | undefined>;

export const exportInThread: ExportInThread = async (order, signal, onReport) => {
  try {
    const file = new URL('./export-thread.ts', import.meta.url);
    const outcome = await runInThread<number>({ file, order, signal, onReport });
    return outcome.began ? outcome.value : undefined;
  } catch (thrown) {
    if (thrown instanceof TillError && thrown.code === 'internal') discard(order);
    throw thrown;
  }
};

/** A thread that died could not remove its draft. */
function discard({ path, draft }: ExportOrder): void {
  const file = draftIn(dirname(path), draft);
  try {
    if (systemExportDisk.kindOf(file) === 'file') systemExportDisk.remove(file);
  } catch {
    // The caller reports the thread's death.
  }
}
