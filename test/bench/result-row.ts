/** One row of the table: a figure and its yardstick, from the same run on the same machine. */
export interface Row {
  readonly figure: string;
  readonly value: number;
  readonly unit: string;
  readonly yardstick?: string;
  readonly yardstickValue?: number;
  /** The bar as text, such as `≤ 2 ×`, a multiple of the yardstick. */
  readonly bar: string;
  readonly ok: boolean;
}

export interface Bench {
  readonly name: string;
  bench(): Promise<readonly Row[]>;
}

/** A bar is a multiple of the yardstick: a bar in ms would measure the machine. */
export interface Beside {
  /** Measured in the same run, in the unit of the figure. */
  readonly yardstick: readonly [words: string, value: number];
  /** Multiples of the yardstick; without both, the row only informs. */
  readonly atMost?: number;
  readonly atLeast?: number;
}

/** Returns a row; misses its bar above `atMost` or below `atLeast` times the yardstick. */
export function row(figure: string, value: number, unit: string, beside: Beside): Row {
  const { yardstick, atMost = Number.POSITIVE_INFINITY, atLeast = Number.NEGATIVE_INFINITY } = beside;
  const ratio = value / yardstick[1];
  return {
    figure,
    value,
    unit,
    yardstick: yardstick[0],
    yardstickValue: yardstick[1],
    bar: inWords(beside),
    ok: ratio <= atMost && ratio >= atLeast,
  };
}

function inWords({ atMost, atLeast }: Beside): string {
  if (atMost !== undefined) return `≤ ${atMost} ×`;
  return atLeast === undefined ? 'none' : `≥ ${atLeast} ×`;
}
