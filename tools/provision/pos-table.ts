import { fieldErrorCodes } from '../../preload/contract/field-error-codes.ts';
import { posIdField } from '../../preload/contract/fields.ts';

/** More tills than any shop has: a longer table is a wrong file. */
const MOST_LINES = 10_000;

/**
 * Reads the first column of a table: CSV with commas, semicolons or tabs, with or without quotes and a `posId` head.
 * POS ids are alphanumeric, so they contain no separator or quote. Ids that differ only in case are duplicates: Windows
 * and macOS would use the same file name. `faults`: faults of the lines.
 */
export function readPosTable(text: string): { readonly posIds: readonly string[]; readonly faults: readonly string[] } {
  const lines = text.replace(/\n+$/, '').split(/\r\n|\n|\r/);
  while (lines.at(-1)?.trim() === '') lines.pop();
  if (lines.length > MOST_LINES) return { posIds: [], faults: [`More than ${MOST_LINES} lines`] };
  const cells = lines.map((line, at) => ({ line: at + 1, posId: firstCell(line) }));
  const rows = cells[0]?.posId.toLowerCase() === 'posid' ? cells.slice(1) : cells;
  if (rows.length === 0) return { posIds: [], faults: ['No POS id'] };
  const firstOf = new Map<string, number>();
  const faults = rows.flatMap(({ line, posId }) => {
    const wrong = posIdField.safeParse(posId).error?.issues[0]?.message;
    if (wrong !== undefined) return [`line ${line}: ${inWords(wrong)}`];
    const before = firstOf.get(posId.toLowerCase());
    if (before !== undefined) return [`line ${line}: Duplicate of line ${before}.`];
    firstOf.set(posId.toLowerCase(), line);
    return [];
  });
  return { posIds: rows.map(({ posId }) => posId), faults };
}

function firstCell(line: string): string {
  const [first = ''] = line.split(/[,;\t]/, 1);
  const cell = first.trim();
  return /^"[^"]*"$/.test(cell) ? cell.slice(1, -1).trim() : cell;
}

function inWords(code: string): string {
  if (code === 'pos-id.too-long') return 'More than 36 characters.';
  return (fieldErrorCodes as Readonly<Record<string, string>>)[code] ?? 'Not a POS id.';
}
