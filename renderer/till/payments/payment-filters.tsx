import type { ReactNode } from 'react';
import { useWords } from '../../ui/use-words.ts';
import textFieldStyles from '../form/text-field.module.css';
import styles from './payment-filters.module.css';
import { type StateFilter, stateFilterNames } from './wanted-payments.ts';

interface Props {
  readonly filter: StateFilter | undefined;
  /** A day such as 2026-11-20; empty for all. */
  readonly day: string;
  /** What else stands in their line. */
  readonly children?: ReactNode;
  choose(filter: StateFilter | undefined): void;
  chooseDay(day: string): void;
}

/** Which payments the list shows: by state and by day. */
export function PaymentFilters({ filter, day, children, choose, chooseDay }: Props) {
  const { t } = useWords();
  return (
    <div className={styles.filters}>
      <select
        className={textFieldStyles.input}
        aria-label={t('list.state')}
        value={filter ?? ''}
        onChange={(event) => choose(stateFilterNames.find((name) => name === event.currentTarget.value))}
      >
        <option value="" label={t('list.all')} />
        {stateFilterNames.map((name) => (
          <option key={name} value={name} label={t(`list.filter.${name}`)} />
        ))}
      </select>
      <input
        className={textFieldStyles.input}
        type="date"
        aria-label={t('list.day')}
        value={day}
        onChange={(event) => chooseDay(event.currentTarget.value)}
      />
      {children}
    </div>
  );
}
