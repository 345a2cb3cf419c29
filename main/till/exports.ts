import type { ExportKind, ExportProgress } from '../../preload/export.ts';
import type { Random } from '../base/clock.ts';
import { TillError } from '../base/till-error.ts';
import { type ExportDisk, systemExportDisk } from '../reports/export/export-disk.ts';
import type { ExportRequest } from '../reports/export/export-request.ts';
import { type ExportRun, runExport } from '../reports/export/run-export.ts';
import { systemZone } from '../reports/export/table.ts';

/** Where the file goes, and what is read for it. */
export type ExportPlace = Pick<ExportRun, 'path' | 'open' | 'environment'>;

/** The exports of the windows: one at a time, between the till's other work. */
export interface Exports {
  /**
   * Asks for a place and writes the file there; undefined where `ask` gives none. Rejects with TillError `export.busy`,
   * those of `runExport`, and what `ask` rejects with.
   */
  run(request: ExportRequest, ask: () => Promise<ExportPlace | undefined>): Promise<ExportOutcome | undefined>;
  /** Null while none is under way. */
  progress(): ExportProgress | null;
  /** What is being written, or asked a place for; null while none is under way. */
  kind(): ExportKind | null;
  /** Throws TillError `export.none` while none is under way. */
  cancel(): void;
  /** Calls off what is under way, and waits until nothing of it is left. */
  close(): Promise<void>;
}

export interface ExportOutcome {
  readonly path: string;
  readonly rows: number;
}

export interface ExportsParts {
  readonly dataFolder: string;
  readonly random: Random;
  readonly exportDisk?: ExportDisk;
}

export function createExports({ dataFolder, random, exportDisk = systemExportDisk }: ExportsParts): Exports {
  let underWay:
    | { readonly kind: ExportKind; progress: ExportProgress; readonly abort: AbortController; ended: Promise<unknown> }
    | undefined;

  async function write(request: ExportRequest, place: ExportPlace, abort: AbortController): Promise<ExportOutcome> {
    const run = {
      ...place,
      signal: abort.signal,
      progress(rows: number, about: number | undefined) {
        if (underWay !== undefined) underWay.progress = { rows, ...(about === undefined ? {} : { about }) };
      },
    };
    const rows = await runExport(request, run, {
      dataFolder,
      random,
      disk: exportDisk,
      zone: systemZone,
      // A sale under way is answered between two pieces.
      pause: () => new Promise((done) => setImmediate(done)),
    });
    return { path: place.path, rows };
  }

  return {
    async run(request, ask) {
      if (underWay !== undefined)
        throw new TillError('export.busy', 'Another export is under way', { retryable: true });
      const ended = Promise.withResolvers<void>();
      const abort = new AbortController();
      underWay = { kind: request.kind, progress: { rows: 0 }, abort, ended: ended.promise };
      try {
        const place = await ask();
        return place && (await write(request, place, abort));
      } finally {
        underWay = undefined;
        ended.resolve();
      }
    },
    progress: () => underWay?.progress ?? null,
    kind: () => underWay?.kind ?? null,
    cancel() {
      if (underWay === undefined) throw new TillError('export.none', 'No export is under way');
      underWay.abort.abort();
    },
    async close() {
      underWay?.abort.abort();
      // A dialog that stands open ends with the windows, and nothing has been written for it.
      if (underWay !== undefined && underWay.progress.rows > 0) await underWay.ended;
    },
  };
}
