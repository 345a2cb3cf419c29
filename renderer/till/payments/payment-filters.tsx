import { useWords } from '../../ui/use-words.ts';
import { FilterDay } from '../form/day-box.tsx';
import textFieldStyles from '../form/text-field.module.css';
import type { DaysFault, DaysWanted } from './days-wanted.ts';
import styles from './payment-filters.module.css';
import { type StateFilter, stateFilterNames } from './wanted-payments.ts';

export type Where = 'till' | 'all';

interface Props {
  readonly where: Where;
  readonly filter: StateFilter | undefined;
  readonly days: DaysWanted;
  readonly fault: DaysFault | undefined;
  chooseWhere(where: Where): void;
  choose(filter: StateFilter | undefined): void;
  chooseDays(days: DaysWanted): void;
}

export function PaymentFilters({ where, filter, days, fault, chooseWhere, choose, chooseDays }: Props) {
  const { t, error } = useWords();
  // The service's list says nothing of refunds.
  const names = stateFilterNames.filter((name) => where === 'till' || name !== 'refunded');
  return (
    <div className={styles.filters}>
      <select
        className={textFieldStyles.input}
        aria-label={t('payments.where')}
        value={where}
        onChange={(event) => chooseWhere(event.currentTarget.value === 'all' ? 'all' : 'till')}
      >
        <option value="till" label={t('payments.where.till')} />
        <option value="all" label={t('payments.where.all')} />
      </select>
      <select
        className={textFieldStyles.input}
        aria-label={t('list.state')}
        value={filter ?? ''}
        onChange={(event) => choose(stateFilterNames.find((name) => name === event.currentTarget.value))}
      >
        <option value="" label={t('list.all')} />
        {names.map((name) => (
          <option key={name} value={name} label={t(`list.filter.${name}`)} />
        ))}
      </select>
      {(['from', 'to'] as const).map((field) => (
        <FilterDay
          key={field}
          name={t(`payments.${field}`)}
          mayBeEmpty
          wrong={fault?.field === field}
          describedBy={fault?.field === field ? 'payments-days-fault' : undefined}
          value={days[field]}
          choose={(day) => chooseDays({ ...days, [field]: day })}
        />
      ))}
      {fault !== undefined && (
        <p id="payments-days-fault" className={styles.fault} role="alert">
          {error(fault.error)}
        </p>
      )}
    </div>
  );
}
