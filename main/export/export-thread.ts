import { systemRandom } from '../base/clock.ts';
import { inThread } from '../base/in-thread.ts';
import { systemExportDisk } from './export-disk.ts';
import type { ExportOrder, ExportRows } from './export-in-thread.ts';
import { openTable } from './open-table.ts';
import { runExport } from './run-export.ts';

/** Progress interval: faster updates cannot be read. */
const REPORT_EVERY_MS = 100;

inThread<ExportOrder>(({ request, files, dataFolder, draft, ...place }, { signal, report }) => {
  let reportedAt = Number.NEGATIVE_INFINITY;
  const run = {
    ...place,
    open: () => openTable(request, files),
    signal,
    progress(rows: number, about: number | undefined) {
      if (performance.now() - reportedAt < REPORT_EVERY_MS) return;
      reportedAt = performance.now();
      report({ rows, about } satisfies ExportRows);
    },
  };
  return runExport(request, run, {
    dataFolder,
    disk: systemExportDisk,
    random: { ...systemRandom, uuid: () => draft },
  });
});
