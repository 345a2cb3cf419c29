import type { ReactNode } from 'react';
import type { Figures } from '../../../preload/contract/figures.ts';
import { useWords } from '../../ui/use-words.ts';
import { Figure } from './figure.tsx';
import { totalOf } from './figure-numbers.ts';

interface Props {
  readonly figures: Figures;
  /** Money that came, or that went back: one is never taken off the other. */
  readonly of: 'paid' | 'refunded';
  readonly name: string;
  readonly about: ReactNode;
  /** What the counts count. */
  readonly counted: string;
  readonly empty: string;
}

/** Each day of a week beside the same day of the week before. */
export function WeekBesideWeek({ figures, of, name, about, counted, empty }: Props) {
  const { t, money, weekday } = useWords();
  const days = figures.days.map((day, index) => ({
    key: day.day,
    name: weekday(day.from),
    now: day[of],
    before: figures.before[index]?.[of] ?? { count: 0, cents: 0 },
  }));
  const [now, before] = [totalOf(days.map((day) => day.now)), totalOf(days.map((day) => day.before))];
  return (
    <Figure
      name={name}
      about={about}
      bars={days.map(({ key, name, now, before }) => ({
        key,
        label: name,
        value: now.cents,
        text: money(now.cents),
        beside: { value: before.cents, text: t('figures.week-before', { amount: money(before.cents) }) },
      }))}
      table={{
        columns: [t('figures.column.day'), counted, t('figures.column.this-week'), t('figures.column.week-before')],
        rows: days.map(({ key, name, now, before }) => ({
          key,
          cells: [name, String(now.count), money(now.cents), money(before.cents)],
        })),
        total: { key: 'total', cells: [t('figures.total'), String(now.count), money(now.cents), money(before.cents)] },
      }}
      empty={empty}
    />
  );
}
