import { useDebouncedValue } from '@mantine/hooks';
import { useEffect, useRef, useState } from 'react';
import { referenceField } from '../../../preload/contract/fields.ts';
import { useAnnounced } from '../../ui/announce.ts';
import { useCall } from '../../ui/ask-main.ts';
import { Button } from '../../ui/button.tsx';
import { FilterDay } from '../../ui/form/day-box.tsx';
import { dayOf } from '../../ui/form/day-text.ts';
import { faultOf } from '../../ui/form/field-fault.ts';
import textFieldStyles from '../../ui/form/text-field.module.css';
import textStyles from '../../ui/text.module.css';
import { useElapsed } from '../../ui/use-now.ts';
import { type Translate, useWords } from '../../ui/use-words.ts';
import { ExportButton } from '../export/export-button.tsx';
import { ScanLine } from '../scanner/scan-line.tsx';
import { useTill, useUi, withoutTimeLeft } from '../till-store.ts';
import { PaymentDetails } from './payment-details.tsx';
import paymentFiltersStyles from './payment-filters.module.css';
import { AllPayments, OwnPayments } from './payment-list.tsx';
import styles from './payments-screen.module.css';
import {
  type DaysFault,
  type DaysWanted,
  daysFault,
  type StateFilter,
  type StateWords,
  stateFilterNames,
  thisWeek,
  wantedPayments,
} from './wanted-payments.ts';

const ANY_DAY: DaysWanted = { from: '', to: '' };

export function PaymentsScreen() {
  const { t } = useWords();
  const [text, setText] = useState('');
  const [sought] = useDebouncedValue(text.trim(), 150);
  const { where, filter, days, fault, chooseWhere, choose, chooseDays } = useChosen();
  const wanted = wantedPayments({ typed: sought, filter, days }, stateWords(t));
  const opened = useTill((till) => withoutTimeLeft(till.opened));
  const { from = 0, before = 0, ...rest } = wanted;
  return (
    <main className={styles.screen}>
      <h1 className={textStyles.unseen}>{t('nav.payments')}</h1>
      <section className={styles.list}>
        <div className={styles.find}>
          <SearchBox text={text} change={setText} />
          {where === 'till' && (
            <ExportButton
              kinds={['payments', 'refunds']}
              days={{ first: days.from, last: days.to }}
              listed={{ text: wanted.text || undefined, states: wanted.states }}
              small
            />
          )}
          <FindAtOtherTills text={text} />
          <PaymentFilters
            where={where}
            filter={filter}
            days={days}
            fault={fault}
            chooseWhere={chooseWhere}
            choose={choose}
            chooseDays={chooseDays}
          />
        </div>
        <ScanLine />
        {fault === undefined && where === 'till' && (
          <OwnPayments
            wanted={wanted}
            isAll={sought === '' && filter === undefined && days.from === '' && days.to === ''}
            openedId={opened?.saleId}
          />
        )}
        {fault === undefined && where === 'all' && <AllPayments wanted={{ ...rest, from, before }} opened={opened} />}
      </section>
      <section className={styles.details} aria-label={t('details.name')}>
        {opened === null ? (
          <p className={textStyles.quiet}>{t('details.none')}</p>
        ) : (
          <PaymentDetails key={opened.saleId} sale={opened} />
        )}
      </section>
    </main>
  );
}

function useChosen() {
  const [filter, choose] = useState<StateFilter>();
  const [days, chooseDays] = useState(ANY_DAY);
  const [chosen, setWhere] = useState<Where>('till');
  const role = useTill((till) => till.role);
  const today = useTill((till) => dayOf(till.at));
  const unlock = useUi((ui) => ui.pin.unlock);
  const where = role === 'cashier' ? 'till' : chosen;
  const noon = Date.parse(`${today}T12:00:00`);
  const chooseWhere = (next: Where) => {
    if (next === 'all' && role === 'cashier') return unlock('payments');
    setWhere(next);
    if (next === 'till') return;
    if (filter === 'refunded') choose(undefined);
    const week = thisWeek(noon);
    chooseDays({ from: days.from || week.from, to: days.to || week.to });
  };
  return { where, filter, days, fault: daysFault(days, where, noon), chooseWhere, choose, chooseDays };
}

/** Focused when the view opens; filled by the scanner. */
function SearchBox({ text, change }: { readonly text: string; change(text: string): void }) {
  const { t } = useWords();
  const box = useRef<HTMLInputElement>(null);
  useEffect(() => box.current?.focus(), []);
  const scan = useUi((ui) => ui.entry.scan);
  useEffect(() => {
    if (scan?.use === 'search') change(scan.text);
  }, [scan, change]);
  return (
    <input
      ref={box}
      type="search"
      className={textFieldStyles.input}
      aria-label={t('payments.find')}
      placeholder={t('payments.find.hint')}
      maxLength={100}
      value={text}
      onChange={(event) => change(event.currentTarget.value)}
    />
  );
}

function stateWords(t: Translate): StateWords {
  return { state: (state) => t(`stage.${state}`), filter: (filter) => t(`list.filter.${filter}`) };
}

function FindAtOtherTills({ text }: { readonly text: string }) {
  const { t, error } = useWords();
  const find = useCall('payments.find-elsewhere');
  const role = useTill((till) => till.role);
  const unlock = useUi((ui) => ui.pin.unlock);
  const [result, setResult] = useState<string>();
  const waited = useElapsed(find.pending);
  const reference = text.trim();
  const run = async () => {
    if (role === 'cashier') return unlock('payments');
    if (reference === '') return setResult(t('elsewhere.empty'));
    const fault = faultOf(referenceField, reference);
    if (fault !== undefined) return setResult(error(fault));
    setResult(undefined);
    const outcome = await find.run({ reference });
    if (outcome?.ok) setResult(t('elsewhere.found', { count: outcome.value.found }));
  };
  const message = find.problem !== undefined ? error(find.problem) : waited > 300 ? t('elsewhere.asking') : result;
  useAnnounced(message);
  return (
    <>
      <Button aria-disabled={find.pending} onClick={run}>
        {t('elsewhere.find')}
      </Button>
      {message !== undefined && <p className={`${styles.message} ${textStyles.small}`}>{message}</p>}
    </>
  );
}

type Where = 'till' | 'all';

interface Props {
  readonly where: Where;
  readonly filter: StateFilter | undefined;
  readonly days: DaysWanted;
  readonly fault: DaysFault | undefined;
  chooseWhere(where: Where): void;
  choose(filter: StateFilter | undefined): void;
  chooseDays(days: DaysWanted): void;
}

function PaymentFilters({ where, filter, days, fault, chooseWhere, choose, chooseDays }: Props) {
  const { t, error } = useWords();
  // The service's list has no refunds.
  const names = stateFilterNames.filter((name) => where === 'till' || name !== 'refunded');
  return (
    <div className={paymentFiltersStyles.filters}>
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
        <p id="payments-days-fault" className={paymentFiltersStyles.fault} role="alert">
          {error(fault.error)}
        </p>
      )}
    </div>
  );
}
