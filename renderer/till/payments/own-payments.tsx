import { useCallback } from 'react';
import type { Answer } from '../../../preload/contract/contract.ts';
import { useAnnounced } from '../../ui/announce.ts';
import { callMain, useBridge } from '../../ui/bridge.ts';
import { Button } from '../../ui/button.tsx';
import { Note } from '../../ui/note.tsx';
import textStyles from '../../ui/text.module.css';
import { useCall } from '../../ui/use-call.ts';
import { useSearch } from '../../ui/use-search.ts';
import { useSame } from '../../ui/use-selected.ts';
import { useWords } from '../../ui/use-words.ts';
import { useRecentChanges } from '../till-store.ts';
import { PaymentList } from './payment-list.tsx';
import paymentsScreenStyles from './payments-screen.module.css';
import type { WantedPayments } from './wanted-payments.ts';

const PAGE = 100;

type Place = NonNullable<Answer<'payments.find'>['next']>;

interface Props {
  readonly wanted: WantedPayments;
  readonly isAll: boolean;
  readonly openedId: string | undefined;
}

export function OwnPayments({ wanted, isAll, openedId }: Props) {
  const { t, error } = useWords();
  const { rows, next, state, problem, goOn } = useOwnPayments(wanted);
  const open = useCall('payments.open');
  const none = t(isAll ? 'payments.none' : 'payments.none-found');
  const nothing = state !== 'looking' && rows.length === 0 && problem === undefined;
  useAnnounced(nothing ? none : undefined);
  const fault = problem ?? open.problem;
  return (
    <>
      {fault !== undefined && <Note tone="red">{error(fault)}</Note>}
      {state === 'stopped' && <Button onClick={goOn}>{t('payouts.go-on')}</Button>}
      {nothing ? (
        <p className={`${paymentsScreenStyles.none} ${textStyles.quiet}`}>{none}</p>
      ) : (
        <PaymentList
          rows={rows}
          more={next !== null}
          loadMore={() => {
            if (state === 'resting') goOn();
          }}
          openedId={openedId}
          open={(saleId) => void open.run({ saleId })}
        />
      )}
    </>
  );
}

function useOwnPayments(given: WantedPayments) {
  const bridge = useBridge();
  const wanted = useSame(given);
  const ask = useCallback(
    (place: Place | null) => callMain(bridge, 'payments.find', { ...wanted, limit: PAGE, after: place ?? undefined }),
    [bridge, wanted],
  );
  return useSearch({ ask, key: 'saleId', enough: PAGE, keepsRows: true, changes: useRecentChanges() });
}
