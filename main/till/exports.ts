import type { ExportKind, ExportProgress } from '../../preload/contract/export.ts';
import type { Random } from '../base/clock.ts';
import type { Log } from '../base/log.ts';
import { omitUndefined } from '../base/omit-undefined.ts';
import { TillError } from '../base/till-error.ts';
import { systemExportDisk } from '../export/export-disk.ts';
import type { ExportInThread, ExportPlace, ExportRows } from '../export/export-in-thread.ts';
import type { ExportRequest } from '../export/export-request.ts';
import { openTable } from '../export/open-table.ts';
import { runExport } from '../export/run-export.ts';

export type Exports = ReturnType<typeof createExports>;

interface ExportOutcome {
  readonly path: string;
  readonly rows: number;
}

interface ExportsParts {
  readonly dataFolder: string;
  readonly random: Random;
  /** Absent: the export runs in the main thread, in small steps. */
  readonly inThread?: ExportInThread;
  readonly log?: Pick<Log, 'warn'>;
  readonly open?: typeof openTable;
}

/** Runs the exports of the windows, one at a time and in a thread. */
export function createExports(parts: ExportsParts) {
  const { dataFolder, random, inThread, open = openTable } = parts;
  let underWay: UnderWay | undefined;

  async function write(request: ExportRequest, place: ExportPlace, abort: AbortController): Promise<ExportOutcome> {
    const { files, ...run } = place;
    const { signal } = abort;
    const report = ({ rows, about }: ExportRows) => {
      if (underWay !== undefined) underWay.progress = { rows, ...omitUndefined({ about }) };
    };
    const order = { ...place, request, dataFolder, draft: random.uuid() };
    const written = await inThread?.(order, signal, report);
    if (written !== undefined) return { path: place.path, rows: written };
    if (inThread !== undefined) parts.log?.warn('Export without a worker thread');
    const rows = await runExport(
      request,
      {
        ...run,
        open: (asked) => open(asked, files),
        signal,
        progress: (count, about) => report({ rows: count, about }),
      },
      { dataFolder, random, disk: systemExportDisk },
    );
    return { path: place.path, rows };
  }

  return {
    /** Returns undefined if `ask` does. Throws `TillError` `export.busy`, and the errors of `runExport` and `ask`. */
    async run(request: ExportRequest, ask: () => Promise<ExportPlace | undefined>): Promise<ExportOutcome | undefined> {
      if (underWay !== undefined) throw new TillError('export.busy', 'Another export in progress', { retryable: true });
      const ended = Promise.withResolvers<void>();
      const abort = new AbortController();
      const mine: UnderWay = { kind: request.kind, progress: { rows: 0 }, abort, ended: ended.promise, begun: false };
      underWay = mine;
      try {
        const place = await ask();
        mine.begun = true;
        return place && (await write(request, place, abort));
      } finally {
        underWay = undefined;
        ended.resolve();
      }
    },
    progress: (): ExportProgress | null => underWay?.progress ?? null,
    /** Also set while the user chooses the place; null without an export. */
    kind: (): ExportKind | null => underWay?.kind ?? null,
    /** Throws `TillError` `export.none`. */
    cancel(): void {
      if (underWay === undefined) throw new TillError('export.none', 'No export in progress');
      underWay.abort.abort();
    },
    async close(): Promise<void> {
      underWay?.abort.abort();
      // An open dialog closes with the windows, and nothing has been written yet.
      if (underWay?.begun) await underWay.ended;
    },
  };
}

interface UnderWay {
  readonly kind: ExportKind;
  progress: ExportProgress;
  readonly abort: AbortController;
  readonly ended: Promise<unknown>;
  /** A place was chosen, so a partial file may be on the disk. */
  begun: boolean;
}
