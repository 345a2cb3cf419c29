import { useDebouncedValue } from '@mantine/hooks';
import { useEffect, useRef, useState } from 'react';
import { useCall } from '../../ui/use-call.ts';
import { useWords } from '../../ui/use-words.ts';
import { useTill } from '../till-store.ts';
import { FindAtOtherTills } from './find-at-other-tills.tsx';
import { PaymentDetails } from './payment-details.tsx';
import { PaymentList } from './payment-list.tsx';
import { usePaymentSearch } from './use-payment-search.ts';
import './payments.css';

/** Every payment of this till, found by reference, amount or name, and what can be done with the one that is open. */
export function PaymentsScreen() {
  const { t, error } = useWords();
  const [text, setText] = useState('');
  const [sought] = useDebouncedValue(text.trim(), 150);
  const found = usePaymentSearch(sought);
  const opened = useTill((till) => till.opened);
  const open = useCall('payments.open');
  const box = useRef<HTMLInputElement>(null);
  useEffect(() => box.current?.focus(), []);
  const nothing = !found.loading && found.rows.length === 0 && found.problem === undefined;
  return (
    <main className="payments">
      <section className="payments__list">
        <div className="payments__find">
          <input
            ref={box}
            type="search"
            className="checked__input"
            aria-label={t('payments.find')}
            placeholder={t('payments.find.hint')}
            maxLength={100}
            value={text}
            onChange={(event) => setText(event.currentTarget.value)}
          />
          <FindAtOtherTills text={text} />
        </div>
        {found.problem !== undefined && (
          <p className="note" data-tone="red" role="alert">
            {error(found.problem)}
          </p>
        )}
        {nothing ? (
          <p className="payments__none quiet">{t(sought === '' ? 'payments.none' : 'payments.none-found')}</p>
        ) : (
          <PaymentList found={found} openedId={opened?.saleId} open={(saleId) => void open.run({ saleId })} />
        )}
      </section>
      <section className="payments__details" aria-label={t('details.name')}>
        {opened === null ? (
          <p className="quiet">{t('details.none')}</p>
        ) : (
          <PaymentDetails key={opened.saleId} sale={opened} />
        )}
        {open.problem !== undefined && (
          <p className="note" data-tone="red" role="alert">
            {error(open.problem)}
          </p>
        )}
      </section>
    </main>
  );
}
