import { useCallback } from 'react';
import type { ServicePlace, ServiceWanted } from '../../../preload/contract/search-range.ts';
import { useAnnounced } from '../../ui/announce.ts';
import { callMain, useBridge } from '../../ui/bridge.ts';
import { Button } from '../../ui/button.tsx';
import { Note } from '../../ui/note.tsx';
import textStyles from '../../ui/text.module.css';
import { useCall } from '../../ui/use-call.ts';
import { useSearch } from '../../ui/use-search.ts';
import { useSame } from '../../ui/use-selected.ts';
import { useWords } from '../../ui/use-words.ts';
import styles from './all-payments.module.css';
import { PaymentList } from './payment-list.tsx';
import paymentsScreenStyles from './payments-screen.module.css';

/** More than a screen holds. */
const ENOUGH = 40;

interface Props {
  readonly wanted: ServiceWanted;
  readonly opened: { readonly saleId: string; readonly paymentId?: string | undefined } | null;
}

/** The payments of all tills of the shop, as the service tells them. Only one that is opened is kept by this till. */
export function AllPayments({ wanted, opened }: Props) {
  const { t, error } = useWords();
  const found = useAllPayments(wanted);
  const openFound = useCall('payments.open-found');
  const { rows, looked = 0, total, next, state, problem } = found;
  const none = state === 'resting' && rows.length === 0 ? t('payments.all.none') : undefined;
  useAnnounced(none);
  const told = total === undefined ? t('payments.all.asking') : t('payments.all.looked', { looked, total });
  const fault = problem ?? openFound.problem;
  return (
    <>
      <div className={styles.progress}>
        <p className={textStyles.quiet} role="status">
          {told}
        </p>
        {state === 'looking' && <Button onClick={found.stop}>{t('payouts.stop')}</Button>}
        {state === 'stopped' && <Button onClick={found.goOn}>{t('payouts.go-on')}</Button>}
      </div>
      {fault !== undefined && <Note tone="red">{error(fault)}</Note>}
      {rows.length === 0 ? (
        <p className={`${paymentsScreenStyles.none} ${textStyles.quiet}`}>{none}</p>
      ) : (
        <PaymentList
          rows={rows.map((row) => ({ ...row, saleId: row.paymentId }))}
          more={next !== null}
          loadMore={() => {
            if (state === 'resting') found.goOn();
          }}
          openedId={opened?.paymentId}
          open={(paymentId) => void openFound.run({ paymentId })}
        />
      )}
    </>
  );
}

function useAllPayments(given: ServiceWanted) {
  const bridge = useBridge();
  const wanted = useSame(given);
  const ask = useCallback(
    (place: ServicePlace | null) => callMain(bridge, 'payments.search-all', { ...wanted, place: place ?? undefined }),
    [bridge, wanted],
  );
  return useSearch({ ask, key: 'paymentId', enough: ENOUGH });
}
