import type { Sorted } from './equivalent.ts';
import type { Planted } from './planted-fault.ts';

/** The fates that a score counts, as columns. An endless wait is found, too. */
const COUNTED = ['killed', 'timed out', 'survived', 'unreached'] as const;

export interface Score extends Readonly<Record<(typeof COUNTED)[number], number>> {
  readonly name: string;
  /** Of a hundred those found. Undefined where nothing was planted. */
  readonly percent: number | undefined;
}

function scoreOf(name: string, planted: readonly Planted[]): Score {
  const counts = Object.fromEntries(
    COUNTED.map((fate) => [fate, planted.filter((one) => one.fate === fate).length]),
  ) as Record<(typeof COUNTED)[number], number>;
  const all = COUNTED.reduce((sum, fate) => sum + counts[fate], 0);
  const found = counts.killed + counts['timed out'];
  return { name, ...counts, percent: all === 0 ? undefined : (100 * found) / all };
}

/** One line for each file, and one for the place as a whole. */
export function scores(place: string, { counted }: Sorted): readonly Score[] {
  const files = [...Map.groupBy(counted, ({ file }) => file)];
  const each = files.map(([file, own]) => scoreOf(file, own));
  return files.length === 1 && files[0]?.[0] === place ? each : [...each, scoreOf(place, counted)];
}

export function table(rows: readonly Score[]): string {
  const width = Math.max(...rows.map(({ name }) => name.length));
  const line = (name: string, cells: readonly (string | number)[]) =>
    name.padEnd(width) + cells.map((cell) => String(cell).padStart(11)).join('');
  const lines = rows.map(({ name, percent, ...counts }) =>
    line(name, [percent === undefined ? '-' : `${percent.toFixed(1)} %`, ...COUNTED.map((fate) => counts[fate])]),
  );
  return [line('', ['found', ...COUNTED]), ...lines].join('\n');
}

/** What nobody found, with its place: first as it is, then as it would be. */
export function survivors(planted: readonly Planted[]): string {
  const alive = planted.filter(({ fate }) => fate === 'survived' || fate === 'unreached');
  const lines = alive.flatMap(({ file, line, column, fate, was, becomes }) => [
    `${file}:${line}:${column}${fate === 'unreached' ? ' (no test comes here)' : ''}`,
    `  - ${was}`,
    `  + ${becomes}`,
  ]);
  return lines.join('\n');
}
