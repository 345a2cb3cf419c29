import { useEffect, useRef, useState } from 'react';
import type { Answer } from '../../../preload/contract/contract.ts';
import type { HistoryStep } from '../../../preload/contract/payments.ts';
import type { SaleView } from '../../../preload/contract/views.ts';
import { useAnnounced } from '../../ui/announce.ts';
import { useCall, useRead, useReadAgain } from '../../ui/ask-main.ts';
import { Button } from '../../ui/button.tsx';
import { isMarked } from '../../ui/environment-band.tsx';
import { Note } from '../../ui/note.tsx';
import { isRunning, lookOf, StageIcon, shownStage } from '../../ui/sale-stage.tsx';
import textStyles from '../../ui/text.module.css';
import { useWords, type Words } from '../../ui/use-words.ts';
import { DiagnosisButton } from '../diagnosis/diagnosis.tsx';
import { PaperOutcome, usePaper } from '../paper/use-paper.tsx';
import { SaleNotes } from '../payment/sale-notes.tsx';
import { useCancelQuestion } from '../payment/use-cancel-question.ts';
import { RefundList } from '../refund/refund-list.tsx';
import { useTill, useUi } from '../till-store.ts';
import styles from './payment-details.module.css';

/** The service's payment time, next to the time when this till noticed it. */
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
  const refund = useUi((ui) => ui.dialogs.refund);
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
        {(sale.stage === 'unknown' || sale.parked) && !sale.undecided && (
          <Button onClick={() => void says.run({ saleId: sale.saleId })}>{t('sale.says-paid')}</Button>
        )}
        {sale.parked && !sale.undecided && <CancelParked sale={sale} />}
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

function PaymentHistory({ sale, noted }: { readonly sale: SaleView; readonly noted: number }) {
  const words = useWords();
  const { t } = words;
  const { value: history, read } = useRead('payments.history', { saleId: sale.saleId });
  const changes = [sale.stage, sale.status, sale.cancel, sale.alarm?.acknowledged, noted]
    .concat(sale.refunds.map(({ refundKey, stage }) => `${refundKey} ${stage}`))
    .join();
  useReadAgain(read, changes);
  if (history === undefined || history.steps.length === 0) return null;
  return (
    <section className={styles.history} aria-label={t('details.history')}>
      <h3>{t('details.history')}</h3>
      {!history.whole && <p className={textStyles.quiet}>{t('details.history.older')}</p>}
      <ol>
        {history.steps.map((step) => (
          <li key={step.seq}>
            <time dateTime={new Date(step.at).toISOString()}>{words.dayAndTime(step.at)}</time>
            <span>{wordsOf(step, words)}</span>
          </li>
        ))}
      </ol>
    </section>
  );
}

/** "Paid (SUCCEEDED)" or "Charged, Zoë". */
function wordsOf({ what, stage, status, amount, by }: HistoryStep, { t, money }: Words): string {
  const moved = stage === undefined ? '' : t(`stage.${stage}`);
  const text = what === 'moved' ? moved : t(`details.step.${what}`, { stage: moved, amount: money(amount ?? 0) });
  const withStatus = status === undefined ? text : `${text} (${status})`;
  const who = by?.name;
  return who === undefined ? withStatus : `${withStatus}, ${who}`;
}

interface Props {
  readonly saleId: string;
  onNoted(): void;
}

/** The window never gets the IBAN for a refund by transfer: main copies and shows it. */
function RefundAccount({ saleId, onNoted }: Props) {
  const { t, error, clockTime } = useWords();
  const ask = useCall('payments.refund-iban');
  const copy = useCall('payments.copy-refund-iban');
  const show = useCall('payments.show-refund-iban');
  const [account, setAccount] = useState<Answer<'payments.refund-iban'>>();
  const [message, setMessage] = useState<string>();
  const forgotten = useTill((till) => account !== undefined && till.at >= account.forgottenAt);
  useEffect(() => {
    if (account === undefined) return;
    const timer = setTimeout(() => setAccount(undefined), Math.max(0, account.forgottenAt - Date.now()));
    return () => clearTimeout(timer);
  }, [account]);
  const act = async (work: () => Promise<unknown>) => {
    for (const call of [ask, copy, show]) call.clear();
    setMessage(undefined);
    await work();
    onNoted();
  };
  const read = async () => {
    const outcome = await ask.run({ saleId });
    if (outcome?.ok) setAccount(outcome.value);
  };
  const copyWhole = async () => {
    const outcome = await copy.run({ saleId });
    if (outcome?.ok) setMessage(t('details.refund-iban.copied', { time: clockTime(outcome.value.clearedAt) }));
  };
  const problem = [ask, copy, show].find((call) => call.problem !== undefined)?.problem;
  const said = problem === undefined ? message : error(problem);
  useAnnounced(said);
  // The button was at the end of a scrolling list, and the content that replaces it is higher.
  const shown = useRef<HTMLElement>(null);
  useEffect(() => {
    if (account !== undefined || said !== undefined) shown.current?.scrollIntoView({ block: 'nearest' });
  }, [account, said]);
  if (account === undefined || forgotten)
    return (
      <div className={styles.account}>
        {problem !== undefined && <Note tone="red">{error(problem)}</Note>}
        <Button aria-disabled={ask.pending} onClick={() => void act(read)}>
          {t(ask.pending ? 'details.refund-iban.asking' : 'details.refund-iban.ask')}
        </Button>
      </div>
    );
  return (
    <section ref={shown} className={styles.account} aria-label={t('details.refund-iban')}>
      <h3>{t('details.refund-iban')}</h3>
      <p className={styles.number}>{account.masked}</p>
      <p className={textStyles.quiet}>{t('details.refund-iban.noted')}</p>
      <div className={styles.actions}>
        <Button aria-disabled={copy.pending} onClick={() => void act(copyWhole)}>
          {t('keys.copy')}
        </Button>
        <Button aria-disabled={show.pending} onClick={() => void act(() => show.run({ saleId }))}>
          {t('details.refund-iban.show')}
        </Button>
      </div>
      {said !== undefined && <p className={problem === undefined ? undefined : styles.problem}>{said}</p>}
    </section>
  );
}
