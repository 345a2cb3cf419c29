import { useAnnounced } from '../../ui/announce.ts';
import { Note } from '../../ui/note.tsx';
import textStyles from '../../ui/text.module.css';
import { useCall } from '../../ui/use-call.ts';
import { useWords } from '../../ui/use-words.ts';
import { PaymentList } from './payment-list.tsx';
import paymentsScreenStyles from './payments-screen.module.css';
import { usePaymentSearch } from './use-payment-search.ts';
import type { WantedPayments } from './wanted-payments.ts';

interface Props {
  readonly wanted: WantedPayments;
  readonly isAll: boolean;
  readonly openedId: string | undefined;
}

export function OwnPayments({ wanted, isAll, openedId }: Props) {
  const { t, error } = useWords();
  const found = usePaymentSearch(wanted);
  const open = useCall('payments.open');
  const none = t(isAll ? 'payments.none' : 'payments.none-found');
  const nothing = !found.loading && found.rows.length === 0 && found.problem === undefined;
  useAnnounced(nothing ? none : undefined);
  const problem = found.problem ?? open.problem;
  return (
    <>
      {problem !== undefined && <Note tone="red">{error(problem)}</Note>}
      {nothing ? (
        <p className={`${paymentsScreenStyles.none} ${textStyles.quiet}`}>{none}</p>
      ) : (
        <PaymentList
          rows={found.rows}
          more={found.next !== null}
          loadMore={found.loadMore}
          openedId={openedId}
          open={(saleId) => void open.run({ saleId })}
        />
      )}
    </>
  );
}
