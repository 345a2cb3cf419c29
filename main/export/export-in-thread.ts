import { dirname } from 'node:path';
import { runInThread } from '../base/run-in-thread.ts';
import { TillError } from '../base/till-error.ts';
import { systemExportDisk } from './export-disk.ts';
import type { ExportOrder, ExportRows } from './export-order.ts';
import { draftIn } from './write-export.ts';

/**
 * Does the work of `runExport` in a thread of its own, on connections of its own. Gives the rows that were written, or
 * undefined where no thread came up and nothing was begun. Rejects as `runExport` does.
 */
export type ExportInThread = (
  order: ExportOrder,
  signal: AbortSignal,
  progress: (rows: ExportRows) => void,
) => Promise<number | undefined>;

export const exportInThread: ExportInThread = async (order, signal, told) => {
  try {
    const file = new URL('./export-thread.ts', import.meta.url);
    const outcome = await runInThread<number>({ file, order, signal, told });
    return outcome.began ? outcome.value : undefined;
  } catch (thrown) {
    if (thrown instanceof TillError && thrown.code === 'internal') discard(order);
    throw thrown;
  }
};

/** A thread that died could not take away what it had written so far. */
function discard({ path, draft }: ExportOrder): void {
  const file = draftIn(dirname(path), draft);
  try {
    if (systemExportDisk.kindOf(file) === 'file') systemExportDisk.remove(file);
  } catch {
    // What ended the thread is what is told.
  }
}
