import type { Batches, Column, ExportRow, Format } from '../../main/export/table.ts';

/** Returns the whole output of a format for `rows`, fed in batches of two. */
export async function formatted(
  format: Format,
  columns: readonly Column[],
  rows: readonly ExportRow[],
): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  for await (const part of format(columns, inBatches(rows)))
    parts.push(typeof part === 'string' ? Buffer.from(part) : part);
  return Buffer.concat(parts);
}

async function* inBatches(rows: readonly ExportRow[]): Batches {
  for (let at = 0; at < rows.length; at += 2) yield rows.slice(at, at + 2);
}
