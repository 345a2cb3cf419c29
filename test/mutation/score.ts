import type { Sorted } from './equivalent.ts';
import type { Planted } from './planted-fault.ts';

/** Fates in the score, as columns. An endless wait counts as found. */
const COUNTED = ['killed', 'timed out', 'survived', 'unreached'] as const;

export interface Score extends Readonly<Record<(typeof COUNTED)[number], number>> {
  readonly name: string;
  /** Percentage of mutants found. Undefined without mutants. */
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

/** Returns a line for each file and a total for the place. */
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

/** Lists the surviving mutants with their place: source line before and after the mutation. */
export function survivors(planted: readonly Planted[]): string {
  const alive = planted.filter(({ fate }) => fate === 'survived' || fate === 'unreached');
  const lines = alive.flatMap(({ file, line, column, fate, was, becomes }) => [
    `${file}:${line}:${column}${fate === 'unreached' ? ' (no test comes here)' : ''}`,
    `  - ${was}`,
    `  + ${becomes}`,
  ]);
  return lines.join('\n');
}
