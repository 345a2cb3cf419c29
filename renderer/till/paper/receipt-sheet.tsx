import type { RefundView, SaleView } from '../../../preload/contract/views.ts';
import type { Words } from '../../ui/use-words.ts';
import { useTill } from '../till-store.ts';
import { CopyMark } from './copy-mark.tsx';
import styles from './paper.module.css';
import { proofOfPayment } from './proof.ts';
import { Row } from './rows.tsx';
import type { Issues } from './sheet.ts';

const MOVED_NOTHING: ReadonlySet<RefundView['stage']> = new Set(['failed', 'refused', 'not-made']);

interface Props {
  readonly sale: SaleView;
  readonly issues: Issues;
  readonly words: Words;
}

/** The receipt of a payment. Of one that is not paid it is no receipt, and says so before anything else. */
export function ReceiptSheet({ sale, issues, words }: Props) {
  const { t, money } = words;
  const shopName = useTill((till) => till.terminal.shopName);
  const refunded = sale.refunds.filter(({ stage }) => stage === 'refunded');
  const kept = refunded.reduce((left, { amount }) => left - amount, sale.amount);
  // Of these nobody knows yet whether they go back: they stand below the sum, and take nothing from it.
  const open = sale.refunds.filter(({ stage }) => stage !== 'refunded' && !MOVED_NOTHING.has(stage));
  const { warning, foot } = proofOfPayment(sale);
  return (
    <>
      <CopyMark issues={issues} words={words} />
      <h1>{shopName || t('app.name')}</h1>
      <p>{sale.posId === undefined ? t('pos.another') : t('receipt.till', { posId: sale.posId })}</p>
      <p>{words.dayAndTime(sale.succeededAt ?? sale.endedAt ?? sale.startedAt)}</p>
      {warning !== undefined && <p className={styles.warning}>{t(warning)}</p>}
      <hr />
      <dl>
        {warning === undefined ? (
          <Row name={t('stage.paid')} value={money(sale.amount)} big />
        ) : (
          <>
            <Row name={t('receipt.amount')} value={money(sale.amount)} />
            <Row name={t('receipt.state')} value={t(`stage.${sale.stage}`)} />
          </>
        )}
        {refunded.map((refund) => (
          <Row key={refund.refundKey} name={t(`refund.stage.${refund.stage}`)} value={money(-refund.amount)} />
        ))}
        {refunded.length > 0 && <Row name={t('receipt.kept')} value={money(kept)} />}
        {open.map((refund) => (
          <Row key={refund.refundKey} name={t(`refund.stage.${refund.stage}`)} value={money(refund.amount)} />
        ))}
        <Row name={t('sale.reference')} value={sale.reference} />
        <Row name={t('sale.description')} value={sale.description} />
        <Row name={t('details.payment-id')} value={sale.paymentId} />
        <Row name={t('details.iban')} value={sale.debtor?.iban} />
      </dl>
      <hr />
      <p>{t(foot)}</p>
      {warning !== undefined && <p className={styles.warning}>{t(warning)}</p>}
    </>
  );
}
