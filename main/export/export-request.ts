import type { ExportDraft, ExportFormat, ExportKind } from '../../preload/contract/export.ts';
import type { Span } from '../journal/record-stream.ts';
import { csv } from './csv.ts';
import { jsonLines } from './json-lines.ts';
import { type Format, systemZone } from './table.ts';
import { xlsx } from './xlsx.ts';

export interface ExportRequest
  extends Pick<ExportDraft, 'separator' | 'decimal' | 'headings' | 'text' | 'states' | 'by'> {
  readonly kind: ExportKind;
  readonly span: Span;
  readonly format: ExportFormat;
  readonly byteOrderMark: boolean;
}

/** Includes the future: records dated by a wrong clock still belong to the till. */
export const ALWAYS: Span = { from: 0, before: Number.MAX_SAFE_INTEGER };

export function formatOf(request: ExportRequest): Format {
  const zone = systemZone;
  switch (request.format) {
    case 'csv':
      return csv({ ...request, zone });
    case 'xlsx':
      return xlsx({ name: request.kind, headings: request.headings, zone });
    case 'jsonl':
      return jsonLines({ zone });
  }
}
