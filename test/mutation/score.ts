import type { Sorted } from './equivalent.ts';
import type { Fate, Planted } from './planted-fault.ts';

export interface Score {
  readonly name: string;
  readonly killed: number;
  readonly timedOut: number;
  readonly survived: number;
  readonly unreached: number;
  /** Of a hundred: those found, an endless wait included. Undefined where nothing was planted. */
  readonly percent: number | undefined;
}

/** What the tests did about the faults that count. */
function scoreOf(name: string, planted: readonly Planted[]): Score {
  const count = (fate: Fate) => planted.filter((one) => one.fate === fate).length;
  const [killed, timedOut, survived, unreached] = [
    count('killed'),
    count('timed out'),
    count('survived'),
    count('unreached'),
  ];
  const all = killed + timedOut + survived + unreached;
  return {
    name,
    killed,
    timedOut,
    survived,
    unreached,
    percent: all === 0 ? undefined : (100 * (killed + timedOut)) / all,
  };
}

/** One line for each file, and one for the place as a whole. */
export function scores(place: string, { counted }: Sorted): readonly Score[] {
  const files = [...new Set(counted.map(({ file }) => file))];
  const each = files.map((file) =>
    scoreOf(
      file,
      counted.filter((one) => one.file === file),
    ),
  );
  return files.length === 1 && files[0] === place ? each : [...each, scoreOf(place, counted)];
}

/** The scores as a table. */
export function table(rows: readonly Score[]): string {
  const width = Math.max(...rows.map(({ name }) => name.length));
  const head = `${''.padEnd(width)}   found  killed  timed out  survived  unreached`;
  const lines = rows.map(({ name, percent, killed, timedOut, survived, unreached }) => {
    const found = percent === undefined ? '-' : `${percent.toFixed(1)} %`;
    const cells = [
      [found, 8],
      [killed, 8],
      [timedOut, 11],
      [survived, 10],
      [unreached, 11],
    ] as const;
    return name.padEnd(width) + cells.map(([value, wide]) => String(value).padStart(wide)).join('');
  });
  return [head, ...lines].join('\n');
}

/** What nobody found, with its place: first as it is, then as it would be. */
export function survivors(planted: readonly Planted[]): string {
  const alive = planted.filter(({ fate }) => fate === 'survived' || fate === 'unreached');
  return alive
    .map(({ file, line, column, fate, was, becomes }) =>
      [
        `${file}:${line}:${column}${fate === 'unreached' ? ' (no test comes here)' : ''}`,
        `  - ${was}`,
        `  + ${becomes}`,
      ].join('\n'),
    )
    .join('\n');
}
