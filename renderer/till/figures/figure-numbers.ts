import type { Figures, Sum } from '../../../preload/contract/figures.ts';
import type { Words } from '../../ui/use-words.ts';

type Hour = Figures['hours'][number];

export function totalOf(sums: readonly Sum[]): Sum {
  return {
    count: sums.reduce((total, { count }) => total + count, 0),
    cents: sums.reduce((total, { cents }) => total + cents, 0),
  };
}

/** The hours from the first with a sale to the last; those between stay, so that a quiet one is seen to be quiet. */
export function openHours(hours: readonly Hour[]): readonly Hour[] {
  const first = hours.findIndex(({ count }) => count > 0);
  const last = hours.findLastIndex(({ count }) => count > 0);
  return first < 0 ? [] : hours.slice(first, last + 1);
}

/** Names of hours. Where the clock shows one twice, each has its time zone with it. */
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
