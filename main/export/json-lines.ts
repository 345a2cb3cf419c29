import { timeTexts } from './cell-text.ts';
import type { Cell, Column, Format, Zone } from './table.ts';

/** For programs: texts unchanged, amounts as integers of cents with the unit in the name (`amountCents`). */
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

function memberText(column: Column, zone: Zone): (cell: Exclude<Cell, undefined>) => string {
  const start = `,${JSON.stringify(column.type === 'cents' ? `${column.name}Cents` : column.name)}:`;
  const timeText = timeTexts(zone);
  if (column.type === 'time') return (cell) => `${start}"${timeText(Number(cell))}"`;
  return (cell) => `${start}${typeof cell === 'number' ? cell : JSON.stringify(cell)}`;
}
