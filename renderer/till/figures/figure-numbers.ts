import type { Figures, Sum } from '../../../preload/contract/figures.ts';
import type { Words } from '../../ui/use-words.ts';

type Hour = Figures['hours'][number];

export function totalOf(sums: readonly Sum[]): Sum {
  return {
    count: sums.reduce((total, { count }) => total + count, 0),
    cents: sums.reduce((total, { cents }) => total + cents, 0),
  };
}

/** An hour repeated at a clock change shows its time zone. */
export function hourNames(
  hours: readonly Pick<Hour, 'from'>[],
  { clockTime, timeInZone }: Pick<Words, 'clockTime' | 'timeInZone'>,
): readonly string[] {
  const names = hours.map(({ from }) => clockTime(from));
  return hours.map(({ from }, index) => {
    const plain = names[index] ?? '';
    return names.indexOf(plain) === names.lastIndexOf(plain) ? plain : timeInZone(from);
  });
}
