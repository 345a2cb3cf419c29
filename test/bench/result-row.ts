/** One row of the table: a figure and its yardstick, from the same run on the same machine. */
export interface Row {
  readonly figure: string;
  readonly value: number;
  readonly unit: string;
  readonly yardstick?: string;
  readonly yardstickValue?: number;
  /** The bar as text, such as `≤ 50 ms`. */
  readonly bar: string;
  readonly ok: boolean;
}

export interface Bench {
  readonly name: string;
  bench(): Promise<readonly Row[]>;
}

export interface Beside {
  readonly yardstick?: readonly [words: string, value: number];
  readonly atMost?: number;
  readonly atLeast?: number;
  /** Text of the bar, if its number alone is unclear. */
  readonly bar?: string;
}

/** Returns a row; misses its bar above `atMost` or below `atLeast`. */
export function row(figure: string, value: number, unit: string, beside: Beside): Row {
  const { yardstick, atMost = Number.POSITIVE_INFINITY, atLeast = Number.NEGATIVE_INFINITY } = beside;
  return {
    figure,
    value,
    unit,
    ...(yardstick && { yardstick: yardstick[0], yardstickValue: yardstick[1] }),
    bar: beside.bar ?? inWords(beside, unit),
    ok: value <= atMost && value >= atLeast,
  };
}

function inWords({ atMost, atLeast }: Beside, unit: string): string {
  if (atMost !== undefined) return `≤ ${atMost} ${unit}`.trim();
  return atLeast === undefined ? 'none' : `≥ ${atLeast.toLocaleString('en')} ${unit}`;
}
