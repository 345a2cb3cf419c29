import { useState } from 'react';
import type { SaleView } from '../../../preload/contract/views.ts';
import { useAnnounced } from '../../ui/announce.ts';
import { Button } from '../../ui/button.tsx';
import { isMarked } from '../../ui/environment-band.tsx';
import { isRunning, lookOf, shownStage } from '../../ui/sale-stage.ts';
import { StageIcon } from '../../ui/stage-icon.tsx';
import { useCall } from '../../ui/use-call.ts';
import { useWords, type Words } from '../../ui/use-words.ts';
import { DiagnosisButton } from '../diagnosis/diagnosis.tsx';
import { PaperOutcome } from '../paper/paper-outcome.tsx';
import { usePaper } from '../paper/use-paper.ts';
import { SaleNotes } from '../payment/sale-notes.tsx';
import { useCancelQuestion } from '../payment/use-cancel-question.ts';
import { RefundList } from '../refund/refund-list.tsx';
import { useTill, useUi } from '../till-store.ts';
import styles from './payment-details.module.css';
import { PaymentHistory } from './payment-history.tsx';
import { RefundAccount } from './refund-account.tsx';

/** The time of a payment is the service's. When this till noticed it stands beside it. */
function endTimes(sale: SaleView, { t, dayAndTime }: Words): readonly (readonly [string, string | undefined])[] {
  const noticed = sale.endedAt === undefined ? undefined : dayAndTime(sale.endedAt);
  if (sale.succeededAt === undefined) return [[t('details.ended'), noticed]];
  return [
    [t('stage.paid'), dayAndTime(sale.succeededAt)],
    [t('details.noticed'), sale.elsewhere ? undefined : noticed],
  ];
}

export function PaymentDetails({ sale }: { readonly sale: SaleView }) {
  const words = useWords();
  const { t, money } = words;
  const shown = shownStage(sale);
  const environment = useTill((till) => till.terminal.environment);
  const refund = useUi((ui) => ui.refund);
  const paper = usePaper();
  const says = useCall('sale.customer-says-paid');
  const role = useTill((till) => till.role);
  const [noted, setNoted] = useState(0);
  const facts: readonly (readonly [string, string | undefined])[] = [
    [t('details.refundable'), sale.stage === 'paid' ? money(sale.refundable) : undefined],
    [t('sale.reference'), sale.reference],
    [t('sale.description'), sale.description],
    [t('details.started'), words.dayAndTime(sale.startedAt)],
    ...endTimes(sale, words),
    [t('details.debtor'), sale.debtor?.name],
    [t('details.iban'), sale.debtor?.iban],
    [t('details.message'), sale.message],
    [t(sale.register === undefined ? 'details.charged-by' : 'details.register'), sale.chargedBy],
    [t('settings.service.environment'), isMarked(environment) ? t(`band.${environment}`) : undefined],
    [t('settings.pos.posId'), sale.posId ?? t('payouts.state.other-till')],
    [t('details.payment-id'), sale.paymentId],
    [t('details.bulk-id'), sale.bulkId],
    [t('details.status'), sale.status],
  ];
  return (
    <article className={styles.details} data-tone={lookOf(shown).tone}>
      <div className={styles.head}>
        <StageIcon stage={shown} size={36} />
        <div>
          <p className={styles.amount}>{money(sale.amount)}</p>
          <h2 className={styles.stage}>{shown === 'partly-refunded' ? words.refundedOf(sale) : t(`stage.${shown}`)}</h2>
        </div>
      </div>
      <div className={styles.rest}>
        <SaleNotes sale={sale} problems={[says.problem]} asking={says.pending} />
        <PaperOutcome paper={paper} />
        <RefundList sale={sale} />
        <dl className={styles.facts}>
          {facts.map(([name, value]) =>
            value === undefined ? null : (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{value}</dd>
              </div>
            ),
          )}
        </dl>
        {role === 'manager' && sale.stage === 'paid' && (
          <RefundAccount saleId={sale.saleId} onNoted={() => setNoted((count) => count + 1)} />
        )}
        <PaymentHistory sale={sale} noted={noted} />
        {role !== 'cashier' && <DiagnosisButton id={sale.saleId} />}
      </div>
      <div className={styles.actions}>
        {(sale.stage === 'unknown' || sale.parked) && (
          <Button onClick={() => void says.run({ saleId: sale.saleId })}>{t('sale.says-paid')}</Button>
        )}
        {sale.parked && <CancelParked sale={sale} />}
        {!isRunning(sale.stage) && (
          <>
            <Button onClick={() => void paper.print({ kind: 'receipt', sale })}>{t('sale.print')}</Button>
            <Button onClick={() => void paper.savePdf({ kind: 'receipt', sale })}>{t('receipt.save')}</Button>
          </>
        )}
        {sale.refundable > 0 && <Button onClick={() => refund(sale.saleId)}>{t('sale.refund')}</Button>}
      </div>
    </article>
  );
}

function CancelParked({ sale }: { readonly sale: SaleView }) {
  const { t, error } = useWords();
  const cancel = useCall('sale.cancel');
  const { saleId } = sale;
  const question = useCancelQuestion({
    cancel: () => void cancel.run({ saleId }),
    waits: cancel.pending || sale.cancel === 'asked',
  });
  const problem = cancel.problem === undefined ? undefined : error(cancel.problem);
  useAnnounced(question.asked ? t('sale.cancel.sure') : problem);
  return (
    <Button kind={question.asked ? 'danger' : undefined} {...question.button}>
      {question.asked ? t('sale.cancel.sure') : t('sale.cancel')}
    </Button>
  );
}
