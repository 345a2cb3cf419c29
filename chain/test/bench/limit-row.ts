import type { Row } from '../../../test/bench/result-row.ts';

interface Beside {
  readonly yardstick?: readonly [words: string, value: number];
  readonly atMost?: number;
  readonly atLeast?: number;
}

/** Returns a row with an absolute limit: the collector is sized for its own server. */
export function row(figure: string, value: number, unit: string, beside: Beside): Row {
  const { yardstick, atMost = Number.POSITIVE_INFINITY, atLeast = Number.NEGATIVE_INFINITY } = beside;
  return {
    figure,
    value,
    unit,
    ...(yardstick && { yardstick: yardstick[0], yardstickValue: yardstick[1] }),
    bar: inWords(beside, unit),
    ok: value <= atMost && value >= atLeast,
  };
}

function inWords({ atMost, atLeast }: Beside, unit: string): string {
  if (atMost !== undefined) return `≤ ${atMost} ${unit}`.trim();
  return atLeast === undefined ? 'none' : `≥ ${atLeast.toLocaleString('en')} ${unit}`;
}
