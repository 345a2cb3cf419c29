import { useDebouncedValue } from '@mantine/hooks';
import { useEffect, useRef, useState } from 'react';
import { useAnnounced } from '../../ui/announce.ts';
import textStyles from '../../ui/text.module.css';
import { useCall } from '../../ui/use-call.ts';
import { type Translate, useWords } from '../../ui/use-words.ts';
import { ExportButton } from '../export/export-button.tsx';
import type { Listed } from '../export/export-choice.ts';
import textFieldStyles from '../form/text-field.module.css';
import { Note } from '../note.tsx';
import { ScanLine } from '../scanner/scan-line.tsx';
import { useTill, useUi, withoutTimeLeft } from '../till-store.ts';
import { FindAtOtherTills } from './find-at-other-tills.tsx';
import { PaymentDetails } from './payment-details.tsx';
import { PaymentFilters } from './payment-filters.tsx';
import { PaymentList } from './payment-list.tsx';
import styles from './payments-screen.module.css';
import { usePaymentSearch } from './use-payment-search.ts';
import { type StateFilter, type StateWords, type WantedPayments, wantedPayments } from './wanted-payments.ts';

/** The payments of this till, with a search by reference, amount or name, and the payment that is open beside them. */
export function PaymentsScreen() {
  const { t, error } = useWords();
  const [text, setText] = useState('');
  const [sought] = useDebouncedValue(text.trim(), 150);
  const [filter, setFilter] = useState<StateFilter>();
  const [day, setDay] = useState('');
  const wanted = wantedPayments({ typed: sought, filter, day }, stateWords(t));
  const found = usePaymentSearch(wanted);
  const isAll = sought === '' && filter === undefined && day === '';
  const opened = useTill((till) => withoutTimeLeft(till.opened));
  const open = useCall('payments.open');
  const box = useRef<HTMLInputElement>(null);
  useEffect(() => box.current?.focus(), []);
  const none = t(isAll ? 'payments.none' : 'payments.none-found');
  const scan = useUi((ui) => ui.scan);
  useEffect(() => {
    if (scan?.use === 'search') setText(scan.text);
  }, [scan]);
  const nothing = !found.loading && found.rows.length === 0 && found.problem === undefined;
  useAnnounced(nothing ? none : undefined);
  return (
    <main className={styles.screen}>
      <h1 className={textStyles.unseen}>{t('nav.payments')}</h1>
      <section className={styles.list}>
        <div className={styles.find}>
          <input
            ref={box}
            type="search"
            className={textFieldStyles.input}
            aria-label={t('payments.find')}
            placeholder={t('payments.find.hint')}
            maxLength={100}
            value={text}
            onChange={(event) => setText(event.currentTarget.value)}
          />
          <FindAtOtherTills text={text} />
          <PaymentFilters filter={filter} day={day} choose={setFilter} chooseDay={setDay}>
            <ExportButton kinds={['payments', 'refunds']} days={{ first: day, last: day }} listed={listedOf(wanted)} />
          </PaymentFilters>
        </div>
        <ScanLine />
        {found.problem !== undefined && <Note tone="red">{error(found.problem)}</Note>}
        {nothing ? (
          <p className={`${styles.none} ${textStyles.quiet}`}>{none}</p>
        ) : (
          <PaymentList found={found} openedId={opened?.saleId} open={(saleId) => void open.run({ saleId })} />
        )}
      </section>
      <section className={styles.details} aria-label={t('details.name')}>
        {opened === null ? (
          <p className={textStyles.quiet}>{t('details.none')}</p>
        ) : (
          <PaymentDetails key={opened.saleId} sale={opened} />
        )}
        {open.problem !== undefined && <Note tone="red">{error(open.problem)}</Note>}
      </section>
    </main>
  );
}

/** What the list shows besides its day; nothing where it shows all. */
function listedOf({ text, states }: WantedPayments): Listed {
  return { ...(text === '' ? {} : { text }), ...(states === undefined ? {} : { states }) };
}

function stateWords(t: Translate): StateWords {
  return { state: (state) => t(`stage.${state}`), filter: (filter) => t(`list.filter.${filter}`) };
}
