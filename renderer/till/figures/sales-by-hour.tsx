import type { Figures } from '../../../preload/contract/figures.ts';
import { useWords } from '../../ui/use-words.ts';
import { Figure } from './figure.tsx';
import { hourNames, openHours, totalOf } from './figure-numbers.ts';

/** What was paid in each hour of a day, from the first hour with a sale to the last. */
export function SalesByHour({ figures }: { readonly figures: Figures }) {
  const { t, money, hour, day } = useWords();
  const hours = openHours(figures.hours);
  const names = hourNames(hours, hour);
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
        columns: [t('figures.column.hour'), t('figures.column.payments'), t('figures.column.amount')],
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
