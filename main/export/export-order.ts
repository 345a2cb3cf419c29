import type { ExportRequest } from './export-request.ts';
import type { TableFiles } from './open-table.ts';
import type { ExportEnvironment } from './run-export.ts';

/** Where an export goes, and what is read for it. */
export interface ExportPlace {
  readonly path: string;
  readonly environment: ExportEnvironment;
  readonly files: TableFiles;
}

/** What a thread is told to export: data alone. */
export interface ExportOrder extends ExportPlace {
  readonly request: ExportRequest;
  readonly dataFolder: string;
  /** What the file is called until it is whole. */
  readonly draft: string;
}

/** How far it is. */
export interface ExportRows {
  readonly rows: number;
  readonly about: number | undefined;
}
