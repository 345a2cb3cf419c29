import type { HistoryStep } from '../../../preload/contract/payments.ts';
import type { SaleView } from '../../../preload/contract/views.ts';
import textStyles from '../../ui/text.module.css';
import { useRead, useReadAgain } from '../../ui/use-read.ts';
import { useWords, type Words } from '../../ui/use-words.ts';
import styles from './payment-details.module.css';

export function PaymentHistory({ sale, noted }: { readonly sale: SaleView; readonly noted: number }) {
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

/** "Paid (SUCCEEDED)", "Charged, Zoë". */
function wordsOf({ what, stage, status, amount, by }: HistoryStep, { t, money }: Words): string {
  const moved = stage === undefined ? '' : t(`stage.${stage}`);
  const told = what === 'moved' ? moved : t(`details.step.${what}`, { stage: moved, amount: money(amount ?? 0) });
  const withStatus = status === undefined ? told : `${told} (${status})`;
  const who = by?.name;
  return who === undefined ? withStatus : `${withStatus}, ${who}`;
}
