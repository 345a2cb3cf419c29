import type { Figures } from '../../../preload/contract/figures.ts';
import { useWords } from '../../ui/use-words.ts';
import { Figure } from './figure.tsx';
import { totalOf } from './figure-numbers.ts';

/** What became of the payments of a week. */
export function PaymentStates({ figures }: { readonly figures: Figures }) {
  const { t, money } = useWords();
  const states = figures.states
    .filter(({ state, count }) => state === 'paid' || count > 0)
    .map(({ state, ...sum }) => ({
      ...sum,
      key: state,
      name: state === 'open' ? t('figures.open') : t(`stage.${state}`),
    }));
  const total = totalOf(states);
  return (
    <Figure
      name={t('figures.states')}
      about={t('figures.of-the-week')}
      bars={states.map(({ key, name, count }) => ({ key, label: name, value: count, text: String(count) }))}
      table={{
        columns: [t('list.state'), t('figures.column.payments'), t('figures.column.amount')],
        rows: states.map(({ key, name, count, cents }) => ({ key, cells: [name, String(count), money(cents)] })),
        total: { key: 'total', cells: [t('figures.total'), String(total.count), money(total.cents)] },
      }}
      empty={t('figures.states.empty')}
    />
  );
}
