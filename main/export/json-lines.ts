import { timeTexts } from './cell-text.ts';
import type { Cell, Column, Format, Zone } from './table.ts';

/**
 * One JSON object a line, for programs: texts exactly as they came, amounts as integers of cents under a name that says
 * so (`amountCents`), times as ISO 8601. A cell without a value has no member.
 */
export function jsonLines({ zone }: { readonly zone: Zone }): Format {
  return async function* (columns, batches) {
    const members = columns.map((column) => memberText(column, zone));
    for await (const rows of batches) {
      let lines = '';
      for (const row of rows) {
        let object = '';
        for (const [index, cell] of row.entries()) object += cell === undefined ? '' : members[index]?.(cell);
        lines += `{${object.slice(1)}}\n`;
      }
      yield lines;
    }
  };
}

/** The name of a column in JSON lines: that of an amount says its unit. */
function jsonName({ name, type }: Column): string {
  return type === 'cents' ? `${name}Cents` : name;
}

/** A member with a comma before it. */
function memberText(column: Column, zone: Zone): (cell: Exclude<Cell, undefined>) => string {
  const start = `,${JSON.stringify(jsonName(column))}:`;
  const timeText = timeTexts(zone);
  if (column.type === 'time') return (cell) => `${start}"${timeText(Number(cell))}"`;
  return (cell) => `${start}${typeof cell === 'number' ? cell : JSON.stringify(cell)}`;
}
