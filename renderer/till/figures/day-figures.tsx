import type { ReactNode } from 'react';
import type { Figures } from '../../../preload/contract/figures.ts';
import { useWords } from '../../ui/use-words.ts';
import { Figure } from './figure.tsx';
import { hourNames, totalOf } from './figure-numbers.ts';

export function SalesByHour({ figures }: { readonly figures: Figures }) {
  const words = useWords();
  const { t, money, day } = words;
  const { hours } = figures;
  const names = hourNames(hours, words);
  const total = totalOf(hours);
  return (
    <Figure
      name={t('figures.hours')}
      about={figures.hours[0] && day(figures.hours[0].from)}
      bars={hours.map(({ from, cents }, index) => ({
        key: String(from),
        label: names[index] ?? '',
        value: cents,
        text: money(cents),
      }))}
      table={{
        columns: [t('figures.column.hour'), t('nav.payments'), t('sale.amount')],
        rows: hours.map(({ from, count, cents }, index) => ({
          key: String(from),
          cells: [names[index] ?? '', String(count), money(cents)],
        })),
        total: { key: 'total', cells: [t('figures.total'), String(total.count), money(total.cents)] },
      }}
      empty={t('figures.hours.empty')}
    />
  );
}

export function PaymentStates({ figures }: { readonly figures: Figures }) {
  const { t, money } = useWords();
  const states = figures.states.map(({ state, ...sum }) => ({
    ...sum,
    key: state,
    name: state === 'open' ? t('shift.open') : t(`stage.${state}`),
  }));
  const total = totalOf(states);
  return (
    <Figure
      name={t('figures.states')}
      about={t('figures.of-the-week')}
      bars={states.map(({ key, name, count }) => ({ key, label: name, value: count, text: String(count) }))}
      table={{
        columns: [t('list.state'), t('nav.payments'), t('sale.amount')],
        rows: states.map(({ key, name, count, cents }) => ({ key, cells: [name, String(count), money(cents)] })),
        total: { key: 'total', cells: [t('figures.total'), String(total.count), money(total.cents)] },
      }}
      empty={t('figures.states.empty')}
    />
  );
}

interface WeekProps {
  readonly figures: Figures;
  /** Money that came, or that went back: one is never taken off the other. */
  readonly of: 'paid' | 'refunded';
  readonly name: string;
  readonly about: ReactNode;
  readonly counted: string;
  readonly empty: string;
}

export function WeekBesideWeek({ figures, of, name, about, counted, empty }: WeekProps) {
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
