import type { Row } from './result-row.ts';

/** Returns the rows as text in aligned columns and marks each row that misses its bar. */
export function table(rows: readonly Row[]): string {
  const head = ['figure', 'value', 'yardstick', 'ratio', 'bar', ''];
  const lines = rows.map((row) => [
    row.figure,
    withUnit(row.value, row.unit),
    row.yardstick === undefined || row.yardstickValue === undefined
      ? (row.yardstick ?? '')
      : `${withUnit(row.yardstickValue, row.unit)} (${row.yardstick})`,
    row.yardstickValue === undefined ? '' : (row.value / row.yardstickValue).toFixed(2),
    row.bar,
    row.ok ? 'ok' : 'MISSED',
  ]);
  const widths = head.map((title, column) =>
    Math.max(title.length, ...lines.map((cells) => (cells[column] ?? '').length)),
  );
  const line = (cells: readonly string[]) =>
    cells
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd();
  return [line(head), line(widths.map((width) => '-'.repeat(width))), ...lines.map(line)].join('\n');
}

/** Three significant digits: a single run on one machine is no more precise. */
function withUnit(value: number, unit: string): string {
  const digits = Math.abs(value) >= 100 ? 0 : Math.abs(value) >= 10 ? 1 : Math.abs(value) >= 1 ? 2 : 3;
  return `${value.toFixed(digits)} ${unit}`.trim();
}
