import { fieldErrorCodes } from '../../preload/contract/field-error-codes.ts';
import { posIdField } from '../../preload/contract/fields.ts';

/** More tills than any shop has: a table with more lines is another file. */
const MOST_LINES = 10_000;

/**
 * Reads the first column of a table: CSV with commas, semicolons or tabs, quotes or none, with or without `posId` over it.
 * A POS id has letters and digits only, so nothing that a separator or a quote could be part of is one. Two that differ in
 * case are one: their files would have one name on Windows and macOS. `faults`: what is wrong with its lines.
 */
export function readPosTable(text: string): { readonly posIds: readonly string[]; readonly faults: readonly string[] } {
  const lines = text.replace(/\n+$/, '').split(/\r\n|\n|\r/);
  while (lines.at(-1)?.trim() === '') lines.pop();
  if (lines.length > MOST_LINES) return { posIds: [], faults: [`it has more than ${MOST_LINES} lines`] };
  const cells = lines.map((line, at) => ({ line: at + 1, posId: firstCell(line) }));
  const rows = cells[0]?.posId.toLowerCase() === 'posid' ? cells.slice(1) : cells;
  if (rows.length === 0) return { posIds: [], faults: ['it names no POS id'] };
  const firstOf = new Map<string, number>();
  const faults = rows.flatMap(({ line, posId }) => {
    const wrong = posIdField.safeParse(posId).error?.issues[0]?.message;
    if (wrong !== undefined) return [`line ${line}: ${inWords(wrong)}`];
    const before = firstOf.get(posId.toLowerCase());
    if (before !== undefined) return [`line ${line}: it is there already, in line ${before}.`];
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
  if (code === 'pos-id.too-long') return 'it has more than 36 characters.';
  const words = (fieldErrorCodes as Readonly<Record<string, string>>)[code] ?? 'it is no POS id.';
  return words.charAt(0).toLowerCase() + words.slice(1);
}
